/** What each module costs in a file that was bundled and minified. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';

/** A module in a file. */
export interface ModuleCost {
  /** Its path in the project, or in the package that it is from. */
  readonly module: string;
  /** Its bytes in the file. */
  readonly raw: number;
  /** By how many bytes the file would be shorter without it, both after brotli 11. */
  readonly brotli: number;
}

/**
 * What each module costs, the dearest first. What modules have in common compresses well, so that their sum is less than the file.
 *
 * @param path - A file with its source map beside it.
 */
export async function moduleCosts(path: string): Promise<ModuleCost[]> {
  const [code, map] = await Promise.all(
    [path, `${path}.map`].map((file) => readFile(file, 'utf8')),
  );
  const shares = sharesIn(code!, map!);
  const whole = await compressed(code!);
  const costs = [...new Set(shares.map(({ source }) => source))].map(async (source) => {
    const [its, others] = [
      shares.filter((share) => share.source === source),
      shares.filter((share) => share.source !== source),
    ].map((part) => part.map(({ text }) => text).join(''));
    const brotli = whole - (await compressed(others!));
    return { module: nameOf(source), raw: Buffer.byteLength(its!), brotli };
  });
  return (await Promise.all(costs)).sort((one, other) => other.brotli - one.brotli);
}

interface Share {
  readonly source: string | null;
  readonly text: string;
}

/** The file, cut where another module begins. */
function sharesIn(code: string, map: string): Share[] {
  const starts: number[] = [0];
  for (const line of code.split('\n')) starts.push(starts.at(-1)! + line.length + 1);
  const shares: Share[] = [];
  let from = 0;
  let source: string | null = null;
  const cutAt = (to: number): void => {
    if (to > from) shares.push({ source, text: code.slice(from, to) });
    from = to;
  };
  eachMapping(new TraceMap(map), (mapping) => {
    if (mapping.source === source) return;
    cutAt(starts[mapping.generatedLine - 1]! + mapping.generatedColumn);
    source = mapping.source;
  });
  cutAt(code.length);
  return shares;
}

function nameOf(source: string | null): string {
  return (
    source?.replace(/^.*?\b(?:node_modules|(?=src|tools)(?=\w+\/))\/?/, '') ?? 'what binds them'
  );
}

async function compressed(text: string): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return (await promisify(brotliCompress)(text, { params })).length;
}
