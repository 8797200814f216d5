import {
  recordDuring,
  listenForKeys,
  takeRecords,
  textsWithin,
} from '../support/browser/page-recorder.js';
import { expect, fixture, html } from '@open-wc/testing';
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
    name: 'removal while submitting',
    outcome: 'aborted',
    behaviour: 'slow',
    drive: (element) => {
      const ended = element.submit();
      element.remove();
      return ended;
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

describe('<set-card-pin> secrets', () => {
  withoutJitter();

  let service: Service;
  before(async () => {
    service = await startService();
    listenForKeys();
  });

  /** Reads every text that an event, a script or a tool could take from the page. */
  const exposedTexts = (element: SetCardPinElement, events: readonly Event[]) => [
    ...textsWithin(...takeRecords().map(({ where, what }) => ({ [where]: what })), {
      element,
      events,
    }),
    { path: 'HTML', text: document.documentElement.outerHTML },
    { path: 'page text', text: document.body.innerText },
    { path: 'address', text: location.href + JSON.stringify(history.state) },
    { path: 'cookies', text: document.cookie },
    { path: 'storage', text: JSON.stringify({ ...localStorage, ...sessionStorage }) },
    { path: 'entries', text: JSON.stringify(performance.getEntries()) },
    { path: 'selection', text: String(getSelection()) },
  ];

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
      await recordDuring(async () => {
        element.setAttribute('client-token', tokens[0]!.value);
        // Press single keys: `type` would pass the whole PIN through the page's JSON.
        element.focus();
        await press(...PIN, 'Tab', ...PIN);
        const end = await (drive?.(element) ?? element.submit());
        if (outcome !== undefined) expect(end).to.include({ kind: outcome });
        await element.updateComplete;
      });

      const texts = exposedTexts(element, events);
      const secrets = [PIN, ...tokens.map(({ value }) => value)];
      const found = texts.filter(({ text }) => secrets.some((secret) => text.includes(secret)));
      expect(found.map(({ path }) => path)).to.deep.equal([]);
      expect(texts.length).to.be.greaterThan(500);

      const keys = texts.filter(({ path }) => /^\.(key|input|beforeinput|textInput)/.test(path));
      expect(keys.filter(({ text }) => /^(Digit|Numpad)?\d$/.test(text))).to.deep.equal([]);
      element.remove();
    });
  }

  it('exposes no digit to key listeners when a key is released after its modifier', async () => {
    const { element } = await embed(service, 'accepted');
    element.focus();
    await recordDuring(async () => {
      await holdKey('4');
      await holdKey('Control');
      await releaseKey('4');
      await releaseKey('Control');
    });
    const keys = takeRecords().filter(({ where }) => where.startsWith('key'));
    // Keys that are pressed in a frame never reach the page.
    const expected = mode === 'inline' ? ['Control', 'Control'] : [];
    expect(keys.map(({ what }) => (what as unknown[])[0])).to.deep.equal(expected);
  });

  inEngines(['chromium'], 'a key that is held, because the other drivers don’t repeat it', () => {
    inModes(['inline'], 'keys that go down in a frame don’t reach its host’s guard', () => {
      it('keeps a held key out of the field to which the page moves the focus', async () => {
        const { element } = await embed(service, 'accepted');
        const other = await fixture<HTMLInputElement>(html`<input />`);
        element.focus();
        await recordDuring(async () => {
          await holdKey('4');
          other.focus();
          await holdKey('4');
          await releaseKey('4');
        });
        expect(takeRecords().filter(({ where }) => where.startsWith('key'))).to.deep.equal([]);
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
