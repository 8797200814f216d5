/** Types for a module that doesn't have any. They cover only the parts that we use. */
declare module '@custom-elements-manifest/analyzer/index.js' {
  import type { Package } from 'custom-elements-manifest/schema';
  import type * as TypeScript from 'typescript';

  /** The analyzer's own copy of TypeScript. */
  export const ts: typeof TypeScript;

  export function create(options: {
    readonly modules: readonly TypeScript.SourceFile[];
    readonly plugins: readonly {
      readonly name: string;
      analyzePhase(phase: { readonly node: TypeScript.Node }): void;
    }[];
  }): Package;
}
