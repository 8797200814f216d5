/** One element and everything that can happen to it, as steps of a generated life. */
import { answer, pendingRequests } from './held-fetch.js';
import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import type { SinonFakeTimers } from 'sinon';
import '../../../src/index.js';
import type { Outcome, PinChangeEvent, PinErrorEvent } from '../../../src/index.js';
import type { FrameRequest } from '../../../tools/test/frame-plugin.js';
import { frames, press, protocol, type } from './cardholder.js';
import { listen, runInFrames } from './page.js';

/** An inline form’s requests are held. In isolated mode a submit waits for a client token. */
const ENDPOINTS = ['https://one.example/graphql', 'https://two.example/graphql'] as const;

const payload = (result: object) => (): Response =>
  Response.json({ data: { setPinForPaymentCard: result } });

/** The answers of the service, by their names in a counterexample. */
const ANSWERS: Readonly<Record<string, () => Response>> = {
  'a card': payload({ __typename: 'PaymentCard', id: 'card_1', last4: '1001' }),
  'a refusal': payload({ __typename: 'UserError', errors: [{ code: 'PIN_TOO_SIMPLE' }] }),
  401: () => new Response('', { status: 401 }),
  503: () => new Response('', { status: 503 }),
  HTML: () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
};

/** Outcomes that keep what was typed. */
const KEEPING = /^(invalid|token-unavailable|unavailable|rate-limited|unconfirmed)$/;

type Steps = Readonly<Record<string, (life: Life) => unknown>>;

/** Makes a frame page answer through its port, after everything that it has sent before. */
const ANSWER_PINGS = `addEventListener('message', ({ ports: [port] }) =>
  port?.addEventListener('message', ({ data }) => data?.ping && port.postMessage(data)));`;

/** The page's own, which a life replaces. */
const { MessageChannel } = window;
const startTimer = setTimeout.bind(window);
const stopTimer = clearTimeout.bind(window);

/** Resolves when pending tasks have run. */
function task(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  }).finally(() => port1.close());
}

/** Rejects if a promise takes longer than 60 seconds. */
async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = startTimer(() => reject(new Error(`Waited for ${what}.`)), 60_000);
  });
  return Promise.race([promise, late]).finally(() => stopTimer(timer));
}

