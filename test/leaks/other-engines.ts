/** Runs Firefox or WebKit with an attack and a cardholder in pages of a portal. */
import { describe } from 'node:test';
import type { ChromeLauncher } from '@web/test-runner-chrome';
import { findFirefox } from '../../tools/browsers/engines/find-program.js';
import { firefox } from '../../tools/browsers/engines/firefox.js';
import { findWebKit, webkit, type WebKitLauncher } from '../../tools/browsers/engines/webkit.js';
import { Portal, useStarted, type AttackedBrowser } from './portal-page.js';

export type OtherEngineName = 'firefox' | 'webkit';

/** Name of the one open page, for the launchers. */
const ID = 'attacked';

interface KeyAction {
  readonly type: 'keyDown' | 'keyUp';
  readonly key: string;
}

/**
 * Registers a suite for each other engine that is installed. `npm test` reports a missing engine,
 * and fails if the engine is required.
 */
export function describeOtherEngines(
  title: string,
  register: (browser: () => AttackedBrowser, engine: OtherEngineName) => void,
): void {
  for (const [engine, program] of [
    ['firefox', findFirefox()],
    ['webkit', findWebKit()],
  ] as const) {
    if (program === undefined) continue;
    // One at a time, because the browser has one window.
    describe(`${title} in ${engine}`, { concurrency: 1 }, () =>
      register(
        useStarted(() => start(engine, program)),
        engine,
      ),
    );
  }
}

async function start(name: OtherEngineName, program: string): Promise<AttackedBrowser> {
  const [portal, engine] = await Promise.all([
    Portal.start(),
    name === 'firefox' ? firefox(program) : webkit(program),
  ]);
  const { visit, keys, evaluate } =
    name === 'firefox'
      ? firefoxDriver(engine.launcher as ChromeLauncher)
      : webkitDriver(engine.launcher as WebKitLauncher);
  const press = (combination: string) => {
    const pressed = combination.split('+');
    return keys([
      ...pressed.map((key) => ({ type: 'keyDown' as const, key })),
      ...pressed.reverse().map((key) => ({ type: 'keyUp' as const, key })),
    ]);
  };
  return {
    use: async (pin, options, act) => {
      const published = await portal.publish({ pinLength: pin.length, ...options });
      // These drivers copy a text only before the page is open.
      await visit('about:blank');
      await evaluate(`document.body.append(document.createElement('textarea'));
        document.body.firstChild.value = '${pin.slice(0, 2)} ${pin.slice(2)}';
        document.body.firstChild.select()`);
      await press('Control+c');
      await visit(published.address);
      await evaluate('ready');
      return act({ published, press, evaluate, paste: () => press('Control+v') });
    },
    close: async () => {
      await engine.launcher.stop?.();
      engine.stop();
      await portal.close();
    },
  };
}

/** Drives the one window of the browser. */
function firefoxDriver(launcher: ChromeLauncher) {
  const page = () => launcher.getPage(ID);
  return {
    visit: async (address: string) => {
      if (launcher.isActive(ID)) await page().goto(address);
      else await launcher.startSession(ID, address);
    },
    keys: async (actions: readonly KeyAction[]) => {
      const { keyboard } = page();
      for (const { type, key } of actions)
        await keyboard[type === 'keyDown' ? 'down' : 'up'](
          key as Parameters<typeof keyboard.down>[0],
        );
    },
    evaluate: <T>(script: string) => page().evaluate(script) as Promise<T>,
  };
}

function webkitDriver(launcher: WebKitLauncher): ReturnType<typeof firefoxDriver> {
  return {
    visit: async (address) => {
      if (launcher.isActive(ID)) await launcher.stopSession();
      await launcher.startSession(ID, address);
    },
    keys: (actions) => launcher.keys(actions),
    evaluate: async <T>(script: string) => {
      const session = await launcher.session;
      const value = await session<T | null>('execute/sync', {
        script: `return (0, eval)(${JSON.stringify(script)})`,
        args: [],
      });
      // WebDriver returns null for undefined.
      return (value ?? undefined) as T;
    },
  };
}
