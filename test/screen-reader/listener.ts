/** A cardholder who listens: opens pages of a portal, presses keys and hears what Orca says. */
import assert from 'node:assert/strict';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import type { Mode } from '../../tools/browsers/engines/engine.js';
import { SCRIPTS, Servers } from '../leaks/servers.js';
import { askedBy, type AskingPage } from '../support/asking-page.js';
import { LIMIT, type BrowserName } from '../support/desktop.js';
import { until } from '../support/until.js';
import { SpeakingDesktop } from './speaking-desktop.js';

/**
 * Keys, and everything that is heard before the next keys, in order. A key may also be a script for
 * the page, such as `run pin.focus()`. A text after `?` is optional.
 */
export type Step = readonly [keys: readonly string[], hears: readonly string[]];

export interface Scene {
  readonly behaviour?: SandboxBehaviour | undefined;
  readonly steps: readonly Step[];
}

const TITLE = 'Set your PIN';

/** Said at the link before the form. */
export const BEFORE = 'Before the form link.';

/** Milliseconds without a word, after which nothing more is expected. */
const SILENCE = 4_000;

/**
 * Texts that aren't compared: key names, fields with masked digits, and Orca's modes, which it says
 * sooner or later.
 */
const NOISE =
  /^(tab|return|left shift|\d|.*(black circle|bullet).*|(Browse|Focus) mode|(Finished )?loading.*|.* document web\.)$/i;

/** Said only if a response takes a while, which depends on the load. */
const SAID_IF_SLOW = /^(Setting your PIN|Connecting)/;

export class Listener {
  readonly #desktop = new SpeakingDesktop();
  readonly #browser: BrowserName;
  readonly #mode: Mode;
  #servers!: Servers;
  #newPage!: () => AskingPage;
  #page!: AskingPage;
  /** What was heard, as text. */
  transcript = '';

  constructor(browser: BrowserName, mode: Mode) {
    this.#browser = browser;
    this.#mode = mode;
  }

  async start(): Promise<void> {
    this.#servers = await Servers.start();
    const { portal } = this.#servers;
    this.#newPage = askedBy(portal);
    portal.answers.set('/', { body: this.#markup() });
    await this.#desktop.start();
    await this.#desktop.openBrowser(this.#browser, portal.origin, TITLE, [
      '--force-renderer-accessibility',
    ]);
  }

  async close(): Promise<void> {
    await this.#desktop.close();
    await this.#servers.close();
  }

  /** Plays a scene, and asserts that each text is heard once, in this order. */
  async play(title: string, scene: Scene): Promise<void> {
    await this.#open(scene);
    const expected = scene.steps.flatMap(([, hears]) => hears);
    let start = 0;
    const heard = (from = start): string[] =>
      this.#said()
        .slice(from)
        .filter((text) => !SAID_IF_SLOW.test(text) || expected.includes(text));
    this.transcript += `\n${title}\n`;
    for (const [index, [keys, hears]] of scene.steps.entries()) {
      let from = this.#said().length;
      try {
        if (index === 0) start = from = await this.#tabTo(hears[0]!);
        else for (const key of keys) await this.#press(key);
        const last = hears.filter((text) => !text.startsWith('?')).at(-1);
        if (last !== undefined) await until(last, () => heard(from).includes(last), LIMIT);
        if (index === scene.steps.length - 1) await this.#silence();
      } finally {
        this.transcript += `    [${keys.join(' ')}] ${heard(from).join(' / ')}\n`;
      }
    }
    const texts = heard();
    const said: string[] = [];
    for (const text of expected) {
      const plain = text.replace(/^\?/, '');
      if (plain === text || texts[said.length] === plain) said.push(plain);
    }
    assert.deepEqual(texts, said);
  }

  /** Opens a page in the same tab, and moves to the link before the form. */
  async #open({ behaviour }: Scene): Promise<void> {
    const { token, markup } = await this.#servers.newElement(this.#mode, { behaviour });
    const last = this.#page;
    const script = `document.querySelector('set-card-pin').clientToken = '${token}'`;
    const path = this.#servers.newPage(this.#markup(`${markup}<script>${script}</script>`));
    await last.leaveFor(path, this.#page);
    await this.#page.run('first.focus()');
    await this.#silence();
    await this.#tabTo(BEFORE);
  }

  async #press(key: string): Promise<void> {
    if (!key.startsWith('run ')) return this.#desktop.press(key);
    return this.#page.run(key.slice('run '.length));
  }

  /**
   * Tabs to a control until Orca says a text, and returns the text's index. Keys are lost while the
   * browser or Orca is busy with a page. In Chromium, Orca sometimes doesn't say the name when the
   * focus enters a frame from another site.
   */
  async #tabTo(text: string): Promise<number> {
    for (let tries = 0, keys = ['Tab']; tries < 8; tries++, keys = ['shift+Tab', 'Tab']) {
      const from = this.#said().length;
      for (const key of keys) await this.#press(key);
      const find = (): number => this.#said().indexOf(text, from);
      const wait = until(text, () => find() >= 0, 10_000);
      if (await wait.then(() => true).catch(() => false)) return find();
    }
    throw new Error(`Orca doesn’t say “${text}”.`);
  }

  #said(): string[] {
    const texts = this.#desktop.said().filter((text) => !NOISE.test(text));
    // Orca sometimes says this role.
    return texts.map((text) => text.replace(/ panel\.$/, ''));
  }

  async #silence(): Promise<void> {
    let [count, since] = [-1, 0];
    await until('silence', () => {
      const { length } = this.#desktop.said();
      if (length !== count) [count, since] = [length, Date.now()];
      return Date.now() - since > SILENCE;
    });
  }

  /** Returns a new page that asks for scripts, because keys that type an address could be lost. */
  #markup(content = ''): string {
    this.#page = this.#newPage();
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${TITLE}</title>
<script>const ready = new Promise((done) => addEventListener('pin-ready', done)); ${this.#page.script}</script>
<script src="${SCRIPTS[this.#mode]}"></script>
<a id="first" href="#first">First</a>
<a id="before" href="#before">Before the form</a>
${content}
<a href="#after">After the form</a></html>`;
  }
}
