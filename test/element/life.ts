/** One element and everything that can happen to it, as steps of a generated life. */
import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import type { ClientToken, Outcome, PinChangeEvent, PinErrorEvent } from '../../src/index.js';
import '../../src/index.js';
import { SetCardPinElement as IsolatedElement } from '../../src/isolated-element.js';
import { ENDS } from '../../src/set-pin/outcome.js';
import type { Mode } from '../../tools/browsers/engines/engine.js';
import {
  evaluateInFrames,
  frames,
  messagesSettled,
  readFrame,
} from '../support/browser/accessibility-tree.js';
import { press, type } from '../support/browser/cardholder.js';
import { listen, moveBefore, runInFrames, until } from '../support/browser/page.js';
import { responseOf, type Answer } from '../support/response.js';

type Steps = Readonly<Record<string, () => unknown>>;

type Focus = 'element' | 'other' | 'nothing';

/** A call of `submit()`. */
interface Call {
  readonly ended: Promise<Outcome>;
  outcome?: Outcome;
  /** True if the page has ended it since. */
  isOver?: boolean;
  /** True if it hadn't ended when the page last settled. */
  wasPending?: boolean;
}

const ENDPOINT = 'https://service.example/graphql';

/** A message that a frame page ignores. */
const PING = '{"kind":"ping"}';

/** Makes a frame page answer pings through its port, after all its earlier messages. */
const IN_FRAMES = `
  addEventListener('message', ({ ports: [port] }) =>
    port?.addEventListener('message', ({ data }) => data === '${PING}' && port.postMessage(data)));`;

IsolatedElement.define('isolated-set-card-pin');

let frameSrc: string;
let mode: Mode;
let clock: SinonFakeTimers;
let element: HTMLElementTagNameMap['set-card-pin'];
let root: ShadowRoot;
let form: HTMLFormElement;
let other: HTMLInputElement;
let events: Event[];
let now = birth();

/** The `src` that each frame last loaded. */
const loaded = new WeakMap<object, string>();

/** Ends the pending requests of an inline form. In isolated mode a submit waits for a token. */
const requests = new Set<(answer: Answer) => void>();

/** The host's end of the last connection. Its messages can be held, as a slow frame page does. */
let port: MessagePort | undefined;
let isHeld = false;
let held: unknown[] = [];
let arrivals = 0;
let handlePong: () => void;

function birth() {
  return {
    calls: [] as Call[],
    /** False statements that a listener has heard. */
    lies: [] as string[],
    /** The number of events before the removal. */
    heard: 0,
    /** The number of times that the current form became ready. */
    readies: 0,
    /** True if the page gives client tokens to an inline form. */
    gives: false,
    last: { complete: false, valid: false },
    /** True if the fields may contain digits. */
    typed: false,
    /** True if the frame page has just emptied its fields. */
    wiped: false,
    /** The focus when the page last settled, or after a later step that moved it. */
    focus: 'nothing' as Focus,
    /** True if something asked for the focus in this task. */
    isAsked: false,
    /** True if something asked to focus a form that isn't there yet. */
    isAskedLater: false,
    /** True if a submit may still end with a problem, whose field receives focus. */
    isSubmitted: false,
    /** True if the element may lose focus in this task. */
    maySlip: false,
  };
}

/** True if `frame-src` doesn't fit the mode, so that there is no form. */
const isMistaken = () => (element.frameSrc === undefined) === (mode === 'isolated');
/** True if the form is in the page. */
const isInline = () => mode === 'inline' && !isMistaken();
const isBusy = () => element.matches(':is(:state(waiting), :state(submitting))');
const isSet = () => element.matches(':state(set)');
const frame = () => root.querySelector('iframe');
const inputs = () => [...root.querySelectorAll('input')];
const digits = () => Array.from(inputs(), ({ value }) => value).join('');
/** The button that loads the frame page again. */
const reload = () =>
  isInline() ? null : root.querySelector<HTMLElement>(':not(#form) > button.submit');
/** True if the cardholder can type. */
const isUsable = () => (isInline() ? element.isConnected : frame()?.className === '');
/** True if the element's frame page is there and serves this page. */
const isServed = () => element.isConnected && !/missing/.test(frame()?.src ?? 'missing');

function focused(): Focus {
  if (document.activeElement === other) return 'other';
  return root.activeElement === null ? 'nothing' : 'element';
}

