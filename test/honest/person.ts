/** A person at a portal's page. */
import type { Mode } from '../../tools/browsers/engines/engine.js';
import { SCRIPTS, Servers } from '../leaks/servers.js';
import { askedBy, type AskingPage } from '../support/asking-page.js';
import { until } from '../support/until.js';

export const TITLE = 'Your card';

/** Milliseconds until a person clicks again, because a click may only close a menu. */
const PATIENCE = 3_000;

/** Pixels from the corner of the page's content. */
export type Point = readonly [x: number, y: number];

/** A keyboard and a mouse. */
export interface Hands {
  /** Opens the first page. */
  open(url: string, page: AskingPage): Promise<unknown>;
  /** Presses a key, by its name in X. `down 4` only presses, `up 4` releases. */
  press(key: string): Promise<void>;
  move(to: Point): Promise<unknown>;
  button(kind: 'down' | 'up'): Promise<unknown>;
  close(): Promise<void>;
}

/** The form as the person sees it. */
interface Form {
  readonly digits: readonly number[];
  readonly selected: number;
  /** Index of the field with the focus, or -1. */
  readonly focused: number;
  /** The number of times that the focus has left a field. */
  readonly left: number;
  /** Texts that the live regions have had. */
  readonly said: readonly string[];
}

/** Observes a page with a form, and runs the portal's scripts in it. Goes before other scripts. */
const observer = ({ script }: AskingPage): string => `<script>
  let root, left = 0, repeats = 0;
  const said = new Set();
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const made = attachShadow.call(this, init);
    if (root) return made;
    made.addEventListener('focusout', () => left++);
    new MutationObserver(() => {
      for (const { textContent } of root.querySelectorAll('[role=status], [role=alert]'))
        if (textContent.trim()) said.add(textContent.trim());
    }).observe(made, { subtree: true, childList: true, characterData: true });
    return (root = made);
  };
  addEventListener('blur', () => left++);
  addEventListener('keydown', ({ repeat }) => (repeats += repeat ? 1 : 0), true);
  const ready = new Promise((resolve) => addEventListener('pin-ready', () => resolve()));
  const box = (node) => node.getBoundingClientRect();
  const corner = (node) => [box(node).x, box(node).y];
  const middle = (node) => [box(node).x + box(node).width / 2, box(node).y + box(node).height / 2];
  const form = () => {
    const fields = [...root.querySelectorAll('input')];
    const digits = fields.map(({ value }) => value.length);
    const selected = fields[0]?.selectionEnd - fields[0]?.selectionStart;
    const focused = document.hasFocus() ? fields.indexOf(root.activeElement) : -1;
    return { digits, selected, focused, left, said: [...said] };
  };
  // Another element's frame isn't observed.
  if (!location.search) ${script}
</script>`;

export class Person {
  /** The portal's page. */
  page: AskingPage;
  /** The page with the form: the frame page in isolated mode. */
  formPage: AskingPage;
  readonly hands: Hands;
  readonly #servers: Servers;
  readonly #newPage: () => AskingPage;
  #card = '';

