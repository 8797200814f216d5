import { expect } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { listenToAnnouncements } from '../support/browser/announcements.js';
import { alert, enterPin, find, press, status, type } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, listen, next, toFormsPage, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const newPin = () => find('textbox', 'New PIN');
const confirmation = () => find('textbox', 'Confirm');

describe('<set-card-pin> errors', () => {
  let service: Service;
  let element: SetCardPinElement;
  let cardId: string;
  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    ({ element, cardId } = await embed(service, 'accepted'));
    element.focus();
  });

  describe('tells at the field what is wrong, sends nothing and keeps what was typed:', () => {
    const cases = [
      { pin: '482', confirm: '482', field: 'new', problem: 'too-short', said: 'A PIN has 4' },
      { pin: '7777', confirm: '7777', field: 'new', problem: 'repeated', said: 'One digit' },
      { pin: '3456', confirm: '3456', field: 'new', problem: 'sequence', said: 'Digits in a row' },
      { pin: '4826', confirm: '4827', field: 'confirm', problem: 'mismatch', said: 'don’t match' },
      { pin: '4826', confirm: '48', field: 'confirm', problem: 'too-short', said: 'A PIN has 4' },
    ] as const;
    for (const { pin, confirm, field, problem, said } of cases) {
      it(`"${pin}" and "${confirm}" (transport C.4) (entry 40, 43, 45)`, async () => {
        await enterPin(element, pin, confirm);
        const ended = next(element, 'pin-error');
        await press('Enter');
        const event = await ended;
        expect(event.outcome).to.deep.equal({ kind: 'invalid', field, problem });
        expect(event.retryable).to.equal(false);
        const concerned = field === 'new' ? await newPin() : await confirmation();
        expect(concerned).to.include({ invalid: true, focused: true });
        expect(concerned.description).to.contain(said);
        expect(concerned.description).not.to.contain(pin);
        expect((await newPin()).value).to.equal('•'.repeat(pin.length));
        expect(await service.requests(cardId)).to.have.length(0);
      });
    }
  });

  it('says nothing about an empty form before the cardholder submits it (entry 38, 43)', async () => {
    await press('Tab', 'Tab', 'Tab');
    expect((await newPin()).invalid).to.equal(false);
    await press('Enter');
    expect(await newPin()).to.include({ invalid: true, focused: true });
    expect((await newPin()).description).to.contain('Enter 4 digits');
  });

  it('tells of a half typed field when the cardholder leaves it, not before (entry 37, 38, 45)', async () => {
    await type('48');
    expect((await newPin()).invalid).to.equal(false);
    await press('Tab');
    expect((await newPin()).description).to.contain('A PIN has 4 digits. Add the missing ones.');
  });

  it('says nothing while the confirmation is on its way to the same digits (entry 39)', async () => {
    await enterPin(element, '4826', '47');
    expect((await confirmation()).invalid).to.equal(false);
    expect(await alert()).to.equal('');
  });

  it('tells of a mismatch when the confirmation is left, at the confirmation alone (entry 40)', async () => {
    await enterPin(element, '4826', '4827');
    expect((await confirmation()).invalid).to.equal(false);
    await press('Tab');
    expect((await confirmation()).description).to.contain('don’t match');
    expect((await newPin()).invalid).to.equal(false);
  });

  describe('looks at the confirmation anew when the first field is edited (entry 41)', () => {
    const editFirst = async (digit: string) => {
      element.focus();
      await press('Shift+Tab', 'Shift+Tab', 'End', 'Backspace');
      await type(digit);
    };

    it('and takes the mismatch back when both agree', async () => {
      await enterPin(element, '4826', '4827');
      await press('Tab', 'Shift+Tab');
      expect((await confirmation()).invalid).to.equal(true);
      await editFirst('7');
      expect((await confirmation()).invalid).to.equal(false);
    });

    it('and keeps it where they differ still', async () => {
      await enterPin(element, '4826', '4827');
      await press('Tab', 'Shift+Tab');
      await editFirst('8');
      await press('Tab');
      expect((await confirmation()).description).to.contain('don’t match');
    });

    it('and tells when they agreed before', async () => {
      await enterPin(element, '4826');
      await press('Tab', 'Shift+Tab');
      expect((await confirmation()).invalid).to.equal(false);
      await editFirst('7');
      expect((await confirmation()).invalid).to.equal(false);
      await press('Tab');
      expect((await confirmation()).description).to.contain('don’t match');
      expect((await newPin()).invalid).to.equal(false);
    });
  });

  it('describes a field by its error first, then by its hint (entry 42)', async () => {
    await type('48');
    expect((await newPin()).description).to.equal('4 digits. Avoid dates and sequences.');
    await press('Tab');
    expect(await newPin()).to.include({
      invalid: true,
      description: 'A PIN has 4 digits. Add the missing ones. 4 digits. Avoid dates and sequences.',
    });
  });

  it('has its live regions before there is anything to say (entry 42)', async () => {
    expect(await status()).to.equal('');
    expect(await alert()).to.equal('');
  });

  inModes(['inline'], 'the page’s clock, which is not the frame’s', () => {
    it('keeps an error until its own field is edited, however much time goes by (entry 44)', async () => {
      const clock = useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
      try {
        await enterPin(element, '48', '48');
        await press('Tab');
        clock.tick(10 * 60_000);
        await element.updateComplete;
        expect((await newPin()).invalid).to.equal(true);
        expect((await confirmation()).invalid).to.equal(true);
      } finally {
        clock.restore();
      }
      await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'End');
      await type('2');
      expect((await newPin()).invalid).to.equal(false);
      expect((await confirmation()).description).to.contain('A PIN has 4 digits.');
    });
  });

  it('does not say twice what the field with the focus has read out (entry 43)', async () => {
    await enterPin(element, '7777');
    const heard = await listenToAnnouncements();
    await press('Enter');
    await until(async () => (await newPin()).focused);
    // The focus came to the field, whose description is read: nothing else has to be said.
    expect(await heard.stop()).to.deep.equal([]);
    expect((await newPin()).description).to.contain('One digit repeated');
  });

  it('speaks of an error at the field that has the focus already (entry 43)', async () => {
    const heard = await listenToAnnouncements();
    await press('Enter');
    await until(async () => (await newPin()).invalid);
    expect(await heard.stop()).to.deep.equal(['assertive: Enter 4 digits for your new PIN.']);
  });

  describe('announces how a submit ended, once (entry 46)', () => {
    it('politely in success, where the focus does not have it read', async () => {
      await enterPin(element, '4826');
      const elsewhere = document.createElement('button');
      document.body.append(elsewhere);
      elsewhere.focus();
      const heard = await listenToAnnouncements();
      await element.submit();
      expect((await heard.stop()).filter((text) => text.includes('is set'))).to.have.length(1);
      elsewhere.remove();
    });

    it('assertively in failure', async () => {
      const denied = await service.card('denied');
      element.cardId = denied;
      element.clientToken = await service.token(denied);
      await enterPin(element, '4826');
      const heard = await listenToAnnouncements();
      const ended = next(element, 'pin-error');
      await press('Enter');
      await ended;
      await until(async () => (await alert()) !== '');
      const [said, ...others] = await heard.stop();
      expect(said).to.contain('assertive: You can’t set a PIN for this card here.');
      expect(others).to.deep.equal([]);
    });
  });

  describe('without a confirmation (entry 47)', () => {
    beforeEach(async () => {
      element.noConfirm = true;
      await element.updateComplete;
    });

    it('has one field, one button that shows it, and one path to the end', async () => {
      const heard = listen(element);
      element.focus();
      await type('4826');
      await press('Tab');
      expect(await find('button', 'Show PIN')).to.include({ name: 'Show PIN', focused: true });
      await press('Tab');
      expect(await find('button', 'Set PIN')).to.include({ focused: true });
      const done = next(element, 'pin-set');
      await press('Shift+Tab', 'Shift+Tab', 'Enter');
      await done;
      expect(await service.has(cardId, '4826')).to.equal(true);
      expect(heard.map((event) => event.type)).to.deep.equal(['pin-change', 'pin-set']);
    });

    it('checks the one field all the same', async () => {
      element.focus();
      await type('48');
      expect(await element.submit()).to.deep.equal({
        kind: 'invalid',
        field: 'new',
        problem: 'too-short',
      });
    });

    it('is taken back by the name that a template of Vue’s has for it', async () => {
      Object.assign(element, { 'no-confirm': false, 'no-idempotency-key': true });
      expect(element).to.include({ noConfirm: false, noIdempotencyKey: true });
      element.focus();
      await type('4826');
      expect(await element.submit()).to.include({ kind: 'invalid', field: 'confirm' });
    });

    it('empties the fields when it comes or goes', async () => {
      element.focus();
      await type('4826');
      element.noConfirm = false;
      expect(await element.submit()).to.include({ kind: 'invalid', problem: 'missing' });
      await enterPin(element, '4826');
      element.noConfirm = true;
      expect(await element.submit()).to.include({ kind: 'invalid', problem: 'missing' });
    });
  });

  it('says that there is no network before anything is sent, and takes it back', async () => {
    await toFormsPage(() => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
      window.dispatchEvent(new Event('offline'));
    });
    await element.updateComplete;
    const notice = 'You are offline. Connect to the internet to set your PIN.';
    expect(await status()).to.equal(notice);
    await type('7777');
    expect(await status(), 'beside a hint').to.match(/^You are offline\. .+ easy to guess\./);
    await press('Backspace');
    expect(await status()).to.equal(notice);
    await toFormsPage(() => {
      Reflect.deleteProperty(navigator, 'onLine');
      window.dispatchEvent(new Event('online'));
    });
    await element.updateComplete;
    expect(await status()).to.equal('');
  });
});
