import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { ClientTokenProvider } from '../../src/index.js';
import { fill, type Words } from '../../src/messages/catalogue.js';
import { wordsFor } from '../../src/messages/words.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import type { ScriptedAnswer } from '../../src/node/sandbox/scripted-answers.js';
import {
  confirmation,
  enterPin,
  exists,
  find,
  newPin,
  press,
  protocol,
  readTree,
  tabTo,
  type AccessibleNode,
} from '../support/browser/cardholder.js';
import { embed, goOffline, goOnline, next, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** A phone, whose keypad covers its lower part. */
const WINDOW = { width: 390, height: 500, deviceScaleFactor: 1, mobile: false };

/** The way to an end. */
interface How {
  /** The card's behaviour, or its first answers. */
  readonly behaviour?: SandboxBehaviour;
  readonly answers?: readonly ScriptedAnswer[];
  readonly getClientToken?: ClientTokenProvider;
  readonly isOffline?: true;
  /** True if the cardholder cancels the submit. */
  readonly isCancelled?: true;
  /** Defaults to the new PIN. */
  readonly confirmation?: string;
}

/** What the form shows beside the sentence. */
interface Shown {
  readonly at: 'alert' | 'field' | 'confirmation' | 'notice' | 'panel' | 'status';
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
  [
    'invalid',
    { confirmation: '4827' },
    ({ confirmationProblems }) => confirmationProblems.mismatch,
    { at: 'confirmation', fields: 'kept', focus: /^textbox Confirm/ },
  ],
  ['set', {}, ({ set }) => set, PANEL],
  ['set, with no last four digits', { behaviour: 'no-last-four' }, ({ set }) => set, PANEL],
  ...(
    [
      ['pin-invalid', 'INVALID_PIN', FIELD],
      ['weak-pin', 'PIN_TOO_SIMPLE', FIELD],
      ['pin-used-before', 'PIN_PREVIOUSLY_USED', FIELD],
      ['card-not-active', 'CARD_NOT_ACTIVE', AGAIN],
      ['card-not-found', 'CARD_NOT_FOUND', AGAIN],
    ] as const
  ).map(
    ([behaviour, code, shown]) =>
      [`rejected: ${code}`, { behaviour }, ({ codes }: Words) => codes[code], shown] as const,
  ),
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

describe('<set-card-pin> at the end of a submit, on a phone with its keypad', () => {
  const words = wordsFor('en', undefined, 4);

  let service: Service;
  before(async () => {
    service = await startService();
    await protocol('Emulation.setDeviceMetricsOverride', WINDOW);
  });
  after(() => protocol('Emulation.clearDeviceMetricsOverride', {}));
  afterEach(goOnline);

  /** Adds an element in the middle of a long page. */
  const add = async (behaviour: SandboxBehaviour = 'accepted', token = true) => {
    const embedded = await embed(service, behaviour, { token });
    for (const [where, height] of [
      ['beforebegin', 300],
      ['afterend', 1500],
    ] as const)
      embedded.element.insertAdjacentHTML(where, `<div style="height: ${height}px"></div>`);
    scrollTo(0, 0);
    return embedded;
  };

  /** Brings an element to an end. */
  const bring = async ({ behaviour, answers = [], getClientToken, ...how }: How) => {
    const { element, cardId } = await add(behaviour, getClientToken === undefined);
    element.getClientToken = getClientToken;
    await service.answers(cardId, answers);
    if (how.isOffline) await goOffline();
    const ended = Promise.race([next(element, 'pin-set'), next(element, 'pin-error')]);
    await enterPin(element, '4826', how.confirmation);
    await press('Enter');
    if (!how.isCancelled) return { cardId, event: await ended };
    const outcome = element.submit();
    await until(() => exists('button', 'Cancel'));
    await expectInView(await find('button', 'Cancel'));
    await tabTo('Cancel');
    await press('Enter');
    expect(await outcome).to.deep.equal({ kind: 'aborted' });
    return { cardId, event: undefined };
  };

  /** Waits until the whole node is visible. */
  const expectInView = ({ id }: AccessibleNode) =>
    until(async () => {
      const { quads } = await protocol<{ quads: readonly number[][] }>('DOM.getContentQuads', {
        backendNodeId: id,
      });
      const ys = quads.flatMap((quad) => quad.filter((_, index) => index % 2 === 1));
      return Math.min(...ys) >= 0 && Math.max(...ys) <= WINDOW.height;
    });

  /** Waits for the node with a sentence, and returns it. */
  const findSentence = async (at: Shown['at'], sentence: string): Promise<AccessibleNode> => {
    const role = { field: 'paragraph', confirmation: 'paragraph', panel: 'group', notice: 'alert' };
    let found: AccessibleNode | undefined;
    await until(async () => {
      found = (await readTree()).find(
        (node) =>
          node.role === (Reflect.get(role, at) ?? at) &&
          node[at === 'panel' ? 'name' : 'text'].startsWith(sentence),
      );
      return found !== undefined;
    });
    return found!;
  };

  for (const [name, how, says, { at, fields, focus }] of ENDS)
    it(`says what is so where the cardholder sees it, and moves the focus: ${name}`, async () => {
      const { cardId, event } = await bring(how);
      const failure = event && 'outcome' in event ? event : undefined;
      const { last4 = '' } = event && 'card' in event ? event.card : {};
      expect(failure?.outcome.kind ?? (event ? 'set' : 'aborted')).to.equal(
        /[\w-]+/.exec(name)![0],
      );
      const isFree = fields === 'empty' || at === 'confirmation';
      expect(failure?.retryable).to.equal(failure && !isFree);

      const sentence = await findSentence(at, says(words));
      await expectInView(sentence);
      if (last4 !== '') expect(sentence.name).to.contain(fill(words.setFor, { last4 }));
      const { requestId } = failure ?? {};
      if (at === 'notice' && requestId !== undefined)
        expect((await find('group')).text).to.contain(requestId);
      if (fields !== 'gone') {
        const value = fields === 'empty' ? '' : '••••';
        const readonly = fields === 'locked';
        const invalid = { new: at === 'field', confirm: at === 'confirmation' };
        expect(await newPin()).to.include({ value, readonly, invalid: invalid.new });
        expect(await confirmation()).to.include({ value, readonly, invalid: invalid.confirm });
      }
      const nodes = await readTree();
      const focused = nodes.filter((node) => node.focused).at(-1);
      expect(`${focused?.role} ${focused?.name}`).to.match(focus);
      const bodies = (await service.requests(cardId)).map(({ response }) => response?.body);
      for (const [, text] of JSON.stringify(bodies).matchAll(/"(?:message|description)":"(.+?)"/g))
        expect(JSON.stringify(nodes), 'a text of the service').not.to.contain(text);
    });

  it('does not scroll a page whose cardholder is elsewhere', async () => {
    const { element } = await add('denied');
    await enterPin(element, '4826');
    (document.activeElement as HTMLElement).blur();
    scrollTo(0, 900);
    // A browser keeps the content in its place when the page above it grows.
    const bottom = () => document.documentElement.getBoundingClientRect().bottom;
    const before = bottom();
    expect((await element.submit()).kind).to.equal('denied');
    await findSentence('alert', words.outcomes.denied);
    expect(bottom()).to.be.closeTo(before, 1);
    expect(document.activeElement).to.equal(document.body);
  });
});
