/** Builds and starts what the benchmark needs: scripts, frame page, server and browser. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { startFrameOrigin } from '../../demo/frame-origin.js';
import { addressOf, createLoopbackServer, listen, stop } from '../../src/node/loopback-server.js';
import { findInstalledBrowser } from '../browsers/find-browser.js';
import { launchBrowser } from '../browsers/launch-browser.js';
import { bytesOf, scriptOf, type Bytes, type Script } from './bundles.js';
import type { Contestant } from './contestants.js';
import { RawPage } from './raw-page.js';

/** HTML of every page. */
const DOCUMENT = readFileSync(new URL('./page.html', import.meta.url));

const FLAGS = [
  // Pages can't reach any other machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--no-proxy-server',
  // Gives frames of another site their own process. This is the default in a browser with a window.
  '--site-per-process',
];

export interface Testbed {
  readonly browser: Browser;
  /** Size of the frame page. */
  readonly frameBytes: Bytes;
  /** Returns the size of the script that a page must load for a contestant. */
  bytes(contestant: Contestant): Bytes;
  /** Opens a contestant's page in a new window. Fetches its script, but doesn't run it. */
  open(contestant: Contestant): Promise<RawPage>;
  close(): Promise<void>;
}

/**
 * Builds and starts everything.
 *
 * @throws {NoBrowserError} If no browser starts.
 */
export async function startTestbed(
  contestants: readonly Contestant[],
  say: (step: string) => void,
): Promise<Testbed> {
  // Look for the browser before the builds, which would be useless without one.
  const program = await findInstalledBrowser();
  const scripts = new Map<string, Script>();
  for (const contestant of contestants) {
    say(`building the page of ${contestant.label}`);
    scripts.set(contestant.label, await scriptOf(contestant));
  }
  say('starting the server, the frame page and the browser');
  const server = createLoopbackServer((_request, response, { pathname }) => {
    const script = scripts.get(decodeURIComponent(pathname.replace('/scripts/', '')));
    response.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(script?.text ?? DOCUMENT);
  });
  await listen(server, 0);
  // A different site from that of the frame page, which is at 127.0.0.1.
  const origin = addressOf(server).replace('127.0.0.1', 'localhost');
  // No page sends anything to it.
  const endpoint = `${origin}/graphql`;
  const frame = await startFrameOrigin({ port: 0, parents: [origin], endpoints: [endpoint] });
  const browser = await launchBrowser(program, FLAGS);
  return {
    browser,
    frameBytes: bytesOf(Buffer.from(await (await fetch(frame.url)).arrayBuffer())),
    bytes: ({ label }) => scripts.get(label)!.bytes,
    open({ label, isolated }) {
      const query = new URLSearchParams({ endpoint, script: label });
      if (isolated) query.set('frame', frame.url);
      return RawPage.open(browser, `${origin}/?${query.toString()}`);
    },
    async close() {
      await browser.close();
      await Promise.all([stop(server), frame.close()]);
    },
  };
}
