/** One element and everything that can happen to it, as steps of a generated life. */
import { deliver, lose, pendingRequests, type HeldRequest } from './held-fetch.js';
import { expect } from '@open-wc/testing';
import type { SinonFakeTimers } from 'sinon';
import type {
  ClientToken,
  Outcome,
  PinErrorEvent,
  PinSetEvent,
  SetCardPinElement,
} from '../../../src/index.js';
import '../../../src/index.js';
import { inlineMode } from '../../../src/element/inline-mode.js';
import type { OpenForm, Report } from '../../../src/form/wire.js';
import type { ScriptedAnswer } from '../../../src/node/sandbox/scripted-answers.js';
import { focusOn, press, readTree, type, type AccessibleNode } from './cardholder.js';
import { goOffline, goOnline, listen, moveBefore } from './page.js';
import type { Service } from './service.js';

const { open } = inlineMode;

const payload = (member: object) => ({
  body: JSON.stringify({ data: { result: member } }),
});

/** The service's answers, by their names in a counterexample. */
export const ANSWERS = {
  success: { usual: true },
  rejection: payload({ __typename: 'UserError', errors: [{ code: 'PIN_TOO_SIMPLE' }] }),
  denial: payload({ __typename: 'AccessDeniedError' }),
  garbage: { body: '<!doctype html>', headers: { 'content-type': 'text/html' } },
  'garbage, but executed': { body: '[]', execute: true },
  400: { status: 400 },
  401: { status: 401 },
  '401, but executed': { status: 401, execute: true },
  409: { status: 409 },
  429: { status: 429, headers: { 'Retry-After': '2' } },
  500: { status: 500 },
  '500, but executed': { status: 500, execute: true },
  503: { status: 503 },
  '503 for an hour': { status: 503, headers: { 'Retry-After': '3600' } },
} as const satisfies Record<string, ScriptedAnswer>;

/** The ways in which a page reacts to `token-expired`. */
export const LISTENERS = ['ignores', 'responds', 'rejects', 'signs out', 'sets'] as const;

/** Outcomes that keep what was typed. */
const KEEPING = /^(invalid|token-unavailable|unavailable|rate-limited)$/;

/** Milliseconds for which an unconfirmed PIN may stay in the fields after the last key. */
const HOLD_TIME = 60_000;

/**
 * Resolves when pending tasks have run and the element has rendered. The page's timers are fake.
 */
const settle = async (element: SetCardPinElement): Promise<void> => {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });
  port1.close();
  await element.updateComplete;
};

/** The life of one element, with the conditions that hold at any time. */
export class Life {
  readonly #service: Service;
  readonly #clock: SinonFakeTimers;
  readonly #cardId: string;
  readonly #element = document.createElement('set-card-pin');
  readonly #fieldset = document.createElement('fieldset');
  readonly #elsewhere = document.createElement('div');
  readonly #events = listen(this.#element);
  /** The outcomes that the form has reported. */
  readonly #ends: Outcome[] = [];
  #isBusy = false;
  /** Calls of `submit()` by the page that have not ended. */
  readonly #calls = new Set<Promise<Outcome>>();
  /** Client tokens that are minted in advance, so that no step depends on the time it takes. */
  readonly #tokens: ClientToken[] = [];
  #oldToken: ClientToken | undefined;
  #listener: (typeof LISTENERS)[number] = 'ignores';
  #pins = 0;
  #typedPin = '';
  #submittedPin = '';
  /** True if the fields may contain digits. */
  #typed = false;
  /** True if the service has set the last PIN that was typed. */
  #executed = false;
  #heldSince = Infinity;
  /** The nodes that were read last. */
  #nodes: readonly AccessibleNode[] = [];
  /** The number of events when the element was removed. */
  #eventsBeforeRemoval: number | undefined;