const { fetch, MessageChannel } = window;

/** Serves the frame page for all lives of a test file. */
export async function openStage(): Promise<void> {
  await runInFrames(IN_FRAMES);
  frameSrc = await executeServerCommand<string, string>('start-frame', ENDPOINT);
  Object.assign(window, {
    fetch: (url: string, init: RequestInit) =>
      String(url).endsWith('client-token')
        ? // The page's route for client tokens. A real one takes several tasks.
          Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve(newToken()) })
        : fetch(url, init),
    MessageChannel: openConnection,
  });
  // An inline form uses the `fetch` of a frame without an address.
  const { get } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')!;
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    get(this: HTMLIFrameElement) {
      const own = get!.call(this) as Window | null;
      return own && this.src === '' ? Object.assign(own, { fetch: holdRequest }) : own;
    },
  });
}

function holdRequest(_: string, { signal }: RequestInit): Promise<Response> {
  return new Promise<Response>((resolve, reject) => {
    const end = (answer: Answer): void => {
      requests.delete(end);
      if (answer === 'lost') reject(new TypeError('Failed to fetch'));
      else resolve(responseOf(answer));
    };
    requests.add(end);
    signal?.addEventListener('abort', () => end('lost'));
  });
}

/** Returns a token that expires before the next step. */
function newToken(): ClientToken {
  const expirationDate = new Date(Date.now() + 1).toISOString();
  return { value: crypto.randomUUID(), expirationDate };
}

function openConnection(this: unknown): MessageChannel {
  const channel = new MessageChannel();
  port = channel.port1;
  held = [];
  port.addEventListener('message', (event: MessageEvent) => {
    if (!event.isTrusted) return;
    const isPong = event.data === PING;
    if (isPong) handlePong();
    else arrivals++;
    if (isHeld && !isPong) held.push(event.data);
    if (isHeld || isPong) event.stopImmediatePropagation();
  });
  return channel;
}

/** Returns whether nothing has arrived while the frame page answered a ping. */
async function isSilent(): Promise<boolean> {
  const before = arrivals;
  await new Promise<void>((resolve, reject) => {
    handlePong = resolve;
    port!.postMessage(PING);
    // The page's own timers are fake.
    AbortSignal.timeout(60_000).onabort = () => reject(new Error('The frame page is silent.'));
  });
  return arrivals === before;
}

/** Resolves when the frame has loaded, and neither page has more messages to send. */
async function settle(): Promise<void> {
  for (let rounds = 0; rounds < 50; rounds++) {
    await messagesSettled();
    await element.updateComplete;
    const { contentWindow: page, src } = frame() ?? {};
    // The element greets the frame page in a listener that runs after ours.
    if (page) await until(() => loaded.get(page) === src).then(messagesSettled);
    if (!port?.onmessage || !isServed() || (await isSilent())) return;
  }
  throw new Error('Waited for the frame page to be silent.');
}

/** Steps that another can follow before the page settles. */
export const SHORT: Steps = {
  'focus()': () => {
    ask();
    element.focus();
  },
  'focus elsewhere': () => {
    other.focus();
    Object.assign(now, { focus: 'other', isAsked: false });
  },
  blur: () => {
    other.blur();
    (root.activeElement as HTMLElement | null)?.blur();
    Object.assign(now, { focus: 'nothing', isAsked: false });
  },
  'submit()': submit,
  'reset()': () => {
    if (element.isConnected) wipe();
    element.reset();
  },
  'reset the form around': () => {
    if (element.isConnected && !isBusy() && !isSet()) wipe();
    form.reset();
  },
  report: () => {
    ask();
    // The frame page focuses the field with the problem later.
    now.isSubmitted = true;
    element.reportValidity();
  },
  'get no address': () => changeAddress(undefined),
  'get the frame page': () => changeAddress(frameSrc),
  'get another frame page': () => changeAddress(`${frameSrc}?another`),
  'get a missing frame page': () => changeAddress(`${frameSrc}missing`),
  'other card': () => {
    wipe();
    // Never the previous card, because a change back to it in the same task changes nothing.
    element.cardId += '1';
  },
  insert: () => {
    if (element.isConnected) return;
    now.readies = 0;
    form.append(element);
  },
  move: () => {
    now.maySlip = true;
    if (!element.isConnected) return;
    // The frame page loads again, so it loses the entry and ends the submit.
    if (!isInline()) {
      if (!isHeld) now.typed = false;
      for (const call of now.calls) call.wasPending = false;
    }
    form.append(element);
  },
  'move before': () => {
    if (element.isConnected) moveBefore(element, form);
  },
};