/** The host's end of a connection. Its messages can be held, as a slow frame page holds them. */
class Line {
  static isHeld = false;
  static last: Line | undefined;
  isClosed = false;
  readonly #port: MessagePort;
  readonly #held: MessageEvent[] = [];
  #handle: (event: MessageEvent) => void = () => undefined;
  #handlePong: () => void = () => undefined;
  #arrivals = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.addEventListener('message', (event: MessageEvent<object>) => {
      if ('ping' in event.data) return this.#handlePong();
      this.#arrivals++;
      this.#held.push(event);
      if (!Line.isHeld) this.release();
    });
    Object.defineProperty(port, 'onmessage', {
      set: (handle: (event: MessageEvent) => void) => {
        this.#handle = handle;
        port.start();
      },
    });
    const close = (): void => MessagePort.prototype.close.call(port);
    port.close = () => {
      this.isClosed = true;
      close();
    };
  }

  release(): void {
    while (!this.isClosed && this.#held.length > 0) this.#handle(this.#held.shift()!);
  }

  /** Returns whether nothing has arrived while the frame page answered a ping. */
  async isSilent(): Promise<boolean> {
    const before = this.#arrivals;
    const answered = new Promise<void>((resolve) => (this.#handlePong = resolve));
    this.#port.postMessage({ ping: true });
    await within(answered, 'an answer of the frame page');
    return this.#arrivals === before;
  }
}

class HeldChannel extends MessageChannel {
  constructor() {
    super();
    Line.last = new Line(this.port1);
  }
}

/** What the lives of a test file share. */
export interface Stage {
  readonly frameSrc: string;
  /** The document of a frame of the same origin. */
  readonly there: Document;
  end(): void;
}

/** Serves the frame page, and adds another document to the page. */
export async function openStage(): Promise<Stage> {
  await runInFrames(ANSWER_PINGS);
  const frameSrc = await executeServerCommand<string, FrameRequest>('start-frame', {
    endpoints: ENDPOINTS,
  });
  const frame = document.createElement('iframe');
  frame.srcdoc = '<p>';
  const loaded = new Promise((resolve) => (frame.onload = resolve));
  document.body.append(frame);
  await within(loaded, 'the other document');
  window.MessageChannel = HeldChannel;
  return {
    frameSrc,
    there: frame.contentDocument!,
    end: () => {
      window.MessageChannel = MessageChannel;
      frame.remove();
    },
  };
}

/** A call of `submit()`. */
interface Call {
  readonly ended: Promise<Outcome>;
  outcome?: Outcome;
  /** The page has ended it since. */
  isOver?: boolean;
  /** It had not ended when the page had settled last. */
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
      life.#releaseFocus('other');
    },
    blur: (life) => {
      life.#other.blur();
      (life.#root.activeElement as HTMLElement | null)?.blur();
      life.#releaseFocus('nothing');
    },
    'submit()': (life) => life.#submit(),
    'reset()': (life) => {
      if (life.#isOpen) life.#wipe();
      life.#element.reset();
    },
    'reset the form around': (life) => {
      if (life.#place === 'here' && !life.#isBusy && !life.#isSet) life.#wipe();
      life.#form.reset();
    },
    report: (life) => {
      life.#ask();
      // The frame page focuses the field of the problem later.
      life.#isSubmitted = true;
      life.#element.reportValidity();
    },
    'other card': (life) => {
      life.#wipe();
      life.#element.cardId = life.#element.cardId === 'card_1' ? 'card_2' : 'card_1';
    },
    'other endpoint': (life) => {
      life.#wipe();
      life.#element.endpoint = ENDPOINTS[life.#element.endpoint === ENDPOINTS[0] ? 1 : 0];
    },
    'become inline': (life) => life.#changeMode(undefined),
    'become isolated': (life) => life.#changeMode(life.#stage.frameSrc),
    'get another frame page': (life) => life.#changeMode(`${life.#stage.frameSrc}?another`),
    'get a missing frame page': (life) => life.#changeMode(`${life.#stage.frameSrc}missing`),
    'get no address': (life) => life.#changeMode('none'),
    insert: (life) => {
      if (life.#place !== 'nowhere') return;
      life.#handleInsertion();
      life.#form.append(life.#element);
    },
    move: (life) => {
      life.#maySlip = true;
      if (!life.#element.isConnected) return;
      if (!life.#isInline && !Line.isHeld) life.#typed = false;
      life.#element.parentElement!.append(life.#element);
    },
    'move to the other document': (life) => {
      const isBack = life.#place === 'there';
      life.#wipe();
      life.#handleInsertion();
      life.#maySlip = true;
      (isBack ? life.#form : life.#stage.there.body).append(life.#element);
    },
  };

  /** Steps that the page always settles after. */
  static readonly long: Steps = {
    remove: (life) => {
      life.#handleRemoval();
      life.#element.remove();
    },
    adopt: (life) => {
      life.#handleRemoval();
      const isHere = life.#element.ownerDocument === document;
      (isHere ? life.#stage.there : document).adoptNode(life.#element);
    },
    'move to a document without a window': (life) => {
      document.implementation.createHTMLDocument().body.append(life.#element);
      life.#handleRemoval();
    },
    'type a digit': (life) => life.#type('4'),
    'type a PIN': (life) => life.#type('4826', '4826'),
    'press Enter': (life) => life.#pressEnter(),
    'press the reload button': (life) => {
      if (life.#reload !== null) life.#ask();
      life.#reload?.click();
    },
    pagehide: (life) => life.#leaveAndReturn(),
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
    'press the other button': (life) => life.#pressOther(),
    ...Object.fromEntries(
      Object.keys(ANSWERS).map((name) => [`answer: ${name}`, (life: Life) => life.#answer(name)]),
    ),
    'lose the request': (life) => life.#answer(),
    ...Object.fromEntries(
      [9, 31, 61].map((time) => [`wait ${time}`, (life: Life) => life.#wait(time)]),
    ),
  };

  readonly #stage: Stage;
  readonly #clock: SinonFakeTimers;
  readonly #element: HTMLElementTagNameMap['set-card-pin'];
  readonly #root: ShadowRoot;
  readonly #form = document.createElement('form');
  readonly #other = document.createElement('input');
  readonly #events: Event[];
  /** The `src` that a frame has loaded last. */
  readonly #loaded = new WeakMap<object, string>();
  readonly #calls: Call[] = [];
  /** What the page has heard of the cardholder's typing. */
  readonly #overheard: string[] = [];
  /** What a listener of `pin-change` or `pin-error` has found to be false. */
  readonly #lies: string[] = [];
  /** True if the page gives client tokens to an inline form. */
  #gives = false;
  /** True if the service has reported a card since the last PIN was typed. */
  #isAccepted = false;
  #last = { complete: false, valid: false };
  #readyEvents = 0;
  /** The number of events when the element was removed. */
  #eventsBeforeRemoval: number | undefined;
  /** True if the fields may contain digits. */
  #typed = false;
  /** True if the frame page has just emptied its fields. */
  #wiped = false;
  /** What had the focus when the page had settled last, or has moved it since. */
  #focus: 'element' | 'other' | 'nothing' = 'nothing';
  /** True if something asked for the focus in this task. */
  #isAsked = false;
  /** True if something asked for the focus of a form that is not there yet. */
  #isAskedLater = false;
  /** True if a submit may still end with a problem, whose field gets the focus. */
  #isSubmitted = false;
  /** True if the element may lose the focus in this task. */
  #maySlip = false;

  constructor(stage: Stage, clock: SinonFakeTimers) {
    this.#stage = stage;
    this.#clock = clock;
    Line.isHeld = false;
    Line.last = undefined;
    const attach = Object.getOwnPropertyDescriptor(Element.prototype, 'attachShadow')!;
    let root: ShadowRoot | undefined;
    // The root stays closed: the guards don't work in an open one.
    Element.prototype.attachShadow = function (init) {
      return (root = (attach.value as typeof this.attachShadow).call(this, init));
    };
    this.#element = document.createElement('set-card-pin');
    Object.defineProperty(Element.prototype, 'attachShadow', attach);
    this.#root = root!;
    this.#element.endpoint = ENDPOINTS[0];
    this.#element.cardId = 'card_1';
    this.#events = listen(this.#element);
    this.#element.addEventListener('pin-ready', () => this.#readyEvents++);
    this.#element.addEventListener('pin-change', (event) => this.#judgeChange(event));
    this.#element.addEventListener('pin-error', (event) => this.#judgeError(event));
    this.#element.addEventListener('pin-set', () => {
      if (!this.#isAccepted) this.#lies.push('a success that the service did not report');
      this.#typed = false;
    });
    this.#element.addEventListener('token-expired', (event) => {
      if (this.#gives && this.#isInline) event.respondWith(Promise.resolve(crypto.randomUUID()));
    });
    this.#root.addEventListener(
      'load',
      ({ target }) => {
        const { contentWindow, src } = target as HTMLIFrameElement;
        if (contentWindow !== null) this.#loaded.set(contentWindow, src);
      },
      true,
    );
    document.body.append(this.#form, this.#other);
    this.#form.append(this.#element);
  }

  /**
   * @param name - Steps, joined by `and` if nothing else happens between them, or by `and then` if
   *   the element is updated between them.
   */
  async live(name: string): Promise<void> {
    const [wasBusy, wasSet] = [this.#isBusy, this.#isSet];
    for (const part of name.split(' and ')) {
      if (part.startsWith('then ')) await this.#element.updateComplete;
      const step = part.replace('then ', '');
      const more = (Life.short[step] ?? Life.long[step]!)(this);
      if (more instanceof Promise) await more;
    }
    await this.check();
    if (name === 'reset the form around' && this.#place === 'here')
      expect([this.#isBusy, this.#isSet], 'after the reset').to.deep.equal([wasBusy, wasSet]);
  }

  /** Waits until the page has settled, and checks the conditions that hold at any time. */
  async check(): Promise<void> {
    await this.#settle();
    this.#checkContent();
    this.#checkGuard();
    await this.#checkEmptiness();
    this.#checkCalls();
    this.#checkSubmit();
    this.#checkFocus();
    this.#checkEvents();
  }

  /** Expects that every submit ends, and that the form still works. */
  async conclude(): Promise<void> {
    const element = this.#element;
    if (this.#place === 'there') await this.live('move to the other document');
    for (const step of ['insert', 'hear the frame page', 'wait 31', 'wait 31'])
      await this.live(step);
    for (const { outcome } of this.#calls) expect(outcome, 'the outcome of a submit').to.be.ok;
    await this.live('reset()');
    await this.live('submit()');
    const expected =
      this.#reload === null
        ? 'invalid'
        : element.frameSrc === 'none'
          ? 'misconfigured'
          : 'unavailable';
    expect(this.#calls.at(-1)!.outcome?.kind).to.equal(expected);
    if (this.#isInline) {
      for (const step of ['get client tokens', 'type a PIN', 'submit()', 'answer: a card'])
        await this.live(step);
      expect(this.#calls.at(-1)!.outcome?.kind, 'the last submit').to.equal('set');
    }
    await this.live('remove');
  }

  async end(): Promise<void> {
    this.#element.remove();
    this.#form.remove();
    this.#other.remove();
    await task();
  }

  get #place(): 'here' | 'there' | 'nowhere' {
    if (!this.#element.isConnected) return 'nowhere';
    const { ownerDocument } = this.#element;
    if (ownerDocument === document) return 'here';
    return ownerDocument === this.#stage.there ? 'there' : 'nowhere';
  }

  /** True if there is a form, or soon will be. */
  get #isOpen(): boolean {
    return this.#place !== 'nowhere';
  }

  get #isBusy(): boolean {
    return this.#element.matches(':is(:state(waiting), :state(submitting))');
  }

  get #isInline(): boolean {
    return this.#element.frameSrc === undefined;
  }

  get #isSet(): boolean {
    return this.#element.matches(':state(set)');
  }

  /** True if the form keeps an unconfirmed PIN. */
  get #isHeld(): boolean {
    return !this.#isBusy && this.#inputs.some(({ readOnly }) => readOnly);
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
    if (this.#element.frameSrc === undefined) return this.#isOpen;
    return this.#frame !== null && this.#frame.className === '';
  }

  /** True if the element's frame page is there and serves this page. */
  get #isServed(): boolean {
    const { frameSrc } = this.#stage;
    const { src = '' } = this.#frame ?? {};
    return this.#place === 'here' && /^(\?.*)?$/.test(src.replace(frameSrc, '')) && src !== '';
  }

  get #focused(): 'element' | 'other' | 'nothing' {
    if (document.activeElement === this.#other) return 'other';
    return this.#root.activeElement === null ? 'nothing' : 'element';
  }

  /** Resolves when the frame has loaded, and neither page has anything to say. */
  async #settle(): Promise<void> {
    for (let rounds = 0; rounds < 50; rounds++) {
      await task();
      await this.#element.updateComplete;
      const frame = this.#frame;
      const page = frame?.contentWindow;
      // The element greets the page in a listener that follows ours.
      if (page && this.#loaded.get(page) !== frame.src)
        await within(
          new Promise((resolve) =>
            this.#root.addEventListener('load', resolve, { capture: true, once: true }),
          ),
          `the load of ${frame.src}`,
        ).then(task);
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

  #releaseFocus(to: 'other' | 'nothing'): void {
    this.#focus = to;
    this.#isAsked = false;
  }

  /** Notes that the page has emptied the fields and ended every submit. */
  #wipe(): void {
    this.#wiped = true;
    this.#typed = this.#isSubmitted = false;
    for (const call of this.#calls) call.isOver = true;
  }

  #submit(): void {
    const before = this.#calls.at(-1);
    this.#isAsked = this.#isSubmitted = true;
    const ended = this.#element.submit();
    if (before !== undefined && this.#isOpen) {
      if (before.isOver || before.outcome)
        expect(ended, 'another promise').not.to.equal(before.ended);
      else if (before.wasPending) expect(ended, 'the same promise').to.equal(before.ended);
    }
    if (ended === before?.ended) return;
    const call: Call = { ended };
    this.#calls.push(call);
    void ended.then((outcome) => (call.outcome = outcome));
  }

  #changeMode(frameSrc: string | undefined): void {
    if (frameSrc === this.#element.frameSrc) return;
    this.#wipe();
    if (this.#isOpen) this.#readyEvents = 0;
    if (this.#focused === 'element') this.#ask();
    this.#maySlip = true;
    if (this.#gives && frameSrc !== undefined) {
      // Another card drops the client token, unless it was set in this task.
      this.#clock.tick(1);
      this.#element.cardId = this.#element.cardId === 'card_1' ? 'card_2' : 'card_1';
    }
    this.#element.frameSrc = frameSrc;
  }

  #handleInsertion(): void {
    if (this.#eventsBeforeRemoval !== undefined)
      expect(this.#events, 'events out of the page').to.have.length(this.#eventsBeforeRemoval);
    this.#eventsBeforeRemoval = undefined;
    this.#readyEvents = 0;
  }

  #handleRemoval(): void {
    this.#wipe();
    this.#maySlip = true;
    this.#isAskedLater = false;
    this.#readyEvents = 0;
    this.#eventsBeforeRemoval ??= this.#events.length;
    this.#last = { complete: false, valid: false };
  }

  async #type(...texts: readonly string[]): Promise<void> {
    await this.#settle();
    if (!this.#isUsable || this.#isSet) return;
    const isReadOnly = this.#isBusy || this.#isHeld;
    if (!isReadOnly) this.#isAccepted = false;
    const wasTyped = this.#typed;
    this.#element.focus();
    this.#ask();
    await this.#settle();
    // The frame page focuses its field in a task of its own.
    await executeServerCommand('evaluate-in-frames', { expression: 'new Promise(setTimeout)' });
    for (const [index, text] of texts.entries()) {
      if (index > 0) await press('Tab');
      if (this.#focused !== 'element') break;
      if (wasTyped && text.length > 1) await press('Control+a');
      this.#typed = true;
      await type(text);
      if (this.#element.frameSrc === undefined && !isReadOnly)
        expect(
          this.#inputs.some(({ value }) => value !== ''),
          'a typed digit',
        ).to.equal(true);
    }
    this.#focus = this.#focused;
  }

  async #pressEnter(): Promise<void> {
    await this.#settle();
    if (this.#focused !== 'element' || this.#reload !== null) return;
    this.#isSubmitted = true;
    await press('Enter');
  }

  async #pressOther(): Promise<void> {
    await this.#settle();
    const button = this.#root.querySelector<HTMLButtonElement>('.way-out');
    if (button === null || this.#place !== 'here') return;
    this.#ask();
    button.focus();
    this.#wipe();
    await press('Enter');
  }

  /** Answers the pending request, or the one that follows the wait before another attempt. */
  async #answer(name?: string): Promise<void> {
    await this.#settle();
    if (this.#element.matches(':state(submitting)') && pendingRequests().length === 0)
      await this.#clock.tickAsync(5000);
    const [request] = pendingRequests();
    if (request === undefined) return;
    this.#isAccepted ||= name === 'a card';
    await within(
      answer(request, name === undefined ? name : ANSWERS[name]!()),
      'the element to read the answer',
    );
  }

  async #wait(seconds: number): Promise<void> {
    await this.#settle();
    const isHeld = this.#isHeld;
    await this.#clock.tickAsync(seconds * 1000);
    if (isHeld && seconds > 60) this.#typed = false;
  }

  /** Leaves the page for the back/forward cache and comes back. */
  async #leaveAndReturn(): Promise<void> {
    const window = this.#element.ownerDocument.defaultView;
    if (this.#element.frameSrc === undefined && this.#isOpen) this.#wipe();
    for (const type of ['pagehide', 'pageshow']) {
      const event = (): Event => new PageTransitionEvent(type, { persisted: true });
      window?.dispatchEvent(event());
      await executeServerCommand('evaluate-in-frames', {
        expression: `dispatchEvent(new PageTransitionEvent('${type}', { persisted: true })); 0`,
      });
    }
    this.#wiped = true;
    // What the frame page said before is still to be heard.
    if (!Line.isHeld) this.#typed = false;
  }

  #checkContent(): void {
    const count = (selector: string): number => this.#root.querySelectorAll(selector).length;
    const content = {
      forms: count('#form'),
      inputs: count('input'),
      frames: count('iframe'),
      reloads: this.#reload === null ? 0 : 1,
    };
    const { frameSrc } = this.#element;
    if (!this.#isOpen) expect(count('*'), 'nodes of no form').to.equal(0);
    else if (this.#isSet) expect(content.inputs, 'fields beside the success').to.equal(0);
    else if (frameSrc === undefined)
      expect(content).to.deep.equal({ forms: 1, inputs: 2, frames: 0, reloads: 0 });
    else {
      const reloads = frameSrc === 'none' ? 1 : content.reloads;
      expect(content).to.deep.equal({ forms: 0, inputs: 0, frames: 1 - reloads, reloads });
    }
  }

  /** Expects that no listener that was added later hears the cardholder's typing. */
  #checkGuard(): void {
    const { ownerDocument } = this.#element;
    for (const target of [ownerDocument.defaultView, ownerDocument, this.#element])
      for (const type of [
        'keydown',
        'keypress',
        'keyup',
        'beforeinput',
        'input',
        'compositionupdate',
      ])
        target?.addEventListener(type, this.#overhear, true);
    this.#inputs[0]?.dispatchEvent(
      new CompositionEvent('compositionupdate', { data: '7', bubbles: true, composed: true }),
    );
    expect(this.#overheard, 'overheard').to.deep.equal([]);
  }

  readonly #overhear = (event: Event): void => {
    const { type } = event;
    if (!('key' in event)) this.#overheard.push(type);
    else if (/\d/.test(String(event.key))) this.#overheard.push(`${type} ${String(event.key)}`);
  };

  async #checkEmptiness(): Promise<void> {
    if (this.#typed) return;
    for (const { value } of this.#inputs) expect(value, 'an emptied field').to.equal('');
    if (!this.#wiped || !this.#isServed || !this.#isUsable || Line.isHeld) return;
    this.#wiped = false;
    for (const frameId of await frames()) {
      const { nodes } = await protocol<{ nodes: readonly AxNode[] }>(
        'Accessibility.getFullAXTree',
        { frameId },
      );
      for (const { role, value } of nodes)
        if (role?.value === 'textbox') expect(value?.value ?? '', 'an emptied field').to.equal('');
    }
  }

  #checkCalls(): void {
    const { frameSrc } = this.#element;
    for (const call of this.#calls) {
      const { outcome, isOver, wasPending } = call;
      if (isOver) expect(outcome, 'the outcome of a submit that the page ended').to.be.ok;
      if (isOver && wasPending) expect(outcome!.kind).to.equal('aborted');
      if (outcome?.kind === 'set')
        expect(this.#events.map(({ type }) => type)).to.include('pin-set');
      else if (outcome && outcome.kind !== 'aborted')
        expect(this.#events.map((event) => (event as Partial<PinErrorEvent>).outcome)).to.include(
          outcome,
        );
      call.wasPending = outcome === undefined;
    }
    const pending = this.#calls.filter(({ outcome }) => outcome === undefined);
    expect(pending.length, 'pending calls').to.be.at.most(this.#isOpen ? 1 : 0);
    if (frameSrc === undefined) expect(pending.length === 0 || this.#isBusy).to.equal(true);
  }

  #checkSubmit(): void {
    const isBusy = this.#isBusy && this.#isOpen;
    expect(pendingRequests().length, 'pending requests').to.be.at.most(isBusy ? 1 : 0);
    const messages = [...this.#root.querySelectorAll('[role=alert], [role=status]')];
    const text = messages.map(({ textContent }) => textContent).join(' ');
    if (!this.#isSet) expect(text).not.to.match(/(?<!if your new PIN )is set|isn’t set/);
  }

  #checkFocus(): void {
    const [before, now] = [this.#focus, this.#focused];
    const mayComeFromOther = this.#isAsked || this.#isSubmitted;
    const mayCome = mayComeFromOther || (before === 'nothing' && this.#isAskedLater);
    if (before !== 'element' && now === 'element')
      expect(mayCome, 'asked for the focus').to.equal(true);
    if (before === 'element' && now !== 'element' && this.#element.frameSrc === undefined)
      expect(this.#maySlip, 'the focus may leave').to.equal(true);
    if (before === 'other') expect(now === 'other' || mayComeFromOther).to.equal(true);
    this.#focus = now;
    this.#isAsked = this.#maySlip = false;
    const isThere = !this.#isOpen || this.#isUsable || this.#reload !== null;
    if (!isThere || Line.isHeld) return;
    this.#isAskedLater = false;
    this.#isSubmitted = this.#isBusy || this.#calls.some(({ outcome }) => !outcome);
  }

  #checkEvents(): void {
    if (!this.#isOpen)
      expect(this.#events, 'events out of the page').to.have.length(this.#eventsBeforeRemoval!);
    expect(this.#lies).to.deep.equal([]);
    const { validity } = this.#element;
    expect(validity.valid, 'validity').to.equal(this.#last.valid);
    const readyEvents = this.#isUsable ? 1 : Math.min(this.#readyEvents, this.#isOpen ? 1 : 0);
    expect(this.#readyEvents, 'ready events').to.equal(readyEvents);
  }

  #judgeChange({ complete, valid }: PinChangeEvent): void {
    const change = JSON.stringify({ complete, valid });
    if (change === JSON.stringify(this.#last)) this.#lies.push(`no change: ${change}`);
    if (!this.#typed && (complete || valid)) this.#lies.push(`an earlier entry: ${change}`);
    if (this.#element.validity.valid !== valid) this.#lies.push(`another validity: ${change}`);
    this.#last = { complete, valid };
  }

  #judgeError({ outcome, cause }: PinErrorEvent): void {
    if (this.#isInline && !KEEPING.test(outcome.kind)) this.#typed = false;
    // A submit of this step may have ended before the page wiped the form.
    const isNew = this.#calls.some(({ wasPending }) => wasPending === undefined);
    if (cause === undefined && !this.#isSubmitted && !isNew)
      this.#lies.push('an error of no submit');
    if (outcome.kind === 'misconfigured' && this.#element.frameSrc !== 'none')
      this.#lies.push('an error of an earlier form');
  }
}

interface AxNode {
  readonly role?: { readonly value?: unknown };
  readonly value?: { readonly value?: unknown };
}
