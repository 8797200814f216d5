/** One element and everything that can happen to it, as steps of a generated life. */
import { pendingRequests } from './held-fetch.js';
import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import { SetCardPinElement as IsolatedElement } from '../../src/isolated-element.js';
import type { ClientToken, Outcome, PinChangeEvent, PinErrorEvent } from '../../src/index.js';
import type { FrameRequest } from '../../tools/test/servers-plugin.js';
import { readFrame } from '../support/browser/accessibility-tree.js';
import { frames, press, type } from '../support/browser/cardholder.js';
import { listen, moveBefore, runInFrames, until } from '../support/browser/page.js';
import { ENDS } from '../../src/set-pin/outcome.js';
import type { Answer } from '../support/response.js';

/** An inline form’s requests are held. In isolated mode a submit waits for a client token. */
const ENDPOINT = 'https://service.example/graphql';

const payload = (result: object): Answer => [200, { data: { setPinForPaymentCard: result } }];

/** The results of a request, by their names in a counterexample. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  'answer: a card': payload({ __typename: 'PaymentCard', id: 'card_1', last4: '1001' }),
  'answer: a refusal': payload({ __typename: 'UserError', errors: [{ code: 'PIN_TOO_SIMPLE' }] }),
  'answer: 401': [401],
  'answer: 503': [503],
  'answer: HTML': [200],
  'lose the request': 'lost',
};

type Steps = Readonly<Record<string, (life: Life) => unknown>>;

type Focus = 'element' | 'other' | 'nothing';

IsolatedElement.define('isolated-set-card-pin');

/** Ends of the address in `frame-src`, by steps. */
const ADDRESSES = {
  'get no address': undefined,
  'get the frame page': '',
  'get another frame page': '?another',
  'get a missing frame page': 'missing',
};

/** A message that a frame page ignores. */
const PING = '{"kind":"ping"}';

/** Makes a frame page answer pings through its port, after all its earlier messages. */
const IN_FRAMES = `
  addEventListener('message', ({ ports: [port] }) =>
    port?.addEventListener('message', ({ data }) => data === '${PING}' && port.postMessage(data)));`;

/** The page's own class, which a life replaces. */
const { MessageChannel } = window;

/** Returns a token that expires before the next step. */
function newToken(): ClientToken {
  const expirationDate = new Date(Date.now() + 1).toISOString();
  return { value: crypto.randomUUID(), expirationDate };
}

/** Resolves when pending tasks have run. */
function task(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  }).finally(() => port1.close());
}

/** The host's end of a connection. Its messages can be held, as a slow frame page holds them. */
class Line {
  static isHeld = false;
  static last: Line | undefined;
  isClosed = false;
  onmessage: (event: MessageEvent) => void = () => undefined;
  readonly #port: MessagePort;
  readonly #held: MessageEvent[] = [];
  #handlePong: () => void = () => undefined;
  #arrivals = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = (event: MessageEvent<string>) => {
      if (event.data === PING) return this.#handlePong();
      this.#arrivals++;
      this.#held.push(event);
      if (!Line.isHeld) this.release();
    };
  }

  postMessage(message: unknown): void {
    this.#port.postMessage(message);
  }

  close(): void {
    this.isClosed = true;
    this.#port.close();
  }

  release(): void {
    while (!this.isClosed && this.#held.length > 0) this.onmessage(this.#held.shift()!);
  }

  /** Returns whether nothing has arrived while the frame page answered a ping. */
  async isSilent(): Promise<boolean> {
    const before = this.#arrivals;
    await new Promise<void>((resolve, reject) => {
      this.#handlePong = resolve;
      this.postMessage(PING);
      // The page's own timers are fake.
      AbortSignal.timeout(60_000).onabort = () => reject(new Error('The frame page is silent.'));
    });
    return this.#arrivals === before;
  }
}

let frameSrc: string;

