import { expect } from '@open-wc/testing';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import {
  alert,
  click,
  enterPin,
  exists,
  find,
  newPin,
  press,
  setPin,
  type,
} from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import {
  embed,
  failToSetPin,
  formShown,
  navigateAway,
  next,
  withoutJitter,
} from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

function userError(code: string): string {
  const errors = [{ code }];
  return JSON.stringify({ data: { result: { __typename: 'UserError', errors } } });
}

describe('<set-card-pin> unconfirmed PIN', () => {
  withoutJitter();

  let service: Service;
  before(async () => {
    service = await startService();
  });

  it('is locked, and is submitted again under the same key', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    await service.answers(cardId, [{ execute: true, body: '' }]);
    const event = await failToSetPin(element);
    expect(event.outcome.kind).to.equal('unconfirmed');
    expect(event.retryable).to.equal(true);
    expect(await newPin()).to.include({ value: '••••', readonly: true });
    element.focus();
    await press('Backspace');
    expect((await newPin()).value).to.equal('••••');

    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
    const keys = await service.keys(cardId);
    expect(keys).to.have.length(2);
    expect(keys[0]).to.equal(keys[1]);
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('stays unconfirmed after a submit that is certainly not executed', async () => {
    const { element, cardId } = await embed(service, 'unknown-member');
    await failToSetPin(element);
    // The token expires on the service's clock, so the next attempt gets a 401. No token follows.
    await service.advance(16 * 60);
    element.tokenTimeout = 0.05;
    expect((await element.submit()).kind).to.equal('unconfirmed');
    expect(await service.requests(cardId)).to.have.length(2);
    expect(await exists('button', 'Try the same PIN again')).to.equal(true);
  });

  for (const [name, { codes, says, ...answer }] of Object.entries({
    'a UserError whose code has a sentence': {
      body: userError('PIN_TOO_SIMPLE'),
      codes: ['PIN_TOO_SIMPLE'],
      says: 'That PIN is too easy to guess. Choose another one. We can’t tell yet',
    },
    'a UserError with an unknown code': {
      body: userError('LIMIT_REACHED'),
      codes: ['LIMIT_REACHED'],
      says: 'We can’t tell yet',
    },
    'an AccessDeniedError': {
      body: JSON.stringify({ data: { result: { __typename: 'AccessDeniedError' } } }),
      codes: undefined,
      says: 'We can’t tell yet',
    },
    'the 403 of a firewall': {
      status: 403,
      body: '<html>',
      headers: { 'content-type': 'text/html' },
      codes: undefined,
      says: 'We can’t tell yet',
    },
    'a 413': { status: 413, body: '', codes: undefined, says: 'We can’t tell yet' },
  })) {
    it(`stays unconfirmed, with no claim about the PIN, after ${name}`, async () => {
      const { element, cardId } = await embed(service, 'accepted');
      await service.answers(cardId, [{ lost: true, execute: true }, answer]);
      const { outcome } = await failToSetPin(element);
      expect(outcome.kind === 'unconfirmed' && outcome.codes).to.deep.equal(codes);
      expect(await alert()).to.match(new RegExp(`^${says}`));
      expect(await alert()).not.to.include('isn’t set');
      expect(await service.requests(cardId)).to.have.length(2);
      expect(await exists('button', 'Try the same PIN again')).to.equal(true);
    });
  }

  it('can be replaced by another PIN, under a new key', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    await service.answers(cardId, [{ body: '' }]);
    await failToSetPin(element);
    await press('Tab', 'Tab', 'Enter');
    expect(await newPin()).to.include({ value: '', focused: true, readonly: false });
    expect(await alert()).to.equal('');
    const done = next(element, 'pin-set');
    await setPin(element, '5937');
    await done;
    const keys = await service.keys(cardId);
    expect(keys[0]).not.to.equal(keys[1]);
    expect(await service.has(cardId, '5937')).to.equal(true);
  });

  for (const [cause, end] of [
    ['the element is reset', (element: SetCardPinElement) => element.reset()],
    ['the element is disabled', (element: SetCardPinElement) => (element.disabled = true)],
    ['the element is removed', (element: SetCardPinElement) => element.remove()],
    ['the cardholder leaves the page', navigateAway],
  ] as const) {
    it(`is wiped with its key when ${cause}`, async () => {
      const { element, cardId } = await embed(service, 'unknown-member');
      const parent = element.parentElement!;
      await failToSetPin(element);
      await end(element);
      // Until the end of this task, a removal could be a move.
      await Promise.resolve();
      parent.append(element);
      element.disabled = false;
      element.clientToken = await service.token(cardId);
      await formShown();
      expect(await newPin()).to.include({ value: '', readonly: false });
      expect(await exists('button', 'Try again')).to.equal(false);
      await failToSetPin(element);
      const keys = await service.keys(cardId);
      expect(new Set(keys).size).to.equal(2);
    });
  }

  it('is wiped when the page sets another card', async () => {
    const { element, cardId } = await embed(service, 'unknown-member');
    await failToSetPin(element);
    const changed = next(element, 'pin-change');
    element.cardId = await service.card('accepted');
    expect((await changed).complete).to.equal(false);
    expect(await newPin()).to.include({ value: '', readonly: false, focused: true });
    expect(await service.requests(cardId)).to.have.length(1);
  });

  for (const [name, value] of [
    ['deniedPins', ['1990']],
    ['pinRules', 'none'],
    ['cardId', 'card_other'],
  ] as const) {
    it(`is wiped with a message when the page sets another ${name}`, async () => {
      const { element } = await embed(service, 'unknown-member');
      await failToSetPin(element);
      Object.assign(element, { [name]: value });
      await element.updateComplete;
      expect((await newPin()).value).to.equal('');
      expect(await alert()).to.contain('It may already be set.');
    });
  }

  for (const [name, value] of [
    ['cardId', 'card_other'],
    ['endpoint', 'https://other.invalid/graphql'],
  ] as const) {
    it(`is wiped if ${name} changed during the submit`, async () => {
      const { element, cardId } = await embed(service, 'unknown-member');
      await service.delay(cardId, 60_000);
      await enterPin(element, '4826');
      const ended = element.submit();
      element[name] = value;
      await service.delay(cardId, 0);
      expect((await ended).kind).to.equal('unconfirmed');
      expect(await newPin()).to.include({ value: '', readonly: false });
    });
  }

  it('is reported if a change of the rules emptied the fields during the submit', async () => {
    const { element, cardId } = await embed(service, 'unknown-member');
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const ended = element.submit();
    element.pinRules = 'none';
    await service.delay(cardId, 0);
    expect((await ended).kind).to.equal('unconfirmed');
    expect(await alert()).to.contain('It may already be set. Enter it again to be sure.');
    expect(await exists('button', 'Try again')).to.equal(false);
  });

  it('keeps its message while the cardholder types into the locked field', async () => {
    const { element } = await embed(service, 'unknown-member');
    await failToSetPin(element);
    await type('7');
    expect(await alert()).to.contain('We can’t tell yet');
  });

  inModes(['inline'], 'a fake clock of the page, which doesn’t change the frame’s clock', () => {
    describe('in time', () => {
      const WARNING =
        'For your security, we’ll clear your PIN in half a minute. Press any key or tap here to keep it.';

      let element: SetCardPinElement;
      let clock: SinonFakeTimers;
      beforeEach(async () => {
        ({ element } = await embed(service, 'unknown-member'));
        await enterPin(element, '4826');
        clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        expect((await element.submit()).kind).to.equal('unconfirmed');
      });
      afterEach(() => clock.restore());

      it('is wiped after a minute with a message, and the focus stays in the form', async () => {
        await press('Tab', 'Tab');
        expect(await find('button', 'Choose another PIN')).to.include({ focused: true });
        clock.tick(59_900);
        expect((await newPin()).value).to.equal('••••');
        clock.tick(200);
        clock.restore();
        expect(await newPin()).to.include({ value: '', readonly: false, focused: true });
        expect(await alert()).to.contain('For your security, we cleared the PIN you entered.');
      });

      it('is wiped only half a minute after a warning', async () => {
        clock.tick(29_900);
        expect(await alert()).to.match(/^We can’t tell yet/);
        clock.tick(200);
        expect(await alert()).to.equal(WARNING);
        expect(await exists('button', 'Try the same PIN again')).to.equal(true);
        clock.tick(29_800);
        expect((await newPin()).value).to.equal('••••');
        clock.tick(200);
        expect((await newPin()).value).to.equal('');
      });

      for (const [name, act] of [
        ['a key', () => press('Shift')],
        ['the Tab key', () => press('Tab', 'Shift+Tab')],
        ['a click on the warning', () => click('alert', '')],
      ] as const)
        it(`is kept for another minute with ${name}, as often as the cardholder likes`, async () => {
          for (let times = 0; times < 12; times++) {
            clock.tick(59_000);
            expect(await alert()).to.equal(WARNING);
            await act();
            expect(await alert()).to.match(/^We can’t tell yet/);
          }
          expect((await newPin()).value).to.equal('••••');
        });

      it('is not kept longer by a script of the page', async () => {
        for (const type of ['keydown', 'pointerdown', 'click']) {
          clock.tick(19_000);
          element.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
        }
        element.focus();
        clock.tick(4_000);
        expect((await newPin()).value).to.equal('');
      });
    });
  });
});
