import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { stub, useFakeTimers, type SinonFakeTimers, type SinonStub } from 'sinon';
import { letGo, lose, requestsOut, type Held } from '../support/browser/held-fetch.js';
import type {
  ClientToken,
  Outcome,
  PinErrorEvent,
  PinSetEvent,
  SetCardPinElement,
} from '../../src/index.js';
import '../../src/index.js';
import { PinForm } from '../../src/form/pin-form.js';
import type { ScriptedAnswer } from '../../src/node/sandbox/scripted-answers.js';
import { FUZZ } from '../support/fuzz.js';
import { focusOn, perceive, press, type, type Perceived } from '../support/browser/cardholder.js';
import { inEngines, inModes } from '../support/browser/engine.js';
import { listen } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const formSubmit = Reflect.get<PinForm, 'submit'>(PinForm.prototype, 'submit');

const payload = (member: object) => ({
  body: JSON.stringify({ data: { result: member } }),
});

/** What the service answers, by the name under which a counterexample is printed. */
const ANSWERS = {
  success: { usual: true },
  rejection: payload({ __typename: 'UserError', errors: [{ code: 'PIN_TOO_SIMPLE' }] }),
  denial: payload({ __typename: 'AccessDeniedError' }),
  garbage: { body: '<!doctype html>', headers: { 'content-type': 'text/html' } },
  'garbage, but done': { body: '[]', execute: true },
  'unknown argument': {
    status: 400,
    body: JSON.stringify({ errors: [{ message: 'Unknown argument "IdempotencyKey".' }] }),
  },
  400: { status: 400 },
  401: { status: 401 },
  429: { status: 429, headers: { 'Retry-After': '2' } },
  500: { status: 500 },
  '500, but done': { status: 500, execute: true },
  503: { status: 503 },
  '503 for an hour': { status: 503, headers: { 'Retry-After': '3600' } },
} as const satisfies Record<string, ScriptedAnswer>;

/** What a page does that hears `token-expired`. */
const LISTENERS = ['ignores', 'responds', 'rejects', 'sets'] as const;

/** One thing that happens, told in words that a counterexample can be read by. */
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.constant('send a PIN') },
  { weight: 1, arbitrary: fc.constant('type a PIN') },
  { weight: 1, arbitrary: fc.constantFrom('type half', 'type two') },
  { weight: 2, arbitrary: fc.constantFrom('press Enter', 'submit()') },
  { weight: 1, arbitrary: fc.constantFrom('press Tab', 'press the button') },
  { weight: 4, arbitrary: fc.constant('press the other button') },
  {
    weight: 8,
    arbitrary: fc
      .constantFrom(...Object.keys(ANSWERS), 'success', '401', '503', '503 for an hour')
      .map((name) => `answer: ${name}`),
  },
  { weight: 3, arbitrary: fc.constantFrom('lose the request', 'lose the answer') },
  { weight: 3, arbitrary: fc.constantFrom('wait 1', 'wait 5', 'wait 16', 'wait 31', 'wait 61') },
  { weight: 1, arbitrary: fc.constant('wait 900') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('set a token', 'set it as an attribute', 'set the old token'),
  },
  { weight: 2, arbitrary: fc.constantFrom(...LISTENERS).map((name) => `the page ${name}`) },
  { weight: 1, arbitrary: fc.constantFrom('provide', 'provide nothing', 'fail to provide') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('reset', 'disable', 'bar', 'pagehide', 'change the rules'),
  },
  { weight: 1, arbitrary: fc.constantFrom('enable', 'remove', 'insert', 'move', 'moveBefore') },
);

const anyLife = fc
  .tuple(
    fc.constantFrom('set a token', 'set a token', 'provide', 'the page responds'),
    fc.array(anyStep, { maxLength: 14, size: 'max' }),
  )
  .map(([birth, steps]) => [birth, ...steps]);

