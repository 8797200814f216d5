/** A phone: a keypad covers its lower part, so that the window is 390 by 500 pixels. */
import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { en } from '../../src/messages/en.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import {
  alert,
  enterPin,
  exists,
  find,
  press,
  protocol,
  readTree,
  type AccessibleNode,
} from '../support/browser/cardholder.js';
import { embed, goOffline, goOnline, next, until, withoutJitter } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const WINDOW = { width: 390, height: 500, deviceScaleFactor: 1, mobile: false };

describe('<set-card-pin> on a phone with its keypad', () => {
  withoutJitter();

  let service: Service;
  before(async () => {
    service = await startService();
    await protocol('Emulation.setDeviceMetricsOverride', WINDOW);
  });
  after(() => protocol('Emulation.clearDeviceMetricsOverride', {}));

  const add = async (behaviour: SandboxBehaviour) => {
    const { element, cardId } = await embed(service, behaviour);
    for (const [where, height] of [
      ['beforebegin', 300],
      ['afterend', 1500],
    ] as const)
      element.insertAdjacentHTML(where, `<div style="height: ${height}px"></div>`);
    scrollTo(0, 0);
    return { element, cardId };
  };

  /** Waits until the error at a field is visible. */
  const expectErrorInView = async (sentence: string) => {
    const isError = ({ role, text }: AccessibleNode) =>
      role === 'paragraph' && text.startsWith(sentence);
    await until(async () => (await readTree()).some(isError));
    await expectInView((await readTree()).find(isError)!);
  };

  /** Waits until the whole node is visible. */
  const expectInView = async ({ id }: AccessibleNode) => {
    const edges = async () => {
      const { quads } = await protocol<{ quads: readonly number[][] }>('DOM.getContentQuads', {
        backendNodeId: id,
      });
      const ys = quads.flatMap((quad) => quad.filter((_, index) => index % 2 === 1));
      return [Math.min(...ys), Math.max(...ys)] as const;
    };
    let [top, bottom] = await edges();
    for (let frames = 0; frames < 60 && !(top >= 0 && bottom <= WINDOW.height); frames++) {
      await new Promise(requestAnimationFrame);
      [top, bottom] = await edges();
    }
    expect(top).to.be.at.least(0);
    expect(bottom).to.be.at.most(WINDOW.height);
  };

  const submit = async (element: SetCardPinElement) => {
    await enterPin(element, '4826');
    const ended = next(element, 'pin-error');
    await press('Enter');
    await ended;
  };

  const focusedName = async () =>
    (await readTree())
      .filter(({ focused, role }) => focused && !/RootWebArea|Iframe/.test(role))
      .map(({ name }) => name)
      .join();

  for (const [behaviour, sentence, focus] of [
    ['denied', en.outcomes.denied, en.outcomes.denied],
    ['token-refused-always', en.outcomes['token-expired'], en.outcomes['token-expired']],
    ['document-refused', en.outcomes.misconfigured, en.outcomes.misconfigured],
    ['unknown-code', en.outcomes.rejected, 'New PIN'],
    ['card-not-found', en.codes.CARD_NOT_FOUND, 'New PIN'],
    ['rate-limited-always', en.outcomes['rate-limited'], 'New PIN'],
    ['unknown-member', en.outcomes.unconfirmed, 'Confirm'],
  ] as const)
    it(`shows the notice, and focuses “${focus}”, for the card ${behaviour}`, async () => {
      const { element, cardId } = await add(behaviour);
      if (behaviour === 'token-refused-always')
        element.getClientToken = () => service.token(cardId);
      await submit(element);
      await until(async () => (await alert()).startsWith(sentence));
      await expectInView(await find('alert'));
      expect((await focusedName()).startsWith(focus)).to.equal(true);
    });

  for (const [behaviour, sentence] of [
    ['pin-invalid', en.codes.INVALID_PIN],
    ['weak-pin', en.codes.PIN_TOO_SIMPLE],
  ] as const)
    it(`shows the error at the field for the card ${behaviour}`, async () => {
      const { element } = await add(behaviour);
      await submit(element);
      await expectErrorInView(sentence);
      expect(await focusedName()).to.contain('New PIN');
    });

  it('shows a mismatch at its field', async () => {
    const { element } = await add('accepted');
    await enterPin(element, '4826', '4827');
    await press('Enter');
    await expectErrorInView('The PINs don’t match');
  });

  it('shows that an attempt is tried again', async () => {
    const { element, cardId } = await add('accepted');
    await service.answers(cardId, [
      { status: 429, headers: { 'Retry-After': '1' } },
      { usual: true, delayMilliseconds: 60_000 },
    ]);
    await enterPin(element, '4826');
    await press('Enter');
    await until(() => exists('button', 'Cancel'));
    await expectInView(await find('button', 'Cancel'));
  });

  it('shows that there is no network', async () => {
    const { element } = await add('accepted');
    await goOffline();
    await submit(element);
    await goOnline();
    await until(async () => (await alert()) !== '');
    await expectInView(await find('alert'));
  });

  it('shows that the PIN is set', async () => {
    const { element } = await add('accepted');
    await enterPin(element, '4826');
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
    await until(() => exists('group', 'Your new PIN is set'));
    await expectInView(await find('group', 'Your new PIN is set'));
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
    await until(async () => (await alert()) !== '');
    expect(bottom()).to.be.closeTo(before, 1);
    expect(document.activeElement).to.equal(document.body);
  });
});
