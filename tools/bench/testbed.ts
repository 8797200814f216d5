/** Builds and starts what the benchmark needs: scripts, frame page, server and browser. */
import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { startFrameOrigin } from '../../demo/frame-origin.js';
import { addressOf, createLoopbackServer, listen, stop } from '../../src/node/loopback-server.js';
import { findInstalledBrowser } from '../browsers/find-browser.js';
import { launchBrowser } from '../browsers/launch-browser.js';
import { PROJECT } from '../project.js';
import { withPage, type Session } from './raw-page.js';

export interface Contestant {
  readonly label: string;
  /** Name of the page's script in `pages`, without `.js`. */
  readonly page: string;
  /** `true` if the form is in a frame of another origin. */
  readonly isolated?: true;
}

export const FIELDS: readonly Contestant[] = [
  { label: 'set-card-pin, inline', page: 'set-card-pin' },
  { label: 'set-card-pin, isolated', page: 'set-card-pin', isolated: true },
  { label: 'jb-pin-input', page: 'jb-pin-input' },
  { label: 'Zag pin-input', page: 'zag' },
  { label: 'input-otp, React', page: 'input-otp' },
  { label: 'four plain inputs', page: 'plain-inputs' },
];

/** Vendors' fields. Their frames need the vendors' hosts, so only the bytes are compared. */
export const VENDORS: readonly Contestant[] = [
  { label: 'Braintree Hosted Fields, without its frames', page: 'braintree' },
  { label: 'Skyflow Elements, without its frames', page: 'skyflow' },
  { label: 'Adyen Card, without its frames', page: 'adyen' },
];

const FLAGS = [
  // Pages can't reach any other machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--no-proxy-server',
  // Pages of the browser's own interface, which are half of a window's cost.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  // Gives frames of another site their own process. This is the default in a browser with a window.
  '--site-per-process',
];

export type Testbed = Awaited<ReturnType<typeof startTestbed>>;

/** @throws {NoBrowserError} If no browser starts. */
export async function startTestbed() {
  const program = await findInstalledBrowser();
  const document = await readFile(new URL('./page.html', import.meta.url));
  const shipped = await readFile(`${PROJECT}dist/cdn/set-card-pin.js`, 'utf8');
  const scripts = new Map<string, string>();
  for (const { page } of [...FIELDS, ...VENDORS]) scripts.set(page, await bundle(page));
  const server = createLoopbackServer((_request, response, { pathname }) => {
    const script = scripts.get(pathname.replace('/scripts/', ''));
    response.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript');
    if (pathname.endsWith('/set-card-pin')) response.write(`${shipped}\n`);
    response.end(script ?? document);
  });
  await listen(server, 0);
  // A different site from that of the frame page, which is at 127.0.0.1.
  const origin = addressOf(server).replace('127.0.0.1', 'localhost');
  // No page sends anything to it.
  const endpoint = `${origin}/graphql`;
  const frame = await startFrameOrigin({ port: 0, parents: [origin], endpoints: [endpoint] });
  const frameBytes = brotliSize(await (await fetch(frame.url)).text());
  const browser = await launchBrowser(program, FLAGS);
  return {
    browser,
    /** Returns what a page loads for a contestant, in bytes after brotli. */
    bytes: ({ page, isolated }: Contestant): number =>
      brotliSize(page === 'set-card-pin' ? shipped : scripts.get(page)!) +
      (isolated ? frameBytes : 0),
    /** Calls a function with a contestant's page, which fetches its script, but doesn't run it. */
    open<T>({ page, isolated }: Contestant, use: (page: Session) => Promise<T>): Promise<T> {
      const query = new URLSearchParams({ endpoint, script: page });
      if (isolated) query.set('frame', frame.url);
      return withPage(browser, `${origin}/?${query.toString()}`, use);
    },
    async close(): Promise<void> {
      await browser.close();
      await Promise.all([stop(server), frame.close()]);
    },
  };
}

/** Bundles the script of a page with all its dependencies, each with the same settings. */
async function bundle(page: string): Promise<string> {
  const { output } = (await build({
    root: PROJECT,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: `${PROJECT}tools/bench/pages/${page}.js`,
        output: { format: 'iife', name: 'fields', minify: true, codeSplitting: false },
      },
    },
  })) as Rollup.RolldownOutput;
  return output[0].code;
}

/** Returns the number of bytes after brotli at its best quality, 11, which is Node's default. */
function brotliSize(content: string): number {
  return brotliCompressSync(content).length;
}