/** Lives that are led in any case: few of those that are made up come by here. */
const SOME_LIVES = [
  ['set a token', 'send a PIN', 'lose the answer', 'press the other button'],
  ['set a token', 'send a PIN', 'answer: garbage, but done', 'press the other button'],
  ['set a token', 'send a PIN', 'lose the answer', 'answer: 503 for an hour', 'wait 61'],
  ['provide', 'send a PIN', 'answer: 401', 'move', 'answer: success', 'reset'],
];

/** How long an unconfirmed PIN may stay, in milliseconds. */
const HOLD_TIME = 60_000;

/** Lets everything that is ready happen, as the page's timers stand still. */
const settle = async (element: SetCardPinElement): Promise<void> => {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });
  port1.close();
  await element.updateComplete;
};

/** One element from its birth on, and what has to be true of it at any time. */
class Life {
  readonly #service: Service;
  readonly #clock: SinonFakeTimers;
  readonly #cardId: string;
  readonly #element = document.createElement('set-card-pin');
  readonly #stage = document.createElement('fieldset');
  readonly #elsewhere = document.createElement('div');
  readonly #heard = listen(this.#element);
  /** Each submit, with its end once it has one. */
  readonly #submits = new Map<Promise<Outcome>, Outcome | undefined>();
  /** Fetched ahead, so that what happens does not hang on how long that takes. */
  readonly #tokens: ClientToken[] = [];
  #oldToken: ClientToken | undefined;
  #listener: (typeof LISTENERS)[number] = 'ignores';
  #pins = 0;
  #typedPin = '';
  #sentPin = '';
  /** Whether digits may stand in the fields. */
  #typed = false;
  /** Whether the service has been made to set the PIN that was typed last. */
  #executed = false;
  #heldSince = Infinity;
  /** What was perceived last. */
  #things: readonly Perceived[] = [];
  /** How many events had been raised when the element was removed. */
  #heardBeforeRemoval: number | undefined;

