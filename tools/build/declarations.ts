/** Selects the type declarations that the package contains. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Returns the paths of the declarations that `exports` in package.json names. */
function entriesOf(project: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly types: string }>;
  };
  return Object.values(exports).flatMap((entry) => {
    if (typeof entry === 'string') return [];
    const [before = '', after] = entry.types.split('*');
    if (after === undefined) return join(project, before);
    return readdirSync(join(project, before))
      .filter((name) => name.endsWith(after))
      .map((name) => join(project, before, name));
  });
}

/** Adds a declaration, and all that it imports, to a set. */
function addWithImports(file: string, files: Set<string>): void {
  if (files.has(file)) return;
  files.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/["'](\.{1,2}\/[^"']+)\.js["']/g))
    addWithImports(resolve(dirname(file), `${path}.d.ts`), files);
}

/** Deletes the declarations in `dist` that no entry of the package imports. */
export function removeUnusedDeclarations(project: string): void {
  const dist = join(project, 'dist');
  const needed = new Set<string>();
  for (const entry of entriesOf(project)) addWithImports(entry, needed);
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const path = join(dist, file);
    if (file.endsWith('.d.ts') && !needed.has(path)) rmSync(path);
  }
}
