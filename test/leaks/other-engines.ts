/** Runs Firefox or WebKit with an attack and a cardholder in pages of a portal. */
import { describe } from 'node:test';
import type { ChromeLauncher } from '@web/test-runner-chrome';
import { findFirefox } from '../../tools/browsers/engines/find-program.js';
import { firefox } from '../../tools/browsers/engines/firefox.js';
import { findWebKit, webkit, type WebKitLauncher } from '../../tools/browsers/engines/webkit.js';
import { Portal, useStarted, type AttackedBrowser } from './portal-page.js';
import { Servers } from './servers.js';

/** The launchers' name of the one open page. */
const ID = 'attacked';

/** Drives a browser's one window. */
interface Driver {
  open(address: string): Promise<unknown>;
  /** Holds the keys down one after another, and then releases them. */
  press(keys: readonly string[]): Promise<void>;
  evaluate<T>(script: string): Promise<T>;
  stop(): Promise<void>;
}

/**
 * Registers a suite for each other engine that is installed. `npm run test:all` reports a missing
 * engine, and fails in CI.
 */
export function describeOtherEngines(
  title: string,
  register: (browser: () => AttackedBrowser) => void,
): void {
  for (const [engine, program, driver] of [
    ['firefox', findFirefox(), firefoxDriver],
    ['webkit', findWebKit(), webkitDriver],
  ] as const) {
    if (program === undefined) continue;
    // One at a time, because the browser has one window.
    describe(`${title} in ${engine}`, { concurrency: 1 }, () =>
      register(useStarted(() => start(driver(program)))),
    );
  }
}

async function start({ open, press, evaluate, stop }: Driver): Promise<AttackedBrowser> {
  const portal = new Portal(await Servers.start());
  return {
    use: async (pin, options, act) => {
      const published = await portal.publish({ pinLength: pin.length, ...options });
      // These drivers copy a text only before the page is open.
      await open('about:blank');
      await evaluate(`document.body.append(document.createElement('textarea'));
        document.body.firstChild.value = '${pin.slice(0, 2)} ${pin.slice(2)}';
        document.body.firstChild.select()`);
      await press(['Control', 'c']);
      await open(published.address);
      await evaluate('ready');
      return act({
        published,
        press: (combination) => press(combination.split('+')),
        evaluate,
        paste: () => press(['Control', 'v']),
      });
    },
    close: async () => {
      await stop();
      await portal.close();
    },
  };
}

function firefoxDriver(program: string): Driver {
  const launcher = firefox(program).launcher as ChromeLauncher;
  const page = () => launcher.getPage(ID);
  return {
    open: (address) =>
      launcher.isActive(ID) ? page().goto(address) : launcher.startSession(ID, address),
    press: async (keys) => {
      const { keyboard } = page();
      const names = [...keys] as Parameters<typeof keyboard.down>[0][];
      for (const name of names) await keyboard.down(name);
      for (const name of names.reverse()) await keyboard.up(name);
    },
    evaluate: <T>(script: string) => page().evaluate(script) as Promise<T>,
    stop: () => launcher.stop(),
  };
}

function webkitDriver(program: string): Driver {
  const launcher = webkit(program).launcher as WebKitLauncher;
  return {
    open: async (address) => {
      if (launcher.isActive(ID)) await launcher.stopSession();
      await launcher.startSession(ID, address);
    },
    press: (keys) =>
      launcher.keys([
        ...keys.map((key) => ({ type: 'keyDown', key })),
        ...[...keys].reverse().map((key) => ({ type: 'keyUp', key })),
      ]),
    evaluate: async <T>(script: string) => {
      const body = { script: `return (0, eval)(${JSON.stringify(script)})`, args: [] };
      // WebDriver returns null for undefined.
      return ((await launcher.send<T | null>('execute/sync', body)) ?? undefined) as T;
    },
    stop: () => launcher.stop(),
  };
}
