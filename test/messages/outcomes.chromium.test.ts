import { expect } from '@open-wc/testing';
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

/** The visible part of a phone's screen above its keypad. */
const WINDOW = { width: 390, height: 500, deviceScaleFactor: 1, mobile: false };

const { codes, outcomes, cancelled, confirmationProblems, set, setFor } = wordsFor(
  'en',
  undefined,
  4,
);

/** A card's behaviour, or something that the cardholder does or that happens to them. */
type How = SandboxBehaviour | 'cancelled' | 'offline' | 'mismatch';

/**
 * An outcome of each kind, its message, the role of the message's node, the fields' content, and
 * the focus. `sentences.test.ts` tests the messages about other outcomes.
 */
const ENDS: readonly (readonly [string, How, string, string, string, string])[] = [
  ['set', 'accepted', set, 'group', 'gone', ''],
  ['rejected', 'weak-pin', codes.PIN_TOO_SIMPLE, 'paragraph', 'empty', 'New PIN'],
  ['rejected', 'unknown-code', outcomes.rejected, 'alert', 'empty', 'New PIN'],
  ['denied', 'denied', outcomes.denied, 'alert', 'empty', ''],
  ['unavailable', 'offline', outcomes.unavailable, 'alert', 'kept', 'New PIN'],
  ['unconfirmed', 'unknown-member', outcomes.unconfirmed, 'alert', 'locked', 'Confirm'],
  ['aborted', 'cancelled', cancelled, 'status', 'empty', 'New PIN'],
  ['invalid', 'mismatch', confirmationProblems.mismatch, 'paragraph', 'kept', 'Confirm'],
];

/** Texts in the sandbox's responses, which no cardholder may see. */
const SANDBOX_TEXTS =
  /The PIN is too easy|The card has had this PIN|The client token isn’t|Bad credentials|Usage limit|does not fit the schema|Service Unavailable/;

describe('<set-card-pin> at the end of a submit, on a phone with an open keypad', () => {
  before(() => protocol('Emulation.setDeviceMetricsOverride', WINDOW));
  after(() => protocol('Emulation.clearDeviceMetricsOverride', {}));
  afterEach(goOnline);

  /** Adds an element in the middle of a long page. */
  const add = async (behaviour: SandboxBehaviour, token = true) => {
    const { element } = await embed(service, behaviour, { token });
    for (const [where, height] of [
      ['beforebegin', 300],
      ['afterend', 1500],
    ] as const)
      element.insertAdjacentHTML(where, `<div style="height: ${height}px"></div>`);
    scrollTo(0, 0);
    return element;
  };

  /** Brings an element to an outcome. Resolves to the event, or to nothing after a cancellation. */
  const bring = async (how: How) => {
    const isUsual = how === 'cancelled' || how === 'offline' || how === 'mismatch';
    const element = await add(isUsual ? 'accepted' : how, how !== 'cancelled');
    if (how === 'offline') await goOffline();
    const ended = Promise.race([next(element, 'pin-set'), next(element, 'pin-error')]);
    await enterPin(element, '4826', how === 'mismatch' ? '4827' : '4826');
    if (how !== 'cancelled') {
      await press('Enter');
      return ended;
    }
    element.getClientToken = () => new Promise(() => {});
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
      const { quads } = await protocol('DOM.getContentQuads', { backendNodeId: id });
      const ys = quads.flatMap((quad) => quad.filter((_, index) => index % 2 === 1));
      return Math.min(...ys) >= 0 && Math.max(...ys) <= WINDOW.height;
    });

  /** Waits for the node with a message, and returns it. */
  const findSentence = async (role: string, sentence: string): Promise<AccessibleNode> => {
    const isIt = (node: AccessibleNode) =>
      node.role === role && node[role === 'group' ? 'name' : 'text'].startsWith(sentence);
    await until(async () => (await readTree()).some(isIt));
    return (await readTree()).find(isIt)!;
  };

  for (const [kind, how, sentence, role, fields, focus] of ENDS)
    it(`scrolls the message into view, and moves the focus: ${kind}, “${sentence}”`, async () => {
      const event = await bring(how);
      const failure = event && 'outcome' in event ? event : undefined;
      expect(failure?.outcome.kind ?? (event ? 'set' : 'aborted')).to.equal(kind);
      expect(failure?.retryable).to.equal(failure && fields !== 'empty' && kind !== 'invalid');

      const said = await findSentence(role, sentence);
      await expectInView(said);
      // The notice about the network, which has the same place, must not be shown too.
      if (role !== 'status') expect(await status()).not.to.contain('offline');
      if (event && 'card' in event)
        expect(said.description).to.contain(fill(setFor, { last4: event.card.last4! }));
      if (kind === 'denied') expect((await find('group')).text).to.contain(failure!.requestId);
      if (fields !== 'gone') {
        const value = fields === 'empty' ? '' : '••••';
        const readonly = fields === 'locked';
        const isAtField = role === 'paragraph';
        const field = { value, readonly, invalid: isAtField && focus === 'New PIN' };
        expect(await newPin()).to.include(field);
        const invalid = isAtField && focus === 'Confirm';
        expect(await confirmation()).to.include({ ...field, invalid });
      }
      const nodes = await readTree();
      const focused = nodes.filter((node) => node.focused).at(-1)!;
      expect(focused.role).to.equal(focus === '' ? 'group' : 'textbox');
      expect(focused.name).to.match(new RegExp(`^${focus}`));
      expect(JSON.stringify(nodes)).not.to.match(SANDBOX_TEXTS);
    });

  it('doesn’t scroll the page if the focus is elsewhere', async () => {
    const element = await add('denied');
    await enterPin(element, '4826');
    (document.activeElement as HTMLElement).blur();
    scrollTo(0, 900);
    // Once it has shown a frame, a browser keeps the content in place when the page above it grows.
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    const bottom = () => document.documentElement.getBoundingClientRect().bottom;
    const before = bottom();
    expect((await element.submit()).kind).to.equal('denied');
    await findSentence('alert', outcomes.denied);
    await until(() => Math.abs(bottom() - before) <= 1);
    expect(document.activeElement).to.equal(document.body);
  });
});