  static async start(hands: Hands): Promise<Person> {
    const person = new Person(hands, await Servers.start());
    await hands.open(person.#servers.portal.origin, person.page);
    await person.page.untilLoaded(1);
    return person;
  }

  private constructor(hands: Hands, servers: Servers) {
    const { portal } = servers;
    this.hands = hands;
    this.#servers = servers;
    this.#newPage = askedBy(portal);
    this.page = this.formPage = this.#newPage();
    portal.answers.set('/', { body: `<title>${TITLE}</title>${observer(this.page)}` });
    portal.answers.set('/letter', { body: '<title>A letter</title>' });
  }

  async close(): Promise<void> {
    await this.hands.close();
    await this.#servers.close();
  }

  /** Opens a page with an empty form for a new card, and clicks its first field. */
  async open(mode: Mode): Promise<void> {
    const { frame } = this.#servers;
    const last = this.page;
    this.page = this.formPage = this.#newPage();
    let frameSrc: string | undefined;
    if (mode === 'isolated') {
      this.formPage = this.#newPage();
      frameSrc = this.#servers.frameFolder({}, frame, { 'Content-Security-Policy': '' }).url;
      const { pathname } = new URL(frameSrc);
      const answer = frame.answers.get(pathname)!;
      // The policy would stop the observer.
      const policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
      const body = String(answer.body).replace(policy, observer(this.formPage));
      frame.answers.set(pathname, { ...answer, body });
    }
    const { id, token, markup } = await this.#servers.newElement(mode, { frameSrc });
    this.#card = id;
    const path = this.#servers
      .newPage(`<!doctype html><html lang="en"><meta charset="utf-8"><title>${TITLE}</title>
<link rel="icon" href="data:,">${observer(this.page)}<script src="${SCRIPTS[mode]}"></script>
<style>body { margin: 20px; height: 3000px } #chat, #close { float: right }</style>
<p><span id="text">Don’t write your PIN on the card or anywhere near it.</span></p>
<textarea id="chat"></textarea><button id="close">Close the chat</button>
<button id="help">Help</button>
<div id="place">${markup}</div>
<a id="after" href="#after">After the form</a><div id="elsewhere"></div>
<dialog id="dialog"><form method="dialog"><button id="stay">Stay signed in</button></form></dialog>
<script>
  const pin = document.querySelector('set-card-pin');
  pin.clientToken = '${token}';
</script></html>`);
    await last.leaveFor(path, this.page);
    await this.formPage.untilLoaded(1);
    await this.clickField();
  }

  form(): Promise<Form> {
    return this.formPage.run('return form()');
  }

  isPinSet(pin: string): Promise<boolean> {
    return this.#servers.service.matches(this.#card, pin);
  }

  /** Presses keys, and waits until each has added a digit. Some digits may be replaced. */
  async type(keys: string | readonly string[], replaced = 0): Promise<void> {
    const count = async () => (await this.form()).digits.reduce((sum, each) => sum + each);
    const expected = (await count()) + keys.length - replaced;
    for (const key of keys) await this.hands.press(key);
    await until(`${expected} digits`, async () => (await count()) === expected);
  }

  /** Holds a digit key down during an action. */
  async hold(digit: string, act: () => Promise<unknown>): Promise<void> {
    await this.type([`down ${digit}`]);
    await act();
    await this.hands.press(`up ${digit}`);
  }

  /** Performs an action, and waits until the focus has left the field. */
  async leave(act: () => Promise<unknown>): Promise<void> {
    const { left } = await this.form();
    await act();
    await until('the focus leaves the field', async () => (await this.form()).left > left);
  }

  /** Waits until a field has focus. */
  async focusReaches(field: number, limit?: number): Promise<void> {
    const isThere = async () => (await this.form()).focused === field;
    await until(`the focus in field ${field}`, isThere, limit);
  }

  /** Clicks the new PIN until it has focus. */
  async clickField(): Promise<void> {
    const click = async () => {
      await this.click(await this.placeOf('input'));
      const reached = this.focusReaches(0, PATIENCE);
      return reached.then(...[() => true, () => false]);
    };
    await until('the focus in the new PIN', click);
  }

  /** Returns the middle of a part of the form. */
  async placeOf(selector: string): Promise<Point> {
    const place = `return middle(root.querySelector('${selector}'))`;
    const [x, y] = await this.formPage.run<Point>(place);
    if (this.page === this.formPage) return [x, y];
    const [left, top] = await this.page.run<Point>('return corner(pin)');
    return [left + x, top + y];
  }

  /** Moves the pointer to a point, or to the middle of a part of the page. */
  async pointTo(place: string | Point): Promise<Point> {
    const middle = `return middle(document.querySelector('${String(place)}'))`;
    const point = typeof place === 'string' ? await this.page.run<Point>(middle) : place;
    await this.hands.move(point);
    return point;
  }

  async click(place: string | Point): Promise<void> {
    await this.pointTo(place);
    await this.hands.button('down');
    await this.hands.button('up');
  }
}