/** Steps after which the page always settles. */
export const LONG: Steps = {
  remove: () => {
    wipe();
    const last = { complete: false, valid: false };
    const heard = events.length;
    Object.assign(now, { maySlip: true, isAskedLater: false, last, heard });
    element.remove();
  },
  'type a digit': () => enter('4'),
  'type a PIN': () => enter('4826', '4826'),
  'press Enter': async () => {
    await settle();
    if (focused() !== 'element' || reload() !== null) return;
    now.isSubmitted = true;
    await press('Enter');
  },
  'press the reload button': () => {
    if (reload() !== null) ask();
    reload()?.click();
  },
  // The page enters the back/forward cache and comes back.
  pagehide: async () => {
    if (isInline() && element.isConnected) wipe();
    for (const type of ['pagehide', 'pageshow']) {
      window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      const event = `new PageTransitionEvent('${type}', { persisted: true })`;
      await evaluateInFrames(`dispatchEvent(${event}); 0`);
    }
    now.wiped = true;
    // While messages are held, the frame page's earlier ones haven't arrived yet.
    if (!isHeld) now.typed = false;
  },
  'hold the frame page’s messages': () => (isHeld = true),
  'hear the frame page': () => {
    isHeld = false;
    const to = port;
    for (const data of held.splice(0)) to?.dispatchEvent(new MessageEvent('message', { data }));
  },
  'get client tokens': () => (now.gives = true),
  'get a route for tokens': () => {
    if (isInline()) element.tokenUrl = 'client-token';
  },
  'answer: a card': () => answer(200, { __typename: 'PaymentCard', id: 'card_1', last4: '1001' }),
  'answer: a refusal': () =>
    answer(200, { __typename: 'UserError', errors: [{ code: 'PIN_TOO_SIMPLE' }] }),
  'answer: 401': () => answer(401),
  'answer: 503': () => answer(503),
  'answer: HTML': () => answer(200),
  'lose the request': () => answer('lost'),
  'wait 9': () => wait(9),
  'wait 31': () => wait(31),
};

function ask(): void {
  now.isAsked = now.isAskedLater = true;
}

/** Notes that the page has emptied the fields and ended every submit. */
function wipe(): void {
  now.wiped = true;
  now.typed = false;
  // The frame page may already have focused the field with the problem.
  now.isSubmitted &&= !isInline();
  for (const call of now.calls) call.isOver = true;
}

function submit(): void {
  const before = now.calls.at(-1);
  now.isAsked = now.isSubmitted = true;
  const ended = element.submit();
  if (before !== undefined && element.isConnected) {
    if (before.isOver || before.outcome)
      expect(ended, 'another promise').not.to.equal(before.ended);
    else if (before.wasPending) expect(ended, 'the same promise').to.equal(before.ended);
  }
  if (ended === before?.ended) return;
  const call: Call = { ended };
  now.calls.push(call);
  void ended.then((outcome) => (call.outcome = outcome));
}

function changeAddress(address: string | undefined): void {
  if (address === element.frameSrc) return;
  wipe();
  now.readies = 0;
  if (focused() === 'element') ask();
  now.maySlip = true;
  element.frameSrc = address;
}

async function enter(...texts: readonly string[]): Promise<void> {
  await settle();
  if (!isUsable() || isSet()) return;
  const wasTyped = now.typed;
  element.focus();
  ask();
  await settle();
  // The frame page focuses its field in a separate task.
  await evaluateInFrames('new Promise(setTimeout)');
  for (const [index, text] of texts.entries()) {
    if (index > 0) await press('Tab');
    if (focused() !== 'element') break;
    if (wasTyped && text.length > 1) await press('Control+a');
    now.typed = true;
    await type(text);
    if (isInline() && !inputs().some(({ readOnly }) => readOnly))
      expect(digits(), 'typed').to.contain(text);
  }
  now.focus = focused();
}

