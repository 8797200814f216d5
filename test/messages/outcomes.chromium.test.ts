import { expect } from '@open-wc/testing';
import { wordsFor } from '../../src/messages/words.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import {
  enterPin,
  find,
  press,
  protocol,
  readTree,
  tabTo,
  type AccessibleNode,
} from '../support/browser/cardholder.js';
import { embed, next, until } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

/** The visible part of a phone's screen above its keypad. */
const WINDOW = { width: 390, height: 500, deviceScaleFactor: 1, mobile: false };

const { codes, outcomes, cancelled, set } = wordsFor('en', undefined, 4);

/** Texts in the sandbox's responses, which no cardholder may see. */
const SANDBOX_TEXTS = /The PIN is too easy|Bad credentials|does not fit the schema/;

// `form-state.test.ts` tests what stays in the fields, and `sentences.test.ts` the other messages.
describe('<set-card-pin> at the end of a submit, on a phone with an open keypad', () => {
  before(() => protocol('Emulation.setDeviceMetricsOverride', WINDOW));
  after(() => protocol('Emulation.clearDeviceMetricsOverride', {}));

  /** Adds an element in the middle of a long page, and types a PIN. */
  const add = async (behaviour: SandboxBehaviour, token = true) => {
    const { element } = await embed(service, behaviour, { token });
    for (const [where, height] of [
      ['beforebegin', 300],
      ['afterend', 1500],
    ] as const)
      element.insertAdjacentHTML(where, `<div style="height: ${height}px"></div>`);
    scrollTo(0, 0);
    await enterPin(element, '4826');
    return element;
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

  for (const [behaviour, role, sentence, focus] of [
    ['accepted', 'group', set, /^group Your new PIN is set/],
    ['weak-pin', 'paragraph', codes.PIN_TOO_SIMPLE, /^textbox New PIN/],
    ['denied', 'alert', outcomes.denied, /^group /],
    ['unknown-member', 'alert', outcomes.unconfirmed, /^textbox Confirm/],
  ] as const)
    it(`scrolls the message into view, and moves the focus: “${sentence}”`, async () => {
      const element = await add(behaviour);
      const ended = Promise.race([next(element, 'pin-set'), next(element, 'pin-error')]);
      await press('Enter');
      const event = await ended;
      const isRetryable = 'retryable' in event && event.retryable;
      expect(isRetryable).to.equal(behaviour === 'unknown-member');
      await expectInView(await findSentence(role, sentence));
      const nodes = await readTree();
      const focused = nodes.filter((node) => node.focused).at(-1)!;
      expect(`${focused.role} ${focused.name}`).to.match(focus);
      if (behaviour === 'denied') expect(focused.text).to.contain(event.requestId);
      expect(JSON.stringify(nodes)).not.to.match(SANDBOX_TEXTS);
    });

  it('scrolls the button Cancel into view, and focuses the first field when it is pressed', async () => {
    const element = await add('accepted', false);
    element.getClientToken = () => new Promise(() => {});
    const outcome = element.submit();
    await expectInView(await find('button', 'Cancel'));
    await tabTo('Cancel');
    await press('Enter');
    expect(await outcome).to.deep.equal({ kind: 'aborted' });
    await expectInView(await findSentence('status', cancelled));
    expect(await find('textbox', 'New PIN')).to.include({ focused: true, value: '' });
  });

  it('doesn’t scroll the page if the focus is elsewhere', async () => {
    const element = await add('denied');
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
