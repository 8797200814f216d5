import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { chromium, type BrowserContext } from 'playwright-core';
import { build, type Rollup } from 'vite';
import type { SetCardPinElement } from '../../src/index.js';
import { findProgram } from '../../tools/browsers/engines/find-program.js';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { browserFlags } from '../../tools/browsers/launch-browser.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { PROJECT } from '../../tools/project.js';

const [WIDTH, HEIGHT] = [1000, 800];

/** The page is of one colour, and the element on its left: what is of another one on the right is the browser's own. */
const PAGE = (script: string) => `<!doctype html><html lang="en"><title>A portal</title>
<link rel="icon" href="data:,"><style>html { background: #008000 } set-card-pin { width: 300px }</style>
<script src="${script}"></script><set-card-pin></set-card-pin></html>`;

/** In pixels; the mouse pointer has some 200, and the offer 90,000. */
const OFFER = 10_000;

/** Milliseconds for all of it: what never comes would be waited for for ever. */
const LIMIT = 60_000;

/** Chromium asks in its own window, which it has on a screen alone: here it gets one, and the test looks at it. */
describe('Chromium’s offer to save a password', { timeout: LIMIT }, () => {
  const client = useSandbox();
  const ends: (() => unknown)[] = [];
  let server: Server;

  before(async () => {
    const code = await script();
    server = createServer(({ url }, response) => {
      const isScript = url?.endsWith('.js');
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      if (url === '/set-card-pin.js') response.end(code);
      else if (url === '/renamed.js')
        response.end(code.replace(/card-pin-(new|confirm)/g, 'secret-$1'));
      else response.end(PAGE(url === '/' ? '/set-card-pin.js' : '/renamed.js'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(async () => {
    for (const end of ends.reverse()) await end();
    server.close();
  });

  /** Sets a PIN in a browser with a screen and a profile of its own; gives what looks whether an offer is there. */
  const setPin = async (path: string): Promise<() => Promise<boolean>> => {
    const folder = await mkdtemp(join(tmpdir(), 'save-prompt-'));
    ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const display = await startScreen(folder);
    const context = await launch(join(folder, 'profile'), display);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    const cardId = (await client().card('accepted')).id;
    const authorization = await client().bearer(cardId);
    await page.locator('set-card-pin').evaluate(
      (element: SetCardPinElement, settings) => {
        Object.assign(element, settings);
        element.focus();
      },
      {
        endpoint: client().sandbox.test.url,
        cardId,
        clientToken: authorization.slice('Bearer '.length),
      },
    );
    for (const key of ['4', '8', '2', '6', 'Tab', 'Tab', '4', '8', '2', '6', 'Enter'])
      await page.keyboard.press(key);
    await page.locator('set-card-pin:state(set)').waitFor();
    return async () => covered(await readFile(join(folder, 'Xvfb_screen0'))) > OFFER;
  };

  const startScreen = async (folder: string): Promise<string> => {
    const screen = spawn(
      'Xvfb',
      [
        '-displayfd',
        '3',
        '-screen',
        '0',
        `${WIDTH}x${HEIGHT}x24`,
        '-nolisten',
        'tcp',
        '-fbdir',
        folder,
      ],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    );
    ends.push(() => ended(screen));
    const [line] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
    return `:${String(line).trim()}`;
  };

  const launch = async (profile: string, display: string): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: await findBrowser(),
      headless: false,
      viewport: null,
      env: { ...process.env, DISPLAY: display },
      args: [
        ...browserFlags,
        '--password-store=basic',
        '--window-position=0,0',
        `--window-size=${WIDTH},${HEIGHT}`,
      ],
      // An automated browser offers nothing.
      ignoreDefaultArgs: ['--enable-automation'],
    });
    ends.push(() => context.close());
    return context;
  };

  it('does not come after a PIN was set, as it does where the fields are called otherwise (entry 28)', async (test) => {
    if (findProgram('Xvfb') === undefined) {
      assert.ok(!process.env.CI, 'Xvfb is missing: it is the screen that Chromium asks on.');
      return test.diagnostic(
        'There is no Xvfb, the screen that Chromium would ask on: not tested.',
      );
    }
    const offers = await setPin('/');
    const offersControl = await setPin('/renamed');
    // The control's PIN was set later, so that an offer for the other one would be there by then.
    while (!(await offersControl())) await turn();
    assert.equal(await offers(), false);
  });
});

/** How many pixels on the right of the page are not of its colour; the picture is an X window dump. */
function covered(picture: Buffer): number {
  const word = (at: number) => picture.readUInt32BE(at * 4);
  const pixels = word(0) + word(19) * 12;
  const bytesPerLine = word(12);
  let count = 0;
  for (let y = 250; y < HEIGHT - 50; y++)
    for (let x = 450; x < WIDTH - 50; x++)
      if (picture.readUInt32LE(pixels + y * bytesPerLine + x * 4) % 0x1000000 !== 0x008000) count++;
  return count;
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** The script-tag build. */
async function script(): Promise<string> {
  const options = { root: PROJECT, mode: 'script', logLevel: 'warn' } as const;
  const [{ output }] = (await build({ ...options, build: { write: false } })) as [
    Rollup.RollupOutput,
  ];
  return output[0].code;
}