/** Answers the pending request, or the one that follows the wait before another attempt. */
async function answer(status: number | 'lost', result?: object): Promise<void> {
  await settle();
  if (isBusy() && requests.size === 0) await clock.tickAsync(5000);
  const [end] = requests;
  const body = result && { data: { setPinForPaymentCard: result } };
  end?.(status === 'lost' ? status : [status, body]);
}

async function wait(seconds: number): Promise<void> {
  await settle();
  await clock.tickAsync(seconds * 1000);
}

export async function begin(as: Mode): Promise<void> {
  mode = as;
  now = birth();
  clock = useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  isHeld = false;
  port = undefined;
  const { attachShadow } = Element.prototype;
  // The root stays closed, because the guards don't work in an open one.
  Element.prototype.attachShadow = function (init) {
    return (root = attachShadow.call(this, init));
  };
  const tag = mode === 'inline' ? 'set-card-pin' : 'isolated-set-card-pin';
  element = document.createElement(tag) as typeof element;
  Element.prototype.attachShadow = attachShadow;
  Object.assign(element, { endpoint: ENDPOINT, cardId: 'card_1' });
  if (mode === 'isolated') element.frameSrc = frameSrc;
  events = listen(element);
  element.addEventListener('pin-ready', () => now.readies++);
  element.addEventListener('pin-change', judgeChange);
  element.addEventListener('pin-error', judgeError);
  element.addEventListener('pin-set', () => (now.typed = false));
  element.addEventListener('token-expired', (event) => {
    if (now.gives && isInline()) event.respondWith(Promise.resolve(newToken()));
  });
  const keepLoaded = ({ target }: Event): void => {
    const { contentWindow, src } = target as HTMLIFrameElement;
    if (contentWindow) loaded.set(contentWindow, src);
  };
  root.addEventListener('load', keepLoaded, true);
  form = document.createElement('form');
  other = document.createElement('input');
  document.body.append(form, other);
  form.append(element);
  await check();
}

/**
 * @param name - Steps, joined by `and` if nothing else happens between them, or by `and then` if
 *   the element is updated between them.
 */
export async function live(name: string): Promise<void> {
  clock.tick(1);
  const before = [isBusy(), isSet()];
  for (const part of name.split(' and ')) {
    if (part.startsWith('then ')) await element.updateComplete;
    const step = part.replace('then ', '');
    await { ...SHORT, ...LONG }[step]!();
  }
  await check();
  if (name === 'reset the form around' && element.isConnected)
    expect([isBusy(), isSet()], 'after the reset').to.deep.equal(before);
}

/** Expects that every submit ends, and that the form still works. */
export async function conclude(): Promise<void> {
  for (const step of ['insert', 'hear the frame page', 'wait 31', 'wait 31']) await live(step);
  for (const { outcome } of now.calls) expect(outcome, 'the outcome of a submit').to.be.ok;
  await live('reset()');
  await live('submit()');
  const failure = isMistaken() ? 'misconfigured' : 'unavailable';
  const expected = isMistaken() || reload() !== null ? failure : 'invalid';
  expect(now.calls.at(-1)!.outcome?.kind).to.equal(expected);
  if (isInline()) {
    const source = element.tokenUrl ? 'get a route for tokens' : 'get client tokens';
    for (const step of [source, 'type a PIN', 'submit()', 'answer: a card']) await live(step);
    expect(now.calls.at(-1)!.outcome?.kind, 'the last submit').to.equal('set');
  }
  await live('remove');
}

export async function end(): Promise<void> {
  for (const node of [element, form, other]) node.remove();
  await messagesSettled();
  clock.restore();
}

/** Waits until the page has settled, and checks the conditions that hold at any time. */
async function check(): Promise<void> {
  await settle();
  checkContent();
  await checkGuard();
  await checkEmptiness();
  checkCalls();
  checkFocus();
  if (!element.isConnected) expect(events.length, 'events out of the page').to.equal(now.heard);
  expect(now.lies).to.deep.equal([]);
  expect(element.validity.valid, 'validity').to.equal(now.last.valid);
  if (isUsable()) expect(now.readies, 'ready events').to.equal(1);
  else expect(now.readies, 'ready events').to.be.at.most(1);
}

