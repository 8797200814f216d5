/** `npm run bench`: compares the element with other fields, in Chromium on this machine. */
import { existsSync } from 'node:fs';
import { cpus, loadavg, release, type as system } from 'node:os';
import { fileURLToPath } from 'node:url';
import { callCommand, noOptions } from '../../src/node/command.js';
import { npm } from '../npm.js';
import { measure } from './measure.js';
import { FIELDS, startTestbed, VENDORS } from './testbed.js';

const HELP = `Usage: npm run bench

Compares the element, in both modes, with other fields for PINs and codes, and prints the table of
docs/evidence/benchmark.md. Run npm run build before. It takes about five minutes, in which the
machine should have nothing else to do. The first run installs the other packages into tools/bench.
`;

const FOLDER = fileURLToPath(new URL('./', import.meta.url));

await callCommand(HELP, noOptions, async () => {
  const load = loadavg()[0]!;
  if (!existsSync(`${FOLDER}node_modules`))
    await npm(FOLDER, ['ci', '--ignore-scripts', '--no-audit']);
  const testbed = await startTestbed();
  try {
    const values = await measure(testbed);
    const columns = Object.keys(values.get(FIELDS[0]!)!);
    console.log(`| | bytes | ${columns.join(' | ')} |`);
    console.log(`|${' --- |'.repeat(columns.length + 2)}`);
    for (const each of [...FIELDS, ...VENDORS]) {
      const cells = columns.map((name) => cell(values.get(each)?.[name]));
      const bytes = testbed.bytes(each).toLocaleString('en');
      console.log(`| ${[each.label, bytes, ...cells].join(' | ')} |`);
    }
    console.log(
      `\n${cpus().length} × ${cpus()[0]?.model}, ${system()} ${release()}, Node ${process.version}, Chromium ${testbed.browser.version()}, load average before the start ${load.toFixed(1)}`,
    );
  } finally {
    await testbed.close();
  }
});

/** Returns the median, with the minimum and the maximum if there are several values. */
function cell(values: readonly number[] = []): string {
  const sorted = [...values].sort((a, b) => a - b);
  const [median, least, most] = [sorted.length >> 1, 0, sorted.length - 1].map(
    (at) => sorted[at]?.toLocaleString('en', { maximumSignificantDigits: 3 }) ?? '–',
  );
  return sorted.length < 2 ? median! : `${median} (${least}–${most})`;
}
