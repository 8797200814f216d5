import { expect, fixture, html } from '@open-wc/testing';
import { stub } from 'sinon';
import '../../src/index.js';
import { SANDBOX_CARDS, type SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import type { ClientToken, SetCardPinElement } from '../../src/index.js';
import { enterPin, press } from '../support/browser/cardholder.js';
import { inEngines, inModes, mode } from '../support/browser/engine.js';
import { holdKey, releaseKey } from '../support/browser/keys.js';
import { embed, listen, until, withoutJitter } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** A PIN so long that no other text of the page contains it by chance. */
const PIN = '482615937046';

interface Run {
  readonly name: string;
  readonly behaviour?: SandboxBehaviour;
  /** Does the steps of the run, after the PIN is typed. */
  readonly drive?: (element: SetCardPinElement) => Promise<unknown>;
  /** The kind of its outcome, if the submit ends. */
  readonly outcome?: string;
}

const TWO_REQUESTS: readonly SandboxBehaviour[] = ['token-refused-once', 'answer-lost-once'];

/** One run for each kind of outcome and for each way to a second request. Each takes seconds. */
const CARDS = new Map(
  SANDBOX_CARDS.map((card) => [
    TWO_REQUESTS.includes(card.behaviour) ? card.title : (card.outcome ?? card.title),
    card,
  ]),
);

const RUNS: readonly Run[] = [
  ...[...CARDS.values()].map(({ title, behaviour, outcome }) => ({
    name: title,
    behaviour,
    outcome,
  })),
  {
    name: 'invalid entry',
    outcome: 'invalid',
    drive: async (element) => {
      await press('Backspace');
      return element.submit();
    },
  },
  {
    name: 'waiting for a token',
    behaviour: 'token-refused-once',
    drive: (element) => {
      element.tokenTimeout = 60;
      void element.submit();
      return until(() => element.matches(':state(waiting)'));
    },
  },
  { name: 'revealed PIN', drive: () => press('Tab', 'Enter') },
];

/**
 * Returns every text that can be reached from some values through properties, prototypes and
 * getters, with its path. Doesn't descend into the window and the document.
 */
function textsWithin(
  ...roots: readonly unknown[]
): readonly { readonly path: string; readonly text: string }[] {
  const texts: { path: string; text: string }[] = [];
  const seen = new Set<unknown>([window, document, document.body]);
  const queue = roots.map((value) => ({ path: '', value, depth: 0 }));
  // The queue grows in the loop.
  for (const { path, value, depth } of queue) {
    if (typeof value === 'string') texts.push({ path, text: value });
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) continue;
    if (seen.has(value) || depth > 6) continue;
    seen.add(value);
    if (value instanceof Map || value instanceof Set)
      for (const entry of value) queue.push({ path: `${path}{}`, value: entry, depth: depth + 1 });
    for (let owner: object | null = value; owner; owner = Reflect.getPrototypeOf(owner))
      for (const key of Reflect.ownKeys(owner)) {
        // In Firefox this getter exposes the target of any event (SECURITY.md). Only a property of
        // the element's own events hides it.
        if (owner === Event.prototype && key === 'explicitOriginalTarget') continue;
        try {
          const member: unknown = Reflect.get(owner, key, value);
          queue.push({ path: `${path}.${String(key)}`, value: member, depth: depth + 1 });
        } catch {
          // Many getters of prototypes throw.
        }
      }
  }
  return texts;
}

/** Records the keys that the page hears while an action runs. */
async function keysDuring(act: () => Promise<void>): Promise<readonly string[]> {
  const keys: string[] = [];
  const listening = new AbortController();
  for (const type of ['keydown', 'keypress', 'keyup'] as const)
    window.addEventListener(type, ({ key }) => keys.push(key), {
      capture: true,
      signal: listening.signal,
    });
  await act();
  listening.abort();
  return keys;
}

// `test/leaks` has what a script can read while a PIN is set.
describe('<set-card-pin> secrets', () => {
  withoutJitter();

  let service: Service;
  before(async () => {
    service = await startService();
  });

  for (const { name, behaviour = 'accepted', drive, outcome } of RUNS) {
    it(`exposes neither the PIN nor a token to the page: ${name}`, async () => {
      const { element, cardId } = await embed(service, behaviour, { token: false });
      element.pinLength = PIN.length;
      const tokens: readonly ClientToken[] = [
        await service.token(cardId),
        await service.token(cardId),
      ];
      const events = listen(element);
      element.addEventListener('token-expired', (event) => {
        if (element.tokenTimeout < 60) event.respondWith(Promise.resolve(tokens[1]!));
      });
      const error = stub(console, 'error');
      element.setAttribute('client-token', tokens[0]!.value);
      // Press single keys: `type` would pass the whole PIN through the page's JSON.
      element.focus();
      await press(...PIN, 'Tab', ...PIN);
      const end = await (drive?.(element) ?? element.submit());
      if (outcome !== undefined) expect(end).to.include({ kind: outcome });
      await element.updateComplete;
      error.restore();

      const texts = [
        ...textsWithin({ element, events, end, printed: error.args }),
        { path: 'HTML', text: document.documentElement.outerHTML },
        { path: 'page text', text: document.body.innerText },
        { path: 'address', text: location.href + JSON.stringify(history.state) },
        { path: 'storage', text: JSON.stringify({ ...localStorage, ...sessionStorage }) },
        { path: 'entries', text: JSON.stringify(performance.getEntries()) },
      ];
      const secrets = [PIN, ...tokens.map(({ value }) => value)];
      const found = texts.filter(({ text }) => secrets.some((secret) => text.includes(secret)));
      expect(found.map(({ path }) => path)).to.deep.equal([]);
      expect(texts.length).to.be.greaterThan(500);
      element.remove();
    });
  }

  it('exposes no digit to key listeners when a key is released after its modifier', async () => {
    const { element } = await embed(service, 'accepted');
    element.focus();
    const keys = await keysDuring(async () => {
      await holdKey('4');
      await holdKey('Control');
      await releaseKey('4');
      await releaseKey('Control');
    });
    // Keys that are pressed in a frame never reach the page.
    expect(keys).to.deep.equal(mode === 'inline' ? ['Control'] : []);
  });

  inEngines(['chromium'], 'a key that is held, because the other drivers don’t repeat it', () => {
    inModes(['inline'], 'keys that go down in a frame don’t reach its host’s guard', () => {
      it('keeps a held key out of the field to which the page moves the focus', async () => {
        const { element } = await embed(service, 'accepted');
        const other = await fixture<HTMLInputElement>(html`<input />`);
        element.focus();
        const keys = await keysDuring(async () => {
          await holdKey('4');
          other.focus();
          await holdKey('4');
          await releaseKey('4');
        });
        expect(keys).to.deep.equal([]);
        expect(other.value).to.equal('');
      });
    });
  });

  it('exposes no original target in its own events', async () => {
    const { element } = await embed(service, 'accepted');
    const events = listen(element);
    await enterPin(element, '4826');
    await press('Enter');
    await until(() => events.some(({ type }) => type === 'pin-set'));
    const revealing = events.filter(
      (event) => Reflect.get(event, 'explicitOriginalTarget') !== null,
    );
    expect(revealing.map(({ type }) => type)).to.deep.equal([]);
  });
});
