/** The second half of `npm run size`: prints how much each module adds to the script-tag file. */
import { readFileSync } from 'node:fs';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import { brotliSize } from '../brotli-size.js';

const FILE = 'dist/cdn/set-card-pin.js';

/** A part of the file that comes from one module. */
interface Part {
  /** Path of the module; `null` for code that the bundler adds. */
  readonly source: string | null;
  readonly text: string;
}

/** Splits the file where its source map says that another module begins. */
function partsOf(code: string, map: string): Part[] {
  const lineStarts: number[] = [0];
  for (const line of code.split('\n')) lineStarts.push(lineStarts.at(-1)! + line.length + 1);
  const parts: Part[] = [];
  let from = 0;
  let source: string | null = null;
  const cutAt = (to: number): void => {
    if (to > from) parts.push({ source, text: code.slice(from, to) });
    from = to;
  };
  eachMapping(new TraceMap(map), (mapping) => {
    if (mapping.source === source) return;
    cutAt(lineStarts[mapping.generatedLine - 1]! + mapping.generatedColumn);
    source = mapping.source;
  });
  cutAt(code.length);
  return parts;
}

/** Returns a module's path in the project, or within `node_modules`. */
function nameOf(source: string | null): string {
  return source?.replace(/^.*?\b(?:node_modules|(?=src|tools)(?=\w+\/))\/?/, '') ?? 'bundler';
}

function row(name: string, ...cells: readonly (string | number)[]): string {
  return name.padEnd(64) + cells.map((cell) => String(cell).padStart(8)).join('');
}

const code = readFileSync(FILE, 'utf8');
const parts = partsOf(code, readFileSync(`${FILE}.map`, 'utf8'));
const size = brotliSize(code);
const textOf = (selected: readonly Part[]): string => selected.map(({ text }) => text).join('');
const costs = [...new Set(parts.map(({ source }) => source))].map((source) => ({
  name: nameOf(source),
  raw: Buffer.byteLength(textOf(parts.filter((part) => part.source === source))),
  // Modules have text in common, so the sum of these sizes is less than the size of the file.
  brotli: size - brotliSize(textOf(parts.filter((part) => part.source !== source))),
}));
console.log(`Modules in ${FILE}. brotli: how much smaller the file would be without the module`);
console.log(row('', 'raw', 'brotli'));
for (const { name, raw, brotli } of costs.sort((one, other) => other.brotli - one.brotli))
  console.log(row(name, raw, brotli));
