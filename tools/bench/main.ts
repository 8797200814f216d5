/** `npm run bench`: compares the element with other fields, in Chromium on this machine. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { cpus, loadavg, release, type as system } from 'node:os';
import { json } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { startFrameOrigin } from '../../demo/frame-origin.js';
import { callCommand, readOptions } from '../../src/node/command.js';
import { addressOf, createLoopbackServer, listen, stop } from '../../src/node/loopback-server.js';
import { findInstalledBrowser } from '../browsers/find-browser.js';
import { launchBrowser } from '../browsers/launch-browser.js';
import { npm } from '../npm.js';
import { ensureBuild } from '../pack.js';
import { PROJECT } from '../project.js';

const HELP = `Usage: npm run bench

Compares the element, in both modes, with other fields for PINs and codes, and prints the table of
docs/evidence/benchmark.md. It takes a minute, in which the machine should have nothing else to do.
Builds dist if it is out of date. The first run installs the other packages into tools/bench.
`;

const FOLDER = `${import.meta.dirname}/`;

/** The fields to compare, and the names of their scripts: ours in `dist/cdn`, others in `pages`. */
const FIELDS = {
  'set-card-pin, inline': 'set-card-pin',
  'set-card-pin, isolated': 'set-card-pin.isolated',
  'jb-pin-input': 'jb-pin-input',
  'input-otp, React': 'input-otp',
  'four plain inputs': 'plain-inputs',
};

const FLAGS = [
  // Pages can't reach any other machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--no-proxy-server',
  '--js-flags=--expose-gc',
  '--enable-precise-memory-info',
];

const HEADINGS = ['', 'bytes', 'ms until ready', 'kB for 100'];

/** For the last two columns: elements in a page, rounds, and the browser's flag. */
const MEASUREMENTS = [
  // Gives cross-site frames their own process, as in a browser with a window.
  { count: 1, rounds: 7, flag: '--site-per-process' },
  // All frames share a process, so that its heap includes all of them.
  { count: 100, rounds: 1, flag: '--disable-site-isolation-trials' },
];

const readArguments = (args: string[]) => readOptions<object>(args, {});

await callCommand(HELP, readArguments, async () => {
  const program = await findInstalledBrowser();
  await ensureBuild();
  const load = loadavg()[0]!;
  if (!existsSync(`${FOLDER}node_modules`))
    await npm(FOLDER, ['ci', '--ignore-scripts', '--no-audit']);
  const document = await readFile(`${FOLDER}page.html`);
  const scripts = new Map<string, string>();
  const bytes = new Map<string, number>();
  const mount = await bundle('set-card-pin');
  for (const name of Object.values(FIELDS)) {
    const isOurs = name.startsWith('set-card-pin');
    const script = await (isOurs
      ? readFile(`${PROJECT}dist/cdn/${name}.js`, 'utf8')
      : bundle(name));
    scripts.set(name, isOurs ? `${script}\n${mount}` : script);
    bytes.set(name, brotliCompressSync(script).length);
  }
  let take: (result: number | null) => void;
  const server = createLoopbackServer((request, response, { pathname }) => {
    const script = scripts.get(pathname.replace('/scripts/', ''));
    response.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(script ?? document);
    if (pathname === '/result') void json(request).then((result) => take(result as number | null));
  });
  await listen(server, 0);
  // A different site from that of the frame page, which is at 127.0.0.1.
  const origin = addressOf(server).replace('127.0.0.1', 'localhost');
  // No page sends anything to it.
  const endpoint = `${origin}/graphql`;
  const frame = await startFrameOrigin({ port: 0, parents: [origin], endpoints: [endpoint] });
  const frameBytes = brotliCompressSync(await (await fetch(frame.url)).text()).length;

  const rows = Object.entries(FIELDS).map(([label, script]) => {
    const isIsolated = label.endsWith('isolated');
    const settings = { script, endpoint, ...(isIsolated && { frame: frame.url }) };
    const size = bytes.get(script)! + (isIsolated ? frameBytes : 0);
    return { label, settings, cells: [label, size.toLocaleString('en')] };
  });
  let version = '';
  for (const { count, rounds, flag } of MEASUREMENTS) {
    const browser = await launchBrowser(program, [...FLAGS, flag]);
    version = browser.version();
    // Pages that Playwright didn't create. In its own pages, it enables more of the browser's
    // protocol, which doubles the time for some fields and doesn't change it for others.
    const session = await browser.newBrowserCDPSession();
    const results = new Map(rows.map((row) => [row, [] as number[]]));
    // They take turns, so that other load affects all of them. Round 0 is a warm-up.
    for (let round = 0; round <= rounds; round++)
      for (const [{ label, settings }, taken] of results) {
        process.stderr.write(`${label}, round ${round}\n`);
        const ended = new Promise<number | null>((resolve) => (take = resolve));
        const query = new URLSearchParams({ ...settings, count: String(count) });
        const { browserContextId } = await session.send('Target.createBrowserContext', {});
        const url = `${origin}/?${query.toString()}`;
        await session.send('Target.createTarget', { url, browserContextId });
        const result = await ended;
        if (result === null) throw new Error(`${label} failed. Was the machine too busy?`);
        taken.push(result);
        await session.send('Target.disposeBrowserContext', { browserContextId });
      }
    for (const [{ cells }, taken] of results) cells.push(cell(taken.slice(1)));
    await browser.close();
  }
  await Promise.all([stop(server), frame.close()]);
  const table = [HEADINGS, HEADINGS.map(() => '---'), ...rows.map(({ cells }) => cells)];
  for (const cells of table) console.log(`| ${cells.join(' | ')} |`);
  console.log(
    `\n${cpus().length} × ${cpus()[0]?.model}, ${system()} ${release()}, Node ${process.version}, Chromium ${version}, load average before the start ${load.toFixed(1)}`,
  );
});

/** Bundles a page's script with all its dependencies. The settings are the same for every page. */
async function bundle(name: string): Promise<string> {
  const { output } = (await build({
    root: PROJECT,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: `${FOLDER}pages/${name}.js`,
        output: { format: 'iife', name: 'fields', minify: true, codeSplitting: false },
      },
    },
  })) as Rollup.RolldownOutput;
  return output[0].code;
}

/** Returns the median, with the minimum and the maximum if there are several values. */
function cell(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const [median, least, most] = [sorted.length >> 1, 0, sorted.length - 1].map((at) =>
    sorted[at]!.toLocaleString('en', { maximumSignificantDigits: 3 }),
  );
  return sorted.length === 1 ? median! : `${median} (${least}–${most})`;
}
