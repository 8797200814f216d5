import { expect } from '@open-wc/testing';
import { stub } from 'sinon';
import '../../src/index.js';
import type { ClientTokenProvider } from '../../src/index.js';
import { fill, type Words } from '../../src/messages/catalogue.js';
import { wordsFor } from '../../src/messages/words.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import type { ScriptedAnswer } from '../../src/node/sandbox/scripted-answers.js';
import {
  alert,
  confirmation,
  enterPin,
  exists,
  find,
  newPin,
  press,
  readTree,
  setPin,
  status,
} from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, goOffline, goOnline, next, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** Words with which a language says that the PIN is set, or that it is not. */
const CLAIMS: Readonly<Record<string, RegExp>> = {
  en: /\b(is|isn’t|was|wasn’t|not) set\b/,
  ar: /تم تعيين|يُعيَّن/,
  de: /festgelegt|\bgilt\b/,
  es: /guardado/,
  'es-419': /guardado/,
  fr: /enregistré/,
  'fr-CA': /enregistré/,
  ja: /設定し(ました|ていま)|設定され/,
  pt: /definida/,
  'pt-PT': /definido/,
  'zh-Hans': /已设置|没有设置/,
};

/** The way to an end. */
interface How {
  /** The card's behaviour, or its first answers. */
  readonly behaviour?: SandboxBehaviour;
  readonly answers?: readonly ScriptedAnswer[];
  readonly getClientToken?: ClientTokenProvider;
  readonly isOffline?: true;
  /** True if the cardholder cancels the submit. */
  readonly isCancelled?: true;
}

/** What the form shows beside the sentence. */
interface Shown {
  readonly at: 'alert' | 'field' | 'notice' | 'panel' | 'status';
  readonly fields: 'empty' | 'kept' | 'locked' | 'gone';
  /** Role and name of the node with the focus. */
  readonly focus: RegExp;
}

const AGAIN: Shown = { at: 'alert', fields: 'empty', focus: /^textbox New/ };
const FINAL: Shown = { ...AGAIN, at: 'notice', focus: /^group/ };
const FIELD: Shown = { ...AGAIN, at: 'field' };
const KEPT: Shown = { ...AGAIN, fields: 'kept' };
const DOUBT: Shown = { at: 'alert', fields: 'locked', focus: /^textbox Confirm/ };
const PANEL: Shown = { at: 'panel', fields: 'gone', focus: /^group/ };

const tooMany = (seconds: number): How => ({
  answers: [{ status: 429, headers: { 'Retry-After': `${seconds}` } }],
});
const userError = { __typename: 'UserError', errors: [{ code: 'PIN_TOO_SIMPLE' }] };
const lostThenRefused: How = {
  answers: [
    { lost: true },
    { body: JSON.stringify({ data: { setPinForPaymentCard: userError } }) },
  ],
};
const lostThenBusy: How = {
  answers: [
    { lost: true, execute: true },
    { status: 503, headers: { 'Retry-After': '20' } },
  ],
  isCancelled: true,
};
const silent: How = { getClientToken: () => new Promise(() => {}), isCancelled: true };
const signedOut: How = { getClientToken: () => Promise.resolve(null) };
const failing: How = { getClientToken: () => Promise.reject(new Error('502')) };

/** Each end: the kind of its outcome, the way to it, its sentence and the rest of the form. */
const ENDS: readonly (readonly [name: string, how: How, (words: Words) => string, Shown])[] = [
  ['set', {}, ({ set }) => set, PANEL],
  ['set, with no last four digits', { behaviour: 'no-last-four' }, ({ set }) => set, PANEL],
  ['rejected: INVALID_PIN', { behaviour: 'pin-invalid' }, ({ codes }) => codes.INVALID_PIN, FIELD],
  [
    'rejected: PIN_TOO_SIMPLE',
    { behaviour: 'weak-pin' },
    ({ codes }) => codes.PIN_TOO_SIMPLE,
    FIELD,
  ],
  [
    'rejected: PIN_PREVIOUSLY_USED',
    { behaviour: 'pin-used-before' },
    (w) => w.codes.PIN_PREVIOUSLY_USED,
    FIELD,
  ],
  [
    'rejected: CARD_NOT_ACTIVE',
    { behaviour: 'card-not-active' },
    (w) => w.codes.CARD_NOT_ACTIVE,
    AGAIN,
  ],
  [
    'rejected: CARD_NOT_FOUND',
    { behaviour: 'card-not-found' },
    (w) => w.codes.CARD_NOT_FOUND,
    AGAIN,
  ],
  ['rejected: unknown code', { behaviour: 'unknown-code' }, (w) => w.outcomes.rejected, AGAIN],
  ['denied', { behaviour: 'denied' }, (w) => w.outcomes.denied, FINAL],
  ['token-expired', signedOut, (w) => w.outcomes['token-expired'], FINAL],
  ['token-unavailable', failing, (w) => w.outcomes['token-unavailable'], KEPT],
  ['rate-limited for two minutes', tooMany(120), (w) => w.outcomes['rate-limited'], KEPT],
  ['rate-limited for longer', tooMany(121), (w) => w.rateLimitedLonger, KEPT],
  ['unavailable', { isOffline: true }, (w) => w.outcomes.unavailable, KEPT],
  ['unconfirmed', { behaviour: 'unknown-member' }, (w) => w.outcomes.unconfirmed, DOUBT],
  ['unconfirmed, with codes', lostThenRefused, (w) => w.outcomes.unconfirmed, DOUBT],
  ['misconfigured', { behaviour: 'document-refused' }, (w) => w.outcomes.misconfigured, FINAL],
  ['aborted before anything was sent', silent, (w) => w.cancelled, { ...AGAIN, at: 'status' }],
  ['aborted after something was sent', lostThenBusy, (w) => w.cancelledUnconfirmed, AGAIN],
];

