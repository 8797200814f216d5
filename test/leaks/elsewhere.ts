/** Firefox and WebKit, for a cardholder and an attack in a portal's page. */
import type { ChromeLauncher } from '@web/test-runner-chrome';
import type { RunningEngine } from '../../tools/browsers/engines/engine.js';
import { findFirefox } from '../../tools/browsers/engines/find-firefox.js';
import { firefox } from '../../tools/browsers/engines/firefox.js';
import { WebDriverError } from '../../tools/browsers/engines/webdriver.js';
import { findWebKit, webkit, type WebKitLauncher } from '../../tools/browsers/engines/webkit.js';
import type { AttackedPage } from './attack.js';
import type { Published } from './portal-page.js';
import type { ElsewhereName } from './table.js';

/** As the launchers call the one page that is open. */
const ID = 'attacked';

interface Running {
  readonly engine: RunningEngine;
  readonly hands: Hands;
}

const START: Readonly<Record<ElsewhereName, (program: string) => Promise<Running>>> = {
  firefox(program) {
    const engine = firefox(program);
    return Promise.resolve({ engine, hands: firefoxHands(engine.launcher as ChromeLauncher) });
  },
  async webkit(program) {
    const engine = await webkit(program);
    return { engine, hands: webkitHands(engine.launcher as WebKitLauncher) };
  },
};

/** One window, in which one page is opened after another. */
export class Elsewhere {
  readonly #start: () => Promise<Running>;
  #running: Running;

  /** The browser's program, if it is installed. */
  static programOf(name: ElsewhereName): string | undefined {
    return { firefox: findFirefox, webkit: findWebKit }[name]();
  }

  /** Starts a browser, to be closed by the caller. */
  static async start(name: ElsewhereName, program: string): Promise<Elsewhere> {
    const start = () => START[name](program);
    return new Elsewhere(start, await start());
  }

  private constructor(start: () => Promise<Running>, running: Running) {
    this.#start = start;
    this.#running = running;
  }

  /**
   * Opens a page and waits until its fields can be used.
   *
   * @param noted - What the cardholder has copied before.
   */
  async open(published: Published, noted: string): Promise<AttackedPage> {
    const { press, evaluate, visit } = this.#running.hands;
    await visit('about:blank');
    await evaluate(`document.body.append(document.createElement('textarea'));
      document.body.firstChild.value = '${noted}';
      document.body.firstChild.select()`);
    await press('Control+c');
    await visit(published.address);
    await evaluate('ready');
    // By another way no driver of these can bring it.
    return { published, press, evaluate, bring: () => press('Control+v') };
  }

  /** Loads the page anew, with what an earlier visit has left. */
  async visitAgain({ published, evaluate }: AttackedPage): Promise<void> {
    await this.#running.hands.visit(published.address);
    await evaluate('ready');
  }

  /**
   * Does something in the browser, and does it again in another one where this one breaks down: WebKitGTK's does now and then where a
   * service worker brings the page, once it has shown many pages. That tells nothing of what was tried.
   */
  async surviving<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof WebDriverError)) throw error;
      // The driver takes the one that broke down for one that is still there, and has no room for another.
      await this.close();
      this.#running = await this.#start();
      return attempt();
    }
  }

  async close(): Promise<void> {
    const { engine } = this.#running;
    await engine.launcher.stop?.();
    engine.stop();
  }
}

interface Hands extends Pick<AttackedPage, 'press' | 'evaluate'> {
  visit(address: string): Promise<void>;
}

function firefoxHands(launcher: ChromeLauncher): Hands {
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
    evaluate: <T>(script: string) => launcher.getPage(ID).evaluate(script) as Promise<T>,
  };
}

function webkitHands(launcher: WebKitLauncher): Hands {
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
    async evaluate<T>(script: string) {
      const session = await launcher.session;
      const value = await session.run<T | null>(`return (0, eval)(${JSON.stringify(script)})`);
      // WebDriver knows no other word for nothing.
      return (value ?? undefined) as T;
    },
  };
}

/** The key of a combination, then its modifiers. */
function keysOf(combination: string) {
  type Key = Parameters<ReturnType<ChromeLauncher['getPage']>['keyboard']['press']>[0];
  return combination.split('+').reverse() as [Key, ...Key[]];
}