/** Serves the frame page for all lives of a test file. */
export async function openStage(): Promise<void> {
  await runInFrames(IN_FRAMES);
  frameSrc = await executeServerCommand<string, FrameRequest>('start-frame', {
    endpoints: [ENDPOINT],
  });
  const { fetch } = window;
  Object.assign(window, {
    fetch: (url: string, init: RequestInit) =>
      String(url).endsWith('client-token')
        ? // The page's route for client tokens. A real one takes several tasks.
          Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve(newToken()) })
        : fetch(url, init),
    MessageChannel: function () {
      const { port1, port2 } = new MessageChannel();
      return { port1: (Line.last = new Line(port1)), port2 };
    },
  });
}

/** A call of `submit()`. */
interface Call {
  readonly ended: Promise<Outcome>;
  outcome?: Outcome;
  /** True if the page has ended it since. */
  isOver?: boolean;
  /** True if it hadn't ended when the page last settled. */
  wasPending?: boolean;
}

/** The life of one element, with the conditions that hold at any time. */
export class Life {
  /** Steps that another can follow before the page settles. */
  static readonly short: Steps = {
    'focus()': (life) => {
      life.#ask();
      life.#element.focus();
    },
    'focus elsewhere': (life) => {
      life.#other.focus();
      life.#focus = 'other';
      life.#isAsked = false;
    },
    blur: (life) => {
      life.#other.blur();
      (life.#root.activeElement as HTMLElement | null)?.blur();
      life.#focus = 'nothing';
      life.#isAsked = false;
    },
    'submit()': (life) => life.#submit(),
    'reset()': (life) => {
      if (life.#element.isConnected) life.#wipe();
      life.#element.reset();
    },
    'reset the form around': (life) => {
      if (life.#element.isConnected && !life.#isBusy && !life.#isSet) life.#wipe();
      life.#form.reset();
    },
    report: (life) => {
      life.#ask();
      // The frame page focuses the field with the problem later.
      life.#isSubmitted = true;
      life.#element.reportValidity();
    },
    ...Object.fromEntries(
      Object.entries(ADDRESSES).map(([name, end]) => [name, (life) => life.#changeAddress(end)]),
    ),
    'other card': (life) => {
      life.#wipe();
      // Never the previous card, because a change back to it in the same task changes nothing.
      life.#element.cardId += '1';
    },
    insert: (life) => {
      if (life.#element.isConnected) return;
      life.#eventsBefore = life.#events.length;
      life.#form.append(life.#element);
    },
    move: (life) => {
      life.#maySlip = true;
      if (!life.#element.isConnected) return;
      // The frame page loads again, so it loses the entry and ends the submit.
      if (!life.#isInline) {
        if (!Line.isHeld) life.#typed = false;
        for (const call of life.#calls) call.wasPending = false;
      }
      life.#form.append(life.#element);
    },
    'move before': (life) => {
      if (life.#element.isConnected) moveBefore(life.#element, life.#form);
    },
  };

  /** Steps after which the page always settles. */
  static readonly long: Steps = {
    remove: (life) => {
      life.#wipe();
      life.#maySlip = true;
      life.#isAskedLater = false;
      life.#eventsBefore = life.#events.length;
      life.#last = { complete: false, valid: false };
      life.#element.remove();
    },
    'type a digit': (life) => life.#type('4'),
    'type a PIN': (life) => life.#type('4826', '4826'),
    'press Enter': async (life) => {
      await life.#settle();
      if (life.#focused !== 'element' || life.#reload !== null) return;
      life.#isSubmitted = true;
      await press('Enter');
    },
    'press the reload button': (life) => {
      if (life.#reload !== null) life.#ask();
      life.#reload?.click();
    },
    // The page enters the back/forward cache and comes back.
    pagehide: async (life) => {
      if (life.#isInline && life.#element.isConnected) life.#wipe();
      for (const type of ['pagehide', 'pageshow']) {
        const event = `new PageTransitionEvent('${type}', { persisted: true })`;
        window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
        const expression = `dispatchEvent(${event}); 0`;
        await executeServerCommand('evaluate-in-frames', { expression });
      }
      life.#wiped = true;
      // While messages are held, the frame page's earlier ones haven't arrived yet.
      if (!Line.isHeld) life.#typed = false;
    },
    'hold the frame page’s messages': () => {
      Line.isHeld = true;
    },
    'hear the frame page': () => {
      Line.isHeld = false;
      Line.last?.release();
    },
    'get client tokens': (life) => {
      life.#gives = true;
    },
    'get a route for tokens': (life) => {
      if (life.#isInline) life.#element.tokenUrl = 'client-token';
    },
    // Answers the pending request, or the one that follows the wait before another attempt.
    ...Object.fromEntries(
      Object.entries(ANSWERS).map(([name, answer]) => [
        name,
        async (life: Life) => {
          await life.#settle();
          if (life.#isBusy && pendingRequests().length === 0) await life.#clock.tickAsync(5000);
          pendingRequests()[0]?.(answer);
        },
      ]),
    ),
    ...Object.fromEntries(
      [9, 31].map((seconds) => [
        `wait ${seconds}`,
        async (life: Life) => {
          await life.#settle();
          await life.#clock.tickAsync(seconds * 1000);
        },
      ]),
    ),
  };

  readonly #clock = useFakeTimers({
    now: Date.now(),
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
  });
  readonly #mode: 'inline' | 'isolated';
  readonly #element: HTMLElementTagNameMap['set-card-pin'];
  readonly #root: ShadowRoot;
  readonly #form = document.createElement('form');
  readonly #other = document.createElement('input');
  readonly #events: Event[];
  /** The number of events before the current form, or before the removal of the last one. */
  #eventsBefore = 0;
  /** The `src` that a frame last loaded. */
  readonly #loaded = new WeakMap<object, string>();
  readonly #calls: Call[] = [];
  /** The cardholder's typing that the page has heard. */
  readonly #overheard: string[] = [];
  /** False statements that a listener of `pin-change` or `pin-error` has found. */
  readonly #lies: string[] = [];
  /** True if the page gives client tokens to an inline form. */
  #gives = false;
  #last = { complete: false, valid: false };
  /** True if the fields may contain digits. */
  #typed = false;
  /** True if the frame page has just emptied its fields. */
  #wiped = false;
  /** The focus when the page last settled, or after a later step that moved it. */
  #focus: Focus = 'nothing';
  /** True if something asked for the focus in this task. */
  #isAsked = false;
  /** True if something asked to focus a form that isn't there yet. */
  #isAskedLater = false;
  /** True if a submit may still end with a problem, whose field receives the focus. */
  #isSubmitted = false;
  /** True if the element may lose the focus in this task. */
  #maySlip = false;

  constructor(mode: 'inline' | 'isolated') {
    Line.isHeld = false;
    Line.last = undefined;
    const { attachShadow } = Element.prototype;
    let root!: ShadowRoot;
    // The root stays closed, because the guards don't work in an open one.
    Element.prototype.attachShadow = function (init) {
      return (root = attachShadow.call(this, init));
    };
    const tag = mode === 'inline' ? 'set-card-pin' : 'isolated-set-card-pin';
    this.#element = document.createElement(tag) as HTMLElementTagNameMap['set-card-pin'];
    Element.prototype.attachShadow = attachShadow;
    this.#root = root;
    Object.assign(this.#element, { endpoint: ENDPOINT, cardId: 'card_1' });
    this.#mode = mode;
    if (mode === 'isolated') this.#element.frameSrc = frameSrc;
    this.#events = listen(this.#element);
    this.#element.addEventListener('pin-change', (event) => this.#judgeChange(event));
    this.#element.addEventListener('pin-error', (event) => this.#judgeError(event));
    this.#element.addEventListener('pin-set', () => (this.#typed = false));
    this.#element.addEventListener('token-expired', (event) => {
      if (this.#gives && this.#isInline) event.respondWith(Promise.resolve(newToken()));
    });
    const keepLoaded = ({ target }: Event): void => {
      const { contentWindow, src } = target as HTMLIFrameElement;
      if (contentWindow) this.#loaded.set(contentWindow, src);
    };
    this.#root.addEventListener('load', keepLoaded, true);
    document.body.append(this.#form, this.#other);
    this.#form.append(this.#element);
  }

  /**
   * @param name - Steps, joined by `and` if nothing else happens between them, or by `and then` if
   *   the element is updated between them.
   */
  async live(name: string): Promise<void> {
    this.#clock.tick(1);
    const before = [this.#isBusy, this.#isSet];
    for (const part of name.split(' and ')) {
      if (part.startsWith('then ')) await this.#element.updateComplete;
      const step = part.replace('then ', '');
      const more = (Life.short[step] ?? Life.long[step]!)(this);
      if (more instanceof Promise) await more;
    }
    await this.check();
    if (name === 'reset the form around' && this.#element.isConnected)
      expect([this.#isBusy, this.#isSet], 'after the reset').to.deep.equal(before);
  }

  /** Waits until the page has settled, and checks the conditions that hold at any time. */
  async check(): Promise<void> {
    await this.#settle();
    this.#checkContent();
    await this.#checkGuard();
    await this.#checkEmptiness();
    this.#checkCalls();
    this.#checkFocus();
    this.#checkEvents();
  }

  /** Expects that every submit ends, and that the form still works. */
  async conclude(): Promise<void> {
    for (const step of ['insert', 'hear the frame page', 'wait 31', 'wait 31'])
      await this.live(step);
    for (const { outcome } of this.#calls) expect(outcome, 'the outcome of a submit').to.be.ok;
    await this.live('reset()');
    await this.live('submit()');
    const failure = this.#isMistaken ? 'misconfigured' : 'unavailable';
    const expected = this.#isMistaken || this.#reload !== null ? failure : 'invalid';
    expect(this.#calls.at(-1)!.outcome?.kind).to.equal(expected);
    if (this.#isInline) {
      const source = this.#element.tokenUrl ? 'get a route for tokens' : 'get client tokens';
      for (const step of [source, 'type a PIN', 'submit()', 'answer: a card'])
        await this.live(step);
      expect(this.#calls.at(-1)!.outcome?.kind, 'the last submit').to.equal('set');
    }
    await this.live('remove');
  }

  async end(): Promise<void> {
    for (const node of [this.#element, this.#form, this.#other]) node.remove();
    await task();
    this.#clock.restore();
  }

  /** True if the form is in the page. */
  get #isInline(): boolean {
    return this.#mode === 'inline' && !this.#isMistaken;
  }

  /** True if `frame-src` doesn't fit the mode, so that there is no form. */
  get #isMistaken(): boolean {
    return (this.#element.frameSrc === undefined) === (this.#mode === 'isolated');
  }

  get #isBusy(): boolean {
    return this.#element.matches(':is(:state(waiting), :state(submitting))');
  }

  get #isSet(): boolean {
    return this.#element.matches(':state(set)');
  }

  get #frame(): HTMLIFrameElement | null {
    return this.#root.querySelector('iframe');
  }

  /** The button that loads the frame page again. */
  get #reload(): HTMLButtonElement | null {
    if (this.#isInline) return null;
    return this.#root.querySelector<HTMLButtonElement>(':not(#form) > button.submit');
  }

  get #inputs(): readonly HTMLInputElement[] {
    return [...this.#root.querySelectorAll('input')];
  }

  /** True if the cardholder can type. */
  get #isUsable(): boolean {
    return this.#isInline ? this.#element.isConnected : this.#frame?.className === '';
  }

  /** True if the element's frame page is there and serves this page. */
  get #isServed(): boolean {
    const { src = '' } = this.#frame ?? {};
    return this.#element.isConnected && /^(\?.*)?$/.test(src.replace(frameSrc, '')) && src !== '';
  }

  get #focused(): Focus {
    if (document.activeElement === this.#other) return 'other';
    return this.#root.activeElement === null ? 'nothing' : 'element';
  }

  /** Resolves when the frame has loaded, and neither page has more messages to send. */
  async #settle(): Promise<void> {
    for (let rounds = 0; rounds < 50; rounds++) {
      await task();
      await this.#element.updateComplete;
      const frame = this.#frame;
      const page = frame?.contentWindow;
      // The element greets the frame page in a listener that runs after ours.
      if (page) await until(() => this.#loaded.get(page) === frame.src).then(task);
      const { last } = Line;
      if (last === undefined || last.isClosed || !this.#isServed) return;
      if (await last.isSilent()) return;
    }
    throw new Error('Waited for the frame page to be silent.');
  }

  #ask(): void {
    this.#isAsked = true;
    this.#isAskedLater = true;
  }

  /** Notes that the page has emptied the fields and ended every submit. */
  #wipe(): void {
    this.#wiped = true;
    this.#typed = false;
    // The frame page may already have focused the field with the problem.
    this.#isSubmitted &&= !this.#isInline;
    for (const call of this.#calls) call.isOver = true;
  }

  #submit(): void {
    const before = this.#calls.at(-1);
    this.#isAsked = this.#isSubmitted = true;
    const ended = this.#element.submit();
    if (before !== undefined && this.#element.isConnected) {
      if (before.isOver || before.outcome)
        expect(ended, 'another promise').not.to.equal(before.ended);
      else if (before.wasPending) expect(ended, 'the same promise').to.equal(before.ended);
    }
    if (ended === before?.ended) return;
    const call: Call = { ended };
    this.#calls.push(call);
    void ended.then((outcome) => (call.outcome = outcome));
  }

  #changeAddress(end: string | undefined): void {
    const address = end === undefined ? undefined : frameSrc + end;
    if (address === this.#element.frameSrc) return;
    this.#wipe();
    this.#eventsBefore = this.#events.length;
    if (this.#focused === 'element') this.#ask();
    this.#maySlip = true;
    this.#element.frameSrc = address;
  }

  async #type(...texts: readonly string[]): Promise<void> {
    await this.#settle();
    if (!this.#isUsable || this.#isSet) return;
    const wasTyped = this.#typed;
    this.#element.focus();
    this.#ask();
    await this.#settle();
    // The frame page focuses its field in a separate task.
    await executeServerCommand('evaluate-in-frames', { expression: 'new Promise(setTimeout)' });
    for (const [index, text] of texts.entries()) {
      if (index > 0) await press('Tab');
      if (this.#focused !== 'element') break;
      if (wasTyped && text.length > 1) await press('Control+a');
      this.#typed = true;
      await type(text);
      if (this.#isInline && !this.#inputs.some(({ readOnly }) => readOnly))
        expect(this.#inputs.map(({ value }) => value).join(''), 'typed').to.contain(text);
    }
    this.#focus = this.#focused;
  }

  #checkContent(): void {
    const count = (selector: string): number => this.#root.querySelectorAll(selector).length;
    const frames = count('iframe') + (this.#reload === null ? 0 : 1);
    const parts = [count('#form'), frames, count('input')];
    if (!this.#element.isConnected) expect(count('*'), 'nodes of no form').to.equal(0);
    else if (this.#isSet) expect(count('input'), 'fields beside the success').to.equal(0);
    else if (this.#isMistaken) expect(count('*'), 'a sentence').to.equal(1);
    else expect(parts).to.deep.equal(this.#isInline ? [1, 0, 2] : [0, 1, 0]);
  }

  /** Expects that no listener that was added later hears the cardholder's typing. */
  async #checkGuard(): Promise<void> {
    const types = 'keydown keypress keyup beforeinput input compositionupdate';
    for (const target of [window, document, this.#element])
      for (const type of types.split(' ')) target.addEventListener(type, this.#overhear, true);
    this.#inputs[0]?.dispatchEvent(
      new CompositionEvent('compositionupdate', { data: '7', bubbles: true, composed: true }),
    );
    expect(this.#overheard, 'overheard').to.deep.equal([]);
    // The element doesn't report anything in the same task as an event in its form.
    await task();
  }

  readonly #overhear = (event: Event): void => {
    const key = 'key' in event ? String(event.key) : '7';
    if (/\d/.test(key)) this.#overheard.push(`${event.type} ${key}`);
  };

  async #checkEmptiness(): Promise<void> {
    if (this.#typed) return;
    for (const { value } of this.#inputs) expect(value, 'an emptied field').to.equal('');
    if (!this.#wiped || !this.#isServed || !this.#isUsable || Line.isHeld) return;
    this.#wiped = false;
    for (const frame of await frames())
      for (const { role, value } of await readFrame(frame))
        if (role === 'textbox') expect(value, 'an emptied field').to.equal('');
  }

  #checkCalls(): void {
    const raised = this.#events.map((event) => (event as Partial<PinErrorEvent>).outcome);
    for (const call of this.#calls) {
      const { outcome, isOver, wasPending } = call;
      if (isOver) expect(outcome, 'the outcome of a submit that the page ended').to.be.ok;
      if (isOver && wasPending) expect(outcome!.kind).to.equal('aborted');
      if (outcome?.kind === 'set')
        expect(this.#events.map(({ type }) => type)).to.include('pin-set');
      else if (outcome && outcome.kind !== 'aborted') expect(raised).to.include(outcome);
      call.wasPending = outcome === undefined;
    }
    const pending = this.#calls.filter(({ outcome }) => outcome === undefined);
    expect(pending.length, 'pending calls').to.be.at.most(this.#element.isConnected ? 1 : 0);
    if (this.#isInline) expect(pending.length === 0 || this.#isBusy).to.equal(true);
    expect(pendingRequests().length, 'pending requests').to.be.at.most(this.#isBusy ? 1 : 0);
  }

  #checkFocus(): void {
    const [before, now] = [this.#focus, this.#focused];
    const mayComeFromOther = this.#isAsked || this.#isSubmitted;
    const mayCome = mayComeFromOther || (before === 'nothing' && this.#isAskedLater);
    if (before !== 'element' && now === 'element')
      expect(mayCome, 'asked for the focus').to.equal(true);
    if (before === 'element' && now !== 'element' && this.#isInline)
      expect(this.#maySlip, 'the focus may leave').to.equal(true);
    if (before === 'other') expect(now === 'other' || mayComeFromOther).to.equal(true);
    this.#focus = now;
    this.#isAsked = this.#maySlip = false;
    const isOpen = this.#isUsable || this.#reload !== null;
    const isThere = !this.#element.isConnected || this.#isMistaken || isOpen;
    if (!isThere || Line.isHeld) return;
    this.#isAskedLater = false;
    this.#isSubmitted = this.#isBusy || this.#calls.some(({ outcome }) => !outcome);
  }

  #checkEvents(): void {
    const events = this.#events.slice(this.#eventsBefore);
    if (!this.#element.isConnected) expect(events, 'events out of the page').to.be.empty;
    expect(this.#lies).to.deep.equal([]);
    expect(this.#element.validity.valid, 'validity').to.equal(this.#last.valid);
    const ready = events.filter(({ type }) => type === 'pin-ready');
    if (this.#isUsable) expect(ready, 'ready events').to.have.length(1);
    else expect(ready.length, 'ready events').to.be.at.most(1);
  }

  #judgeChange({ complete, valid }: PinChangeEvent): void {
    const change = JSON.stringify({ complete, valid });
    if (change === JSON.stringify(this.#last)) this.#lies.push(`no change: ${change}`);
    if (!this.#typed && (complete || valid)) this.#lies.push(`an earlier entry: ${change}`);
    if (this.#element.validity.valid !== valid) this.#lies.push(`another validity: ${change}`);
    this.#last = { complete, valid };
  }

  #judgeError({ outcome, cause }: PinErrorEvent): void {
    if (this.#isInline && !ENDS[outcome.kind].keeps) this.#typed = false;
    // This step's submit may have ended before the page wiped the form.
    const isNew = this.#calls.some(({ wasPending }) => wasPending === undefined);
    if (cause === undefined && !this.#isSubmitted && !isNew)
      this.#lies.push('an error of no submit');
    if (outcome.kind === 'misconfigured' && !this.#isMistaken)
      this.#lies.push('an error of an earlier form');
  }
}
