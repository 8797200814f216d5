import { expect } from '@open-wc/testing';
import type { ClientTokenProvider } from '../../src/index.js';
import { fill } from '../../src/messages/catalogue.js';
import { wordsFor } from '../../src/messages/words.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import {
  confirmation,
  enterPin,
  find,
  newPin,
  press,
  protocol,
  readTree,
  status,
  tabTo,
  type AccessibleNode,
} from '../support/browser/cardholder.js';
import { embed, goOffline, goOnline, next, until } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

/** A phone, whose keypad covers its lower part. */
const WINDOW = { width: 390, height: 500, deviceScaleFactor: 1, mobile: false };

/** The way to an end. */
interface How {
  readonly behaviour?: SandboxBehaviour;
  /** The cardholder cancels a submit that waits for it. */
  readonly getClientToken?: ClientTokenProvider;
  readonly isOffline?: true;
  /** Defaults to the new PIN. */
  readonly confirmation?: string;
}

/** The place of the sentence: the role of its node, or where a node of this role is. */
type Place = 'alert' | 'field' | 'confirmation' | 'notice' | 'panel' | 'status';

const ROLES: Readonly<Partial<Record<Place, string>>> = {
  field: 'paragraph',
  confirmation: 'paragraph',
  panel: 'group',
  notice: 'alert',
};

const { codes, outcomes, ...words } = wordsFor('en', undefined, 4);
const { mismatch } = words.confirmationProblems;
const silent: How = { getClientToken: () => new Promise(() => {}) };
const doubtful: How = { behaviour: 'unknown-member' };

/** An end of each kind, its sentence and its place, the fields, and what has the focus. */
const ENDS: readonly (readonly [
  kind: string,
  how: How,
  sentence: string,
  at: Place,
  fields: 'empty' | 'kept' | 'locked' | 'gone',
  focus: 'New PIN' | 'Confirm' | '',
])[] = [
  ['set', {}, words.set, 'panel', 'gone', ''],
  ['rejected', { behaviour: 'weak-pin' }, codes.PIN_TOO_SIMPLE, 'field', 'empty', 'New PIN'],
  ['rejected', { behaviour: 'unknown-code' }, outcomes.rejected, 'alert', 'empty', 'New PIN'],
  ['denied', { behaviour: 'denied' }, outcomes.denied, 'notice', 'empty', ''],
  ['unavailable', { isOffline: true }, outcomes.unavailable, 'alert', 'kept', 'New PIN'],
  ['unconfirmed', doubtful, outcomes.unconfirmed, 'alert', 'locked', 'Confirm'],
  ['aborted', silent, words.cancelled, 'status', 'empty', 'New PIN'],
  ['invalid', { confirmation: '4827' }, mismatch, 'confirmation', 'kept', 'Confirm'],
];

// `sentences.test.ts` has the sentences of the other ends.
/** Texts in the sandbox's responses, which no cardholder may see. */
const SANDBOX_TEXTS =
  /The PIN is too easy|The card had this PIN|The client token may not|Bad credentials|Usage limit|does not fit the schema|Service Unavailable/;

describe('<set-card-pin> at the end of a submit, on a phone with its keypad', () => {
  before(() => protocol('Emulation.setDeviceMetricsOverride', WINDOW));
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
  const bring = async ({ behaviour, getClientToken, isOffline, confirmation }: How) => {
    const { element } = await add(behaviour, getClientToken === undefined);
    element.getClientToken = getClientToken;
    if (isOffline) await goOffline();
    const ended = Promise.race([next(element, 'pin-set'), next(element, 'pin-error')]);
    await enterPin(element, '4826', confirmation);
    await press('Enter');
    if (getClientToken === undefined) return ended;
    const outcome = element.submit();
    await expectInView(await find('button', 'Cancel'));
    await tabTo('Cancel');
    await press('Enter');
    expect(await outcome).to.deep.equal({ kind: 'aborted' });
    return undefined;
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
  const findSentence = async (at: Place, sentence: string): Promise<AccessibleNode> => {
    const role = ROLES[at] ?? at;
    const text = at === 'panel' ? 'name' : 'text';
    const isIt = (node: AccessibleNode) => node.role === role && node[text].startsWith(sentence);
    await until(async () => (await readTree()).some(isIt));
    return (await readTree()).find(isIt)!;
  };

  for (const [kind, how, sentence, at, fields, focus] of ENDS)
    it(`shows the message in view, and moves the focus: ${kind}, at the ${at}`, async () => {
      const event = await bring(how);
      const failure = event && 'outcome' in event ? event : undefined;
      expect(failure?.outcome.kind ?? (event ? 'set' : 'aborted')).to.equal(kind);
      const isFree = fields === 'empty' || at === 'confirmation';
      expect(failure?.retryable).to.equal(failure && !isFree);

      const said = await findSentence(at, sentence);
      await expectInView(said);
      // Not also the notice about the network, which has the same place.
      if (at !== 'status') expect(await status()).not.to.contain('offline');
      if (event && 'card' in event)
        expect(said.description).to.contain(fill(words.setFor, { last4: event.card.last4! }));
      if (at === 'notice') expect((await find('group')).text).to.contain(failure!.requestId);
      if (fields !== 'gone') {
        const value = fields === 'empty' ? '' : '••••';
        const readonly = fields === 'locked';
        const invalid = { new: at === 'field', confirm: at === 'confirmation' };
        expect(await newPin()).to.include({ value, readonly, invalid: invalid.new });
        expect(await confirmation()).to.include({ value, readonly, invalid: invalid.confirm });
      }
      const nodes = await readTree();
      const focused = nodes.filter((node) => node.focused).at(-1)!;
      expect(focused.role).to.equal(focus === '' ? 'group' : 'textbox');
      expect(focused.name).to.match(new RegExp(`^${focus}`));
      expect(JSON.stringify(nodes)).not.to.match(SANDBOX_TEXTS);
    });

  it('doesn’t scroll the page if the focus is elsewhere', async () => {
    const { element } = await add('denied');
    await enterPin(element, '4826');
    (document.activeElement as HTMLElement).blur();
    scrollTo(0, 900);
    // A browser keeps the content in its place when the page above it grows.
    const bottom = () => document.documentElement.getBoundingClientRect().bottom;
    const before = bottom();
    expect((await element.submit()).kind).to.equal('denied');
    await findSentence('alert', outcomes.denied);
    expect(bottom()).to.be.closeTo(before, 1);
    expect(document.activeElement).to.equal(document.body);
  });
});