function checkContent(): void {
  const count = (selector: string): number => root.querySelectorAll(selector).length;
  const parts = [count('#form'), count('iframe') + (reload() ? 1 : 0), count('input')];
  if (!element.isConnected) expect(count('*'), 'nodes of no form').to.equal(0);
  else if (isSet()) expect(count('input'), 'fields beside the success').to.equal(0);
  else if (isMistaken()) expect(count('*'), 'a sentence').to.equal(1);
  else expect(parts).to.deep.equal(isInline() ? [1, 0, 2] : [0, 1, 0]);
}

/** Expects that no listener that was added later hears the cardholder's typing. */
async function checkGuard(): Promise<void> {
  for (const target of [window, document, element])
    for (const type of 'keydown keypress keyup beforeinput input compositionupdate'.split(' '))
      target.addEventListener(type, overhear, true);
  inputs()[0]?.dispatchEvent(
    new CompositionEvent('compositionupdate', { data: '7', bubbles: true, composed: true }),
  );
  // The element doesn't report anything in the same task as an event in its form.
  await messagesSettled();
}

function overhear(event: Event): void {
  const key = 'key' in event ? String(event.key) : '7';
  if (/\d/.test(key)) now.lies.push(`overheard ${event.type} ${key}`);
}

async function checkEmptiness(): Promise<void> {
  if (now.typed) return;
  expect(digits(), 'emptied fields').to.equal('');
  if (!now.wiped || !isServed() || !isUsable() || isHeld) return;
  now.wiped = false;
  for (const frame of await frames())
    for (const { role, value } of await readFrame(frame))
      if (role === 'textbox') expect(value, 'an emptied field').to.equal('');
}

function checkCalls(): void {
  const raised = events.map((event) => (event as Partial<PinErrorEvent>).outcome);
  for (const call of now.calls) {
    const { outcome, isOver, wasPending } = call;
    if (isOver) expect(outcome, 'the outcome of a submit that the page ended').to.be.ok;
    if (isOver && wasPending) expect(outcome!.kind).to.equal('aborted');
    if (outcome?.kind === 'set') expect(events.map(({ type }) => type)).to.include('pin-set');
    else if (outcome && outcome.kind !== 'aborted') expect(raised).to.include(outcome);
    call.wasPending = outcome === undefined;
  }
  const pending = now.calls.filter(({ outcome }) => outcome === undefined);
  expect(pending.length, 'pending calls').to.be.at.most(element.isConnected ? 1 : 0);
  if (isInline()) expect(pending.length === 0 || isBusy()).to.equal(true);
  expect(requests.size, 'pending requests').to.be.at.most(isBusy() ? 1 : 0);
}

function checkFocus(): void {
  const [before, after] = [now.focus, focused()];
  const mayComeFromOther = now.isAsked || now.isSubmitted;
  const mayCome = mayComeFromOther || (before === 'nothing' && now.isAskedLater);
  if (before !== 'element' && after === 'element')
    expect(mayCome, 'asked for the focus').to.equal(true);
  if (before === 'element' && after !== 'element' && isInline())
    expect(now.maySlip, 'the focus may leave').to.equal(true);
  if (before === 'other') expect(after === 'other' || mayComeFromOther).to.equal(true);
  Object.assign(now, { focus: after, isAsked: false, maySlip: false });
  const isThere = !element.isConnected || isMistaken() || isUsable() || reload() !== null;
  if (!isThere || isHeld) return;
  now.isAskedLater = false;
  now.isSubmitted = isBusy() || now.calls.some(({ outcome }) => !outcome);
}

function judgeChange({ complete, valid }: PinChangeEvent): void {
  const change = JSON.stringify({ complete, valid });
  if (change === JSON.stringify(now.last)) now.lies.push(`no change: ${change}`);
  if (!now.typed && (complete || valid)) now.lies.push(`an earlier entry: ${change}`);
  if (element.validity.valid !== valid) now.lies.push(`another validity: ${change}`);
  now.last = { complete, valid };
}

function judgeError({ outcome, cause }: PinErrorEvent): void {
  if (isInline() && !ENDS[outcome.kind].keeps) now.typed = false;
  // This step's submit may have ended before the page wiped the form.
  const isNew = now.calls.some(({ wasPending }) => wasPending === undefined);
  if (cause === undefined && !now.isSubmitted && !isNew) now.lies.push('an error of no submit');
  if (outcome.kind === 'misconfigured' && !isMistaken())
    now.lies.push('an error of an earlier form');
}