  constructor(service: Service, clock: SinonFakeTimers, cardId: string) {
    this.#service = service;
    this.#clock = clock;
    this.#cardId = cardId;
    // Each life has its own address, which tells its requests apart.
    this.#element.endpoint = `${service.endpoint}?${cardId}`;
    this.#element.cardId = cardId;
    // Only one life runs at a time.
    const openHeard: OpenForm = (root, tokens, report) =>
      open(root, tokens, (told) => {
        this.#hear(told);
        report(told);
      });
    Object.assign(inlineMode, { open: openHeard });
    this.#element.addEventListener('token-expired', (event) => {
      if (this.#listener === 'responds') event.respondWith(this.#provide());
      if (this.#listener === 'rejects') event.respondWith(Promise.reject(new Error('502')));
      if (this.#listener === 'signs out') event.respondWith(Promise.resolve(null));
      if (this.#listener === 'sets') this.#element.clientToken = this.#take();
    });
    document.body.append(this.#fieldset, this.#elsewhere);
    this.#fieldset.append(this.#element);
  }

  async step(name: string): Promise<void> {
    const element = this.#element;
    const [verb = '', ...rest] = name.split(/: | (?=\d+$)/);
    switch (verb) {
      case 'submit a PIN':
        await this.#type(this.#nextPin());
        return press('Enter');
      case 'type a PIN':
        return this.#type(this.#nextPin());
      case 'type half':
        return this.#type('48', '');
      case 'type two':
        return this.#type(this.#nextPin(), '9371');
      case 'press Enter':
      case 'press Tab':
        this.#extendHold();
        return press(verb.slice('press '.length));
      case 'press the button':
        await this.#activate(({ name }) => /^(Set PIN|Try the same)/.test(name));
        return;
      case 'press the other button':
        if (await this.#activate(({ name }) => /^(Cancel|Choose)/.test(name))) this.#typed = false;
        return;
      case 'submit()':
        return this.#call();
      case 'answer': {
        const request = await this.#nextRequest();
        if (request === undefined) return;
        const name = rest[0] as keyof typeof ANSWERS;
        // A service doesn't refuse a PIN that it has set.
        const isFalse = this.#executed && (name === 'rejection' || name === 'denial');
        const answer: ScriptedAnswer = ANSWERS[isFalse ? 'success' : name];
        await this.#service.answers(this.#cardId, [answer]);
        if (answer.usual || ('execute' in answer && answer.execute)) this.#executed = true;
        return deliver(request);
      }
      case 'lose the request':
      case 'lose the answer': {
        const request = await this.#nextRequest();
        if (request === undefined) return;
        const executed = verb === 'lose the answer';
        if (executed) {
          await this.#service.answers(this.#cardId, []);
          this.#executed = true;
        }
        return lose(request, executed);
      }
      case 'wait':
        return void (await this.#clock.tickAsync(Number(rest[0]) * 1000));
      case 'set a token':
        element.clientToken = this.#take();
        return;
      case 'set it as an attribute':
        return element.setAttribute('client-token', this.#take()?.value ?? '');
      case 'set the old token':
        element.clientToken = this.#oldToken;
        return;
      case 'provide':
        element.getClientToken = () => this.#provide();
        return;
      case 'provide nothing':
        element.getClientToken = undefined;
        return;
      case 'fail to provide':
        element.getClientToken = () => Promise.reject(new Error('502'));
        return;
      case 'reset':
        this.#typed = false;
        return element.reset();
      case 'disable':
        this.#typed = false;
        element.disabled = true;
        return;
      case 'disable the fieldset':
        if (this.#fieldset.contains(element)) this.#typed = false;
        this.#fieldset.disabled = true;
        return;
      case 'enable':
        element.disabled = false;
        this.#fieldset.disabled = false;
        return;
      case 'go offline':
        return goOffline();
      case 'go online':
        return goOnline();
      case 'pagehide':
        this.#typed = false;
        return void window.dispatchEvent(new PageTransitionEvent('pagehide'));
      case 'change the rules':
        this.#typed = false;
        element.pinRules = element.pinRules === 'none' ? 'repeated' : 'none';
        return;
      case 'remove':
        this.#typed = false;
        this.#eventsBeforeRemoval ??= this.#events.length;
        return element.remove();
      case 'insert':
        if (!element.isConnected) {
          expect(this.#events).to.have.length(this.#eventsBeforeRemoval ?? 0);
          this.#eventsBeforeRemoval = undefined;
          // In a disabled fieldset, Chromium's accessibility tree would show the element as
          // disabled for the rest of its life.
          (this.#fieldset.disabled ? this.#elsewhere : this.#fieldset).append(element);
        }
        return;
      case 'move':
        if (element.isConnected) element.parentElement?.append(element);
        return;
      case 'moveBefore':
        if (element.isConnected && 'moveBefore' in Element.prototype)
          moveBefore(element, this.#elsewhere);
        return;
      default:
        this.#listener = LISTENERS.find((listener) => name.endsWith(listener)) ?? 'ignores';
    }
  }

  /** Checks the conditions that hold at any time. */
  async check(): Promise<void> {
    const element = this.#element;
    while (this.#tokens.length < 2) this.#tokens.push(await this.#service.token(this.#cardId));
    await settle(element);
    expect(this.#pending.length, 'pending requests').to.be.at.most(1);
    this.#checkEnds();
    this.#nodes = [];
    if (!element.isConnected) {
      expect(this.#pending).to.have.length(0);
      expect(this.#events).to.have.length(this.#eventsBeforeRemoval ?? 0);
      return;
    }
    const nodes = (this.#nodes = await readTree());
    const fields = nodes.filter(({ role }) => role === 'textbox');
    const textOf = (role: string) => nodes.find((node) => node.role === role)?.text ?? '';
    const messages = [textOf('status'), textOf('alert')].filter((text) => text !== '');
    expect(messages.length, messages.join(' | ')).to.be.at.most(1);
    if (!this.#typed || Date.now() - this.#heldSince > HOLD_TIME)
      for (const { value, name } of fields) expect(value, `${name} after an end`).to.equal('');
    const isSet = element.matches(':state(set)');
    if (isSet) expect(await this.#service.has(this.#cardId, this.#submittedPin)).to.equal(true);
    else expect(messages.join()).not.to.match(/(?<!if your new PIN )is set|isn’t set/);
    this.#checkWayForward(nodes);
  }

  get #pending(): readonly HeldRequest[] {
    return pendingRequests(this.#element.endpoint);
  }

  /** Returns the pending request, or the one that follows the element's backoff. */
  async #nextRequest(): Promise<HeldRequest | undefined> {
    if (this.#element.matches(':state(submitting)') && this.#pending.length === 0)
      await this.#clock.tickAsync(5000);
    return this.#pending[0];
  }

  /** Replaces the digits of both fields. */
  async #type(pin: string, confirmation = pin): Promise<void> {
    const fields = this.#nodes.filter(({ role }) => role === 'textbox');
    if (fields.length < 2 || fields.some(({ disabled, readonly }) => disabled || readonly)) return;
    this.#typedPin = pin;
    this.#executed = false;
    this.#heldSince = Infinity;
    for (const [index, digits] of [pin, confirmation].entries()) {
      await focusOn(fields[index]!);
      if (this.#typed) await press('Control+a');
      await type(digits);
    }
    this.#typed = true;
  }

  /** @returns true if there was such a button */
  async #activate(matches: (node: AccessibleNode) => boolean): Promise<boolean> {
    const button = this.#nodes.find((node) => node.role === 'button' && matches(node));
    if (button === undefined || button.disabled) return false;
    await focusOn(button);
    this.#extendHold();
    await press('Enter');
    return true;
  }

  #extendHold(): void {
    if (this.#heldSince < Infinity) this.#heldSince = Date.now();
  }

  #call(): void {
    const call = this.#element.submit();
    this.#calls.add(call);
    void call.then(() => this.#calls.delete(call));
  }

  #hear(told: Report): void {
    if (told.kind === 'ended') this.#handleEnd(told.outcome);
    if (told.kind !== 'state') return;
    const isBusy = /^(submitting|waiting)$/.test(told.phase);
    if (isBusy && !this.#isBusy) {
      this.#submittedPin = this.#typedPin;
      this.#heldSince = Infinity;
    }
    this.#isBusy = isBusy;
  }

  #handleEnd(outcome: Outcome): void {
    this.#ends.push(outcome);
    if (outcome.kind === 'unconfirmed') this.#heldSince = Date.now();
    else if (!KEEPING.test(outcome.kind)) this.#typed = false;
  }

  /** Returns a new PIN each time, so that the service's PIN shows which submit set it. */
  #nextPin(): string {
    return String(4826 + 7 * this.#pins++);
  }

  #take(): ClientToken | undefined {
    const token = this.#tokens.pop();
    this.#oldToken ??= token;
    return token;
  }

  #provide(): Promise<ClientToken> {
    const token = this.#take();
    return token === undefined ? Promise.reject(new Error('none left')) : Promise.resolve(token);
  }

  #checkEnds(): void {
    const endEvents = this.#events.filter(({ type }) => type === 'pin-set' || type === 'pin-error');
    expect(
      endEvents.map((event) => (event as PinErrorEvent).outcome ?? (event as PinSetEvent).card),
    ).to.deep.equal(
      this.#ends
        .filter(({ kind }) => kind !== 'aborted')
        .map((end) => (end.kind === 'set' ? end.card : end)),
    );
    const { isConnected } = this.#element;
    const isBusy = ['submitting', 'waiting'].some((state) =>
      this.#element.matches(`:state(${state})`),
    );
    expect(isBusy, 'busy').to.equal(this.#isBusy && isConnected);
    expect(this.#calls.size, 'pending calls').to.be.at.most(isBusy ? 1 : 0);
  }

  /** Expects that the cardholder can do something, or that a request with a timeout is pending. */
  #checkWayForward(nodes: readonly AccessibleNode[]): void {
    if (this.#element.matches(':disabled') || this.#element.matches(':state(set)')) return;
    const usable = nodes.filter(
      ({ role, name, disabled, readonly }) =>
        !disabled &&
        ((role === 'textbox' && !readonly) ||
          (role === 'button' && !/^(Show|Hide) PIN/.test(name))),
    );
    if (usable.length === 0) expect(this.#pending, 'a dead end').to.have.length(1);
  }

  /** Expects that the cardholder can set a PIN in the end, if the page supplies tokens. */
  async conclude(): Promise<void> {
    const element = this.#element;
    for (const name of [
      'insert',
      'enable',
      'go online',
      'provide nothing',
      'the page responds',
      'wait 300',
    ]) {
      await this.step(name);
    }
    await this.check();
    expect(this.#calls.size, 'pending calls').to.equal(0);
    if (element.matches(':state(set)')) element.reset();
    await this.check();
    const pin = this.#nextPin();
    await this.#type(pin);
    const ended = element.submit();
    await this.#service.answers(this.#cardId, []);
    await settle(element);
    expect(this.#pending, 'requests of the last submit').to.have.length(1);
    await deliver(this.#pending[0]!);
    expect((await ended).kind).to.equal('set');
    expect(await this.#service.has(this.#cardId, pin)).to.equal(true);
  }

  async end(): Promise<void> {
    await goOnline();
    this.#element.remove();
    this.#fieldset.remove();
    this.#elsewhere.remove();
    await settle(this.#element);
  }
}
