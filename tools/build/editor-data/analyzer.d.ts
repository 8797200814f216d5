/** Types of a package that has none. They cover what we use. */
declare module '@custom-elements-manifest/analyzer/index.js' {
  import type { Package } from 'custom-elements-manifest/schema';
  import type * as TypeScript from 'typescript';

  /** The analyzer's own copy of TypeScript. */
  export const ts: typeof TypeScript;

  export interface Plugin {
    readonly name: string;
    analyzePhase?(phase: { readonly node: TypeScript.Node }): void;
  }

  export function create(options: {
    readonly modules: readonly TypeScript.SourceFile[];
    readonly plugins: readonly Plugin[];
  }): Package;
}

declare module '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js' {
  import type { Plugin } from '@custom-elements-manifest/analyzer/index.js';
  export function litPlugin(): readonly Plugin[];
}
