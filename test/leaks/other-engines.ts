/** Runs Firefox or WebKit with an attack and a cardholder in a page of the portal. */
import { setTimeout } from 'node:timers/promises';
import type { ChromeLauncher } from '@web/test-runner-chrome';
import type { RunningEngine } from '../../tools/browsers/engines/engine.js';
import { findFirefox } from '../../tools/browsers/engines/find-program.js';
import { firefox } from '../../tools/browsers/engines/firefox.js';
import { WebDriverError } from '../../tools/browsers/engines/webdriver.js';
import { findWebKit, webkit, type WebKitLauncher } from '../../tools/browsers/engines/webkit.js';
import type { AttackedPage } from './attack.js';
import type { PublishedPage } from './portal-page.js';
import type { OtherEngineName } from './table.js';

/** Name of the one open page, for the launchers. */
const ID = 'attacked';

/**
 * Milliseconds for a trial. Those with all attacks in a page take up to 7 s on a quiet machine, and
 * have taken more than 30 s on a busy one.
 */
const LIMIT = 60_000;

interface RunningBrowser {
  readonly engine: RunningEngine;
  readonly actions: Actions;
  isClosed?: true;
}

/** Actions of a driver in the open page. */
interface Actions extends Pick<AttackedPage, 'press' | 'hold' | 'evaluate'> {
  visit(address: string): Promise<void>;
}

const START: Readonly<Record<OtherEngineName, (program: string) => Promise<RunningBrowser>>> = {
  firefox(program) {
    const engine = firefox(program);
    return Promise.resolve({ engine, actions: firefoxActions(engine.launcher as ChromeLauncher) });
  },
  async webkit(program) {
    const engine = await webkit(program);
    return { engine, actions: webkitActions(engine.launcher as WebKitLauncher) };
  },
};

/** A browser with one window, which shows one page after another. */
export class OtherEngine {
  readonly #start: () => Promise<RunningBrowser>;
  #running: RunningBrowser;

  /** Returns the path of the browser's program if it is installed. */
  static programOf(name: OtherEngineName): string | undefined {
    return { firefox: findFirefox, webkit: findWebKit }[name]();
  }

  static async start(name: OtherEngineName, program: string): Promise<OtherEngine> {
    const start = () => START[name](program);
    return new OtherEngine(start, await start());
  }

  private constructor(start: () => Promise<RunningBrowser>, running: RunningBrowser) {
    this.#start = start;
    this.#running = running;
  }

  /** Opens a page, with a text on the clipboard, and waits until the element is ready. */
  async open(published: PublishedPage, copied = ''): Promise<AttackedPage> {
    const running = this.#running;
    const { press, hold, evaluate } = running.actions;
    const visit = async (address: string): Promise<void> => {
      // A trial that was given up goes on, and Firefox's launcher starts its browser again even if
      // it has been stopped. Nobody would close that browser, and the process would never end.
      if (running.isClosed) throw new WebDriverError('The browser is closed.');
      await running.actions.visit(address);
      if (running.isClosed) await running.engine.launcher.stop?.();
    };
    await visit('about:blank');
    await evaluate(`document.body.append(document.createElement('textarea'));
      document.body.firstChild.value = '${copied}';
      document.body.firstChild.select()`);
    await press('Control+c');
    const reload = async (): Promise<void> => {
      await visit(published.address);
      await evaluate('ready');
    };
    await reload();
    // These drivers have no other way to insert a text.
    return { published, press, hold, evaluate, reload, insert: () => press('Control+v') };
  }

  /**
   * Runs a function, and runs it again in a new browser if this one breaks down or answers no more.
   * WebKitGTK sometimes does so after many pages. That says nothing about the attack.
   */
  async retryInNewBrowser<T>(tryOnce: () => Promise<T>): Promise<T> {
    try {
      return await Promise.race([
        tryOnce(),
        setTimeout(LIMIT, undefined, { ref: false }).then(() => {
          throw new WebDriverError('The browser answers no more.');
        }),
      ]);
    } catch (error) {
      if (!(error instanceof WebDriverError)) throw error;
      // The driver accepts only one browser, and believes that the old one still runs.
      await this.close();
      this.#running = await this.#start();
      return tryOnce();
    }
  }

  async close(): Promise<void> {
    this.#running.isClosed = true;
    const { engine } = this.#running;
    await engine.launcher.stop?.();
    engine.stop();
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