describe('<set-card-pin> at the end of a submit', () => {
  let service: Service;
  before(async () => {
    // `tools/test/browser-tests.ts` bundles them at these addresses.
    for (const tag of Object.keys(CLAIMS)) if (tag !== 'en') await import(`/src/locales/${tag}.ts`);
    expect(Object.keys(CLAIMS)).to.have.members([
      'en',
      ...String(process.env.LOCALE_TAGS).split(' '),
    ]);
    service = await startService();
  });
  afterEach(goOnline);

  /** Brings an element to an end. */
  const bring = async ({ behaviour = 'accepted', answers = [], ...how }: How) => {
    const { getClientToken, isOffline, isCancelled } = how;
    const token = getClientToken === undefined;
    const { element, cardId } = await embed(service, behaviour, { token });
    element.getClientToken = getClientToken;
    await service.answers(cardId, answers);
    if (isOffline) await goOffline();
    const ended = Promise.race([next(element, 'pin-set'), next(element, 'pin-error')]);
    await setPin(element, '4826');
    if (!isCancelled) return { element, cardId, event: await ended };
    const outcome = element.submit();
    await until(() => exists('button', 'Cancel'));
    while (!(await find('button', 'Cancel')).focused) await press('Tab');
    await press('Enter');
    expect(await outcome).to.deep.equal({ kind: 'aborted' });
    return { element, cardId, event: undefined };
  };

  /** Returns the text at a place. */
  const read = async (at: Shown['at'], { newPin }: Words): Promise<string> => {
    if (at === 'status') return status();
    if (at === 'field') return (await find('textbox', newPin)).description;
    if (at === 'alert') return alert();
    return (await find('group'))[at === 'panel' ? 'name' : 'text'];
  };

  for (const [name, how, says, { at, fields, focus }] of ENDS)
    it(`says in every language what is so, and nothing else about the PIN: ${name}`, async () => {
      const { element, cardId, event } = await bring(how);
      const failure = event && 'outcome' in event ? event : undefined;
      const { last4 = '' } = event && 'card' in event ? event.card : {};
      expect(failure?.outcome.kind ?? (event ? 'set' : 'aborted')).to.equal(
        /[\w-]+/.exec(name)![0],
      );
      expect(failure?.retryable).to.equal(failure && /kept|locked/.test(fields));
      if (fields !== 'gone') {
        const value = fields === 'empty' ? '' : '••••';
        const readonly = fields === 'locked';
        expect(await newPin()).to.include({ value, readonly, invalid: at === 'field' });
        expect(await confirmation()).to.include({ value, readonly });
      }
      const nodes = await readTree();
      const focused = nodes.filter((node) => node.focused).at(-1);
      expect(`${focused?.role} ${focused?.name}`).to.match(focus);
      const bodies = (await service.requests(cardId)).map(({ response }) => response?.body);
      for (const [, text] of JSON.stringify(bodies).matchAll(/"(?:message|description)":"(.+?)"/g))
        expect(JSON.stringify(nodes), 'a text of the service').not.to.contain(text);
      const claims = /^(set|unconfirmed|aborted after)/.test(name);
      for (const tag of Object.keys(CLAIMS)) {
        element.lang = tag;
        await new Promise(requestAnimationFrame);
        const words = wordsFor(tag, undefined, 4);
        const { setFor, setNext, quote } = words;
        const requestId = failure?.requestId;
        const rest = {
          alert: [],
          notice: requestId === undefined ? [] : [fill(quote, { requestId })],
          field: [],
          panel: [last4 && fill(setFor, { last4 }), setNext],
          status: [],
        }[at];
        const text = await read(at, words);
        const joined = [says(words), ...rest].join('');
        expect(text.replaceAll(/\s/g, '')).to.equal(joined.replaceAll(/\s/g, ''));
        expect(CLAIMS[tag]!.test(text), text).to.equal(claims);
      }
    });

  inModes(['inline'], 'functions that the page replaces, because a frame has its own', () => {
    it('doesn’t depend on Response.prototype.text, which a recorder may have replaced', async () => {
      const { element } = await embed(service, 'accepted');
      const replaced = stub(Response.prototype, 'text').returns(new Promise(() => {}));
      await enterPin(element, '4826');
      try {
        expect((await element.submit()).kind).to.equal('set');
      } finally {
        replaced.restore();
      }
    });
  });
});
