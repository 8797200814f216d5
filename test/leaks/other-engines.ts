/** Runs Firefox or WebKit with an attack and a cardholder in a page of the portal. */
import type { ChromeLauncher } from '@web/test-runner-chrome';
import type { RunningEngine } from '../../tools/browsers/engines/engine.js';
import { findFirefox } from '../../tools/browsers/engines/find-program.js';
import { firefox } from '../../tools/browsers/engines/firefox.js';
import { findWebKit, webkit, type WebKitLauncher } from '../../tools/browsers/engines/webkit.js';
import type { PublishedPage } from './portal-page.js';
import type { OtherEngineName } from './table.js';
import type { AttackedPage } from './trial.js';

/** Name of the one open page, for the launchers. */
const ID = 'attacked';

/** Actions of a driver in the open page. */
interface Actions extends Pick<AttackedPage, 'press' | 'hold' | 'evaluate'> {
  visit(address: string): Promise<void>;
}

/** A browser with one window, which shows one page after another. */
export class OtherEngine {
  readonly #engine: RunningEngine;
  readonly #actions: Actions;

  /** Returns the path of the browser's program if it is installed. */
  static programOf(name: OtherEngineName): string | undefined {
    return { firefox: findFirefox, webkit: findWebKit }[name]();
  }

  static async start(name: OtherEngineName, program: string): Promise<OtherEngine> {
    const engine = name === 'firefox' ? firefox(program) : await webkit(program);
    return new OtherEngine(
      engine,
      name === 'firefox'
        ? firefoxActions(engine.launcher as ChromeLauncher)
        : webkitActions(engine.launcher as WebKitLauncher),
    );
  }

  private constructor(engine: RunningEngine, actions: Actions) {
    this.#engine = engine;
    this.#actions = actions;
  }

  /** Opens a page, with a text on the clipboard, and waits until the element is ready. */
  async open(published: PublishedPage, copied = ''): Promise<AttackedPage> {
    const { visit, press, hold, evaluate } = this.#actions;
    await visit('about:blank');
    await evaluate(`document.body.append(document.createElement('textarea'));
      document.body.firstChild.value = '${copied}';
      document.body.firstChild.select()`);
    await press('Control+c');
    await visit(published.address);
    await evaluate('ready');
    // These drivers have no other way to insert a text.
    return { published, press, hold, evaluate, insert: () => press('Control+v') };
  }

  async close(): Promise<void> {
    await this.#engine.launcher.stop?.();
    this.#engine.stop();
  }
}

function firefoxActions(launcher: ChromeLauncher): Actions {
  return {
    async visit(address) {
      if (launcher.isActive(ID)) await launcher.getPage(ID).goto(address);
      else await launcher.startSession(ID, address);
    },
    async press(combination) {
      const { keyboard } = launcher.getPage(ID);
      const [key, ...modifiers] = keysOf(combination);
      for (const modifier of modifiers) await keyboard.down(modifier);
      await keyboard.press(key);
      for (const modifier of modifiers) await keyboard.up(modifier);
    },
    async hold(key, meanwhile) {
      const { keyboard } = launcher.getPage(ID);
      const [held] = keysOf(key);
      await keyboard.down(held);
      await meanwhile();
      await keyboard.up(held);
    },
    evaluate: <T>(script: string) => launcher.getPage(ID).evaluate(script) as Promise<T>,
  };
}

function webkitActions(launcher: WebKitLauncher): Actions {
  return {
    async visit(address) {
      if (launcher.isActive(ID)) await launcher.stopSession();
      await launcher.startSession(ID, address);
    },
    press(combination) {
      const up = keysOf(combination);
      const down = [...up].reverse();
      return launcher.keys([
        ...down.map((key) => ({ type: 'keyDown', key })),
        ...up.map((key) => ({ type: 'keyUp', key })),
      ]);
    },
    async hold(key, meanwhile) {
      await launcher.keys([{ type: 'keyDown', key }]);
      await meanwhile();
      await launcher.keys([{ type: 'keyUp', key }]);
    },
    async evaluate<T>(script: string) {
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

/** Returns the key of a combination and then its modifiers: `Tab`, `Shift`. */
function keysOf(combination: string) {
  type Key = Parameters<ReturnType<ChromeLauncher['getPage']>['keyboard']['press']>[0];
  return combination.split('+').reverse() as [Key, ...Key[]];
}