  constructor(service: Service, clock: SinonFakeTimers, cardId: string) {
    this.#service = service;
    this.#clock = clock;
    this.#cardId = cardId;
    // An address of its own: a corrected document is remembered for an address, and each life is to be the same alone.
    this.#element.endpoint = `${service.endpoint}?${cardId}`;
    this.#element.cardId = cardId;
    const note = (submit: Promise<Outcome>): void => {
      if (this.#submits.has(submit)) return;
      this.#submits.set(submit, undefined);
      this.#sentPin = this.#typedPin;
      this.#heldSince = Infinity;
      void submit.then((outcome) => this.#handleEnd(submit, outcome));
    };
    // Every route goes by here: the button, the Enter key and the page's own call. The lives come one after the other.
    PinForm.prototype.submit = function () {
      const submit = formSubmit.call(this);
      note(submit);
      return submit;
    };
    this.#element.addEventListener('token-expired', (event) => {
      if (this.#listener === 'responds') event.respondWith(this.#provide());
      if (this.#listener === 'rejects') event.respondWith(Promise.reject(new Error('signed out')));
      if (this.#listener === 'sets') this.#element.clientToken = this.#take();
    });
    document.body.append(this.#stage, this.#elsewhere);
    this.#stage.append(this.#element);
  }

  async step(name: string): Promise<void> {
    const element = this.#element;
    const [verb = '', ...rest] = name.split(/: | (?=\d+$)/);
    switch (verb) {
      case 'send a PIN':
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
        return press(verb.slice('press '.length));
      case 'press the button':
        await this.#activate(({ name }) => /^(Set PIN|Try again)/.test(name));
        return;
      case 'press the other button':
        if (await this.#activate(({ name }) => /^(Cancel|Choose)/.test(name))) this.#typed = false;
        return;
      case 'submit()':
        return void element.submit();
      case 'answer': {
        const request = await this.#nextRequest();
        if (request === undefined) return;
        const name = rest[0] as keyof typeof ANSWERS;
        // It does not refuse what it has done.
        const lies = this.#executed && (name === 'rejection' || name === 'denial');
        const answer: ScriptedAnswer = ANSWERS[lies ? 'success' : name];
        await this.#service.answers(this.#cardId, [answer]);
        if (answer.usual || ('execute' in answer && answer.execute)) this.#executed = true;
        return letGo(request);
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
        element.getClientToken = () => Promise.reject(new Error('signed out'));
        return;
      case 'reset':
        this.#typed = false;
        return element.reset();
      case 'disable':
        this.#typed = false;
        element.disabled = true;
        return;
      case 'bar':
        if (this.#stage.contains(element)) this.#typed = false;
        this.#stage.disabled = true;
        return;
      case 'enable':
        element.disabled = false;
        this.#stage.disabled = false;
        return;
      case 'pagehide':
        this.#typed = false;
        return void window.dispatchEvent(new PageTransitionEvent('pagehide'));
      case 'change the rules':
        this.#typed = false;
        element.pinRules = element.pinRules === 'none' ? 'repeated' : 'none';
        return;
      case 'remove':
        this.#typed = false;
        this.#heardBeforeRemoval ??= this.#heard.length;
        return element.remove();
      case 'insert':
        if (!element.isConnected) {
          expect(this.#heard).to.have.length(this.#heardBeforeRemoval ?? 0);
          this.#heardBeforeRemoval = undefined;
          // Chromium's accessibility tree never calls enabled again what was put into a disabled fieldset.
          (this.#stage.disabled ? this.#elsewhere : this.#stage).append(element);
        }
        return;
      case 'move':
        if (element.isConnected) element.parentElement?.append(element);
        return;
      case 'moveBefore':
        if (element.isConnected && 'moveBefore' in Element.prototype)
          (this.#elsewhere as unknown as { moveBefore(node: Node, child: null): void }).moveBefore(
            element,
            null,
          );
        return;
      default:
        this.#listener = LISTENERS.find((listener) => name.endsWith(listener)) ?? 'ignores';
    }
  }

  /** What is true at any time. */
  async check(): Promise<void> {
    const element = this.#element;
    while (this.#tokens.length < 2) this.#tokens.push(await this.#service.token(this.#cardId));
    await settle(element);
    expect(this.#out.length, 'requests out').to.be.at.most(1);
    this.#checkEnds();
    this.#things = [];
    if (!element.isConnected) {
      expect(this.#out).to.have.length(0);
      expect(this.#heard).to.have.length(this.#heardBeforeRemoval ?? 0);
      return;
    }
    const things = (this.#things = await perceive());
    const fields = things.filter(({ role }) => role === 'textbox');
    const textOf = (role: string) => things.find((thing) => thing.role === role)?.text ?? '';
    const words = [textOf('status'), textOf('alert')].filter((text) => text !== '');
    expect(words.length, words.join(' | ')).to.be.at.most(1);
    if (!this.#typed || Date.now() - this.#heldSince > HOLD_TIME)
      for (const { value, name } of fields) expect(value, `${name} after an end`).to.equal('');
    const isSet = element.matches(':state(set)');
    if (isSet || words.join().includes('Your PIN has not changed'))
      expect(await this.#service.has(this.#cardId, this.#sentPin), words.join()).to.equal(isSet);
    this.#checkWayForward(things);
  }

  get #out(): readonly Held[] {
    return requestsOut(this.#element.endpoint);
  }

  /** The request that is out, or the one that comes once the element has waited to try again. */
  async #nextRequest(): Promise<Held | undefined> {
    if (this.#element.matches(':state(submitting)') && this.#out.length === 0)
      await this.#clock.tickAsync(5000);
    return this.#out[0];
  }

  /** Selects what stands in a field, so that it is replaced. */
  async #type(pin: string, confirmation = pin): Promise<void> {
    const fields = this.#things.filter(({ role }) => role === 'textbox');
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

  /** @returns Whether there was such a button. */
  async #activate(which: (thing: Perceived) => boolean): Promise<boolean> {
    const button = this.#things.find((thing) => thing.role === 'button' && which(thing));
    if (button === undefined || button.disabled) return false;
    await focusOn(button);
    await press('Enter');
    return true;
  }

  #handleEnd(submit: Promise<Outcome>, outcome: Outcome): void {
    this.#submits.set(submit, outcome);
    if (outcome.kind === 'unconfirmed') this.#heldSince = Date.now();
    else if (outcome.kind !== 'invalid') this.#typed = false;
  }

  /** Each its own, so that what the service has tells which one it set. */
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
    const ends = [...this.#submits.values()].filter(
      (end) => end !== undefined && end.kind !== 'aborted',
    );
    const told = this.#heard.filter(({ type }) => type === 'pin-set' || type === 'pin-error');
    expect(
      told.map((event) => (event as PinErrorEvent).outcome ?? (event as PinSetEvent).card),
    ).to.deep.equal(ends.map((end) => (end?.kind === 'set' ? end.card : end)));
    const out = [...this.#submits.values()].filter((end) => end === undefined);
    expect(out.length, 'submits that are out').to.be.at.most(1);
    expect(out.length === 1).to.equal(
      this.#element.matches(':state(submitting)') || this.#element.matches(':state(waiting)'),
    );
  }

  /** The cardholder can do something, or a request is out that has a time limit. */
  #checkWayForward(things: readonly Perceived[]): void {
    if (this.#element.matches(':disabled') || this.#element.matches(':state(set)')) return;
    const ways = things.filter(
      ({ role, name, disabled, readonly }) =>
        !disabled &&
        ((role === 'textbox' && !readonly) || (role === 'button' && !name.startsWith('Show PIN'))),
    );
    if (ways.length === 0) expect(this.#out, 'a dead end').to.have.length(1);
  }

  /** From wherever its life has led, with time and a page that does its part, a cardholder sets a PIN. */
  async conclude(): Promise<void> {
    const element = this.#element;
    for (const name of ['insert', 'enable', 'provide nothing', 'the page responds', 'wait 300']) {
      await this.step(name);
    }
    await this.check();
    expect([...this.#submits.values()]).not.to.include(undefined);
    if (element.matches(':state(set)')) element.reset();
    await this.check();
    const pin = this.#nextPin();
    await this.#type(pin);
    const ended = element.submit();
    await this.#service.answers(this.#cardId, []);
    await settle(element);
    expect(this.#out, 'requests of the last submit').to.have.length(1);
    await letGo(this.#out[0]!);
    expect((await ended).kind).to.equal('set');
    expect(await this.#service.has(this.#cardId, pin)).to.equal(true);
  }

  async end(): Promise<void> {
    this.#element.remove();
    this.#stage.remove();
    this.#elsewhere.remove();
    await settle(this.#element);
  }
}

inModes(
  ['inline'],
  'its made-up lives: their time is the page’s, and so is the network that stands still',
  () => {
    inEngines(
      ['chromium'],
      'its made-up lives: they take a minute, and several in an engine that is driven from outside',
      () => {
        describe('<set-card-pin> through its life', () => {
          let service: Service;
          let random: SinonStub;
          before(async () => {
            service = await startService();
            random = stub(Math, 'random').returns(0.5);
          });
          after(() => random.restore());

          it('has one request out at most, ends each submit once, keeps no PIN after an end, is silent once removed, tells the truth, and always leaves a way forward (transport C.1, C.2, C.4, C.7, C.8, C.12, C.55, C.56)', async function () {
            this.timeout(240_000);
            await fc.assert(
              fc.asyncProperty(anyLife, async (steps) => {
                const clock = useFakeTimers({
                  now: Date.now(),
                  toFake: ['setTimeout', 'clearTimeout', 'Date'],
                });
                const life = new Life(service, clock, await service.card('accepted'));
                try {
                  await life.check();
                  for (const step of steps) {
                    await life.step(step);
                    await life.check();
                  }
                  await life.conclude();
                } finally {
                  await life.end();
                  clock.restore();
                }
              }),
              // A life that stands still fails with its steps too.
              {
                ...FUZZ,
                examples: SOME_LIVES.map((life) => [life]),
                numRuns: 70,
                interruptAfterTimeLimit: 100_000,
                markInterruptAsFailure: true,
              },
            );
          });
        });
      },
    );
  },
);
