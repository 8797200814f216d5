/** Which types the package comes with. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The declarations that the entries in `exports` name. */
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

/** A file, and whatever its imports lead to. */
function follow(file: string, seen: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/["'](\.{1,2}\/[^"']+)\.js["']/g))
    follow(resolve(dirname(file), `${path}.d.ts`), seen);
}

/** Takes out of `dist` the declarations that none of the package's entries leads to. */
export function removeInnerDeclarations(project: string): void {
  const dist = join(project, 'dist');
  const reached = new Set<string>();
  for (const entry of entriesOf(project)) follow(entry, reached);
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const path = join(dist, file);
    if (file.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
  }
}
