import { expect } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import { SANDBOX_CARDS } from '../../src/node/sandbox/cards.js';
import type { PinErrorEvent, SetCardPinElement } from '../../src/index.js';
import {
  alert,
  enterPin,
  find,
  perceive,
  press,
  sees,
  setPin,
  status,
  type,
} from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, next, shown, toFormsPage, withoutJitter } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const newPin = () => find('textbox', 'New PIN');

/** What a cardholder reads, for each way to fail that no field is to blame for. */
const SENTENCES: Readonly<Record<string, string>> = {
  rejected: 'Your card issuer didn’t accept this.',
  denied: 'You can’t set a PIN for this card here.',
  'token-expired': 'Your session has ended.',
  'rate-limited': 'There are too many requests at the moment.',
  unavailable: 'We can’t reach your card issuer.',
  unconfirmed: 'your new PIN may or may not be set.',
  misconfigured: 'Something is wrong with this page, not with your PIN.',
};

const AT_THE_FIELD: Readonly<Record<string, string>> = {
  INVALID_PIN: 'This PIN is not accepted. Choose another one.',
  PIN_TOO_SIMPLE: 'This PIN is easy to guess. Choose another one.',
  PIN_PREVIOUSLY_USED: 'You have used this PIN before. Choose another one.',
};

const AT_THE_FORM: Readonly<Record<string, string>> = {
  CARD_NOT_ACTIVE: 'This card is not active yet.',
  CARD_NOT_FOUND: 'We can’t find this card.',
};

describe('<set-card-pin> outcomes', () => {
  withoutJitter();

  let service: Service;
  before(async () => {
    service = await startService({}, ['https://service.invalid/graphql', '/elsewhere']);
  });

  const fail = async (element: HTMLElement, pin = '4826'): Promise<PinErrorEvent> => {
    const ended = next(element, 'pin-error');
    await setPin(element, pin);
    return ended;
  };

  for (const { title, behaviour, outcome, code } of SANDBOX_CARDS) {
    if (outcome === 'set') continue;
    it(`ends as ${outcome} with the card "${title}" (transport 1.9, 4.14, 7.9, 7.13, C.4, C.41, C.48)`, async () => {
      const { element, cardId } = await embed(service, behaviour);
      element.addEventListener('token-expired', (event) =>
        event.respondWith(service.token(cardId)),
      );
      const event = await fail(element);
      expect(event.outcome.kind).to.equal(outcome);
      if (event.outcome.kind === 'rejected')
        expect(event.outcome.errors.map((error) => error.code)).to.deep.equal([code]);

      const field = await newPin();
      const sentenceAtField = AT_THE_FIELD[code ?? ''];
      if (sentenceAtField !== undefined) {
        expect(field).to.include({ invalid: true, focused: true });
        expect(field.description).to.contain(sentenceAtField);
        expect(await alert()).to.equal('');
      } else {
        expect(await alert()).to.contain(AT_THE_FORM[code ?? ''] ?? SENTENCES[outcome]);
        if (event.requestId !== undefined) expect(await alert()).to.contain(event.requestId);
      }
      expect(field.value).to.equal(outcome === 'unconfirmed' ? '••••' : '');
    });
  }

  it('carries the service’s request id, and the budget where that is spent (transport 2.12, 2.13, C.51, C.52)', async () => {
    const { element, cardId } = await embed(service, 'rate-limited-always');
    const { outcome, requestId, retryable } = await fail(element);
    const request = (await service.requests(cardId)).at(-1);
    const { extensions } = request?.response?.body as {
      extensions: { requestId: string; rateLimit: object };
    };
    expect(requestId).to.equal(extensions.requestId);
    expect(outcome).to.deep.include({ kind: 'rate-limited', rateLimit: extensions.rateLimit });
    expect(retryable).to.equal(true);
  });

  it('never shows what the service sent, but for the request id (transport C.53)', async () => {
    const { element, cardId } = await embed(service, 'denied');
    await fail(element);
    const [request] = await service.requests(cardId);
    const { message } = (request?.response?.body as { data: { result: { message: string } } }).data
      .result;
    expect(message).not.to.equal('');
    expect(JSON.stringify(await perceive())).not.to.contain(message);
  });

  it('says that it is busy while a request is out, keeps the focus, and sends nothing twice (transport C.1, C.3) (entry 51)', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    await service.delay(cardId, 60_000);
    await setPin(element, '4826');
    const button = await find('button', 'Setting your PIN');
    expect(button.disabled).to.equal(true);
    expect(await find('textbox', 'Confirm')).to.include({ readonly: true, focused: true });
    expect(element.matches(':state(submitting)')).to.equal(true);
    const first = element.submit();
    await press('Enter');
    expect(element.submit()).to.equal(first);
    await service.delay(cardId, 0);
    expect((await first).kind).to.equal('set');
    expect(await service.requests(cardId)).to.have.length(1);
    await element.updateComplete;
    expect(element.matches(':state(set)')).to.equal(true);
    expect(element.matches(':state(submitting)')).to.equal(false);
  });

  it('masks a revealed PIN when it is sent', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    await press('Shift+Tab', 'Enter');
    expect((await newPin()).value).to.equal('4826');
    const sent = element.submit();
    expect((await newPin()).value).to.equal('••••');
    await service.delay(cardId, 0);
    await sent;
  });

  it('speaks of success in the live region when the focus is elsewhere', async () => {
    const { element } = await embed(service, 'accepted');
    await enterPin(element, '4826');
    (document.activeElement as HTMLElement).blur();
    await element.submit();
    expect(await status()).to.match(/^Your new PIN is set for the card ending \d{4}\.$/);
  });

  it('speaks of an error at a field when no focus comes there that would have it read', async () => {
    const { element } = await embed(service, 'weak-pin');
    await enterPin(element, '4826', '4827');
    await press('Enter');
    expect(await find('textbox', 'Confirm')).to.include({ focused: true });
    expect(await alert()).to.equal('Those PINs don’t match. Type it again.');
    element.reset();
    await enterPin(element, '4826');
    (document.activeElement as HTMLElement).blur();
    await element.submit();
    expect(await alert()).to.equal(AT_THE_FIELD['PIN_TOO_SIMPLE']);
  });

  inModes(['inline'], 'what a recorder of the page does, which a frame does not have', () => {
    it('does not wait for what a recorder does with the library’s reading of its reply', async () => {
      const { element } = await embed(service, 'accepted');
      const text = Object.getOwnPropertyDescriptor(Response.prototype, 'text')!;
      await enterPin(element, '4826');
      Object.defineProperty(Response.prototype, 'text', {
        configurable: true,
        value: () => new Promise(() => {}),
      });
      try {
        expect((await element.submit()).kind).to.equal('set');
      } finally {
        Object.defineProperty(Response.prototype, 'text', text);
      }
    });
  });

  describe('when the PIN may or may not be set', () => {
    it('locks the PIN and tries again with the same PIN and the same key (transport C.11, C.35)', async () => {
      const { element, cardId } = await embed(service, 'accepted');
      await service.answers(cardId, [{ execute: true, body: '' }]);
      const event = await fail(element);
      expect(event.outcome.kind).to.equal('unconfirmed');
      expect(event.retryable).to.equal(true);
      expect(await newPin()).to.include({ value: '••••', readonly: true });
      element.focus();
      await press('Backspace');
      expect((await newPin()).value).to.equal('••••');

      const done = next(element, 'pin-set');
      await press('Enter');
      await done;
      const keys = (await service.requests(cardId)).map(
        ({ request }) =>
          (request.body as { variables: { IdempotencyKey: string } }).variables.IdempotencyKey,
      );
      expect(keys).to.have.length(2);
      expect(keys[0]).to.equal(keys[1]);
      expect(await service.has(cardId, '4826')).to.equal(true);
    });

    it('stays unconfirmed when the next try is surely not executed (transport C.8)', async () => {
      const { element, cardId } = await embed(service, 'unknown-member');
      await fail(element);
      // The service's clock alone moves on, so that the next try gets 401 and no token comes.
      await service.advance(16 * 60);
      element.tokenTimeout = 0.05;
      expect((await element.submit()).kind).to.equal('unconfirmed');
      expect(await service.requests(cardId)).to.have.length(2);
      expect(await sees('button', 'Try again with the same PIN')).to.equal(true);
    });

    it('lets the cardholder choose another PIN, under another key (transport C.12)', async () => {
      const { element, cardId } = await embed(service, 'accepted');
      await service.answers(cardId, [{ body: '' }]);
      await fail(element);
      await press('Tab', 'Tab', 'Enter');
      expect(await newPin()).to.include({ value: '', focused: true, readonly: false });
      expect(await alert()).to.equal('');
      const done = next(element, 'pin-set');
      await setPin(element, '5937');
      await done;
      const keys = (await service.requests(cardId)).map(
        ({ request }) =>
          (request.body as { variables: { IdempotencyKey: string } }).variables.IdempotencyKey,
      );
      expect(keys[0]).not.to.equal(keys[1]);
      expect(await service.has(cardId, '5937')).to.equal(true);
    });

    for (const [name, end] of [
      ['reset', (element: SetCardPinElement) => element.reset()],
      ['disabled', (element: SetCardPinElement) => (element.disabled = true)],
      ['removed', (element: SetCardPinElement) => element.remove()],
      [
        'left behind by the page',
        () =>
          toFormsPage(
            () => void dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
          ),
      ],
    ] as const) {
      it(`lets go of PIN and key when it is ${name} (transport C.12)`, async () => {
        const { element, cardId } = await embed(service, 'unknown-member');
        const stage = element.parentElement!;
        await fail(element);
        await end(element);
        // A removal is one once the turn is over: until then it could be a move.
        await Promise.resolve();
        stage.append(element);
        element.disabled = false;
        element.clientToken = await service.token(cardId);
        await shown();
        expect(await newPin()).to.include({ value: '', readonly: false });
        expect(await sees('button', 'Try again')).to.equal(false);
        await fail(element);
        const keys = (await service.requests(cardId)).map(
          ({ request }) =>
            (request.body as { variables: { IdempotencyKey: string } }).variables.IdempotencyKey,
        );
        expect(new Set(keys).size).to.equal(2);
      });
    }

    it('lets go of the PIN when the page turns to another card', async () => {
      const { element, cardId } = await embed(service, 'unknown-member');
      await fail(element);
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
      it(`says that the PIN was cleared when the page sets another ${name} meanwhile`, async () => {
        const { element } = await embed(service, 'unknown-member');
        await fail(element);
        Object.assign(element, { [name]: value });
        await element.updateComplete;
        expect((await newPin()).value).to.equal('');
        expect(await alert()).to.contain('It may or may not be set.');
      });
    }

    for (const [name, value] of [
      ['cardId', 'card_other'],
      ['endpoint', 'https://other.invalid/graphql'],
    ] as const) {
      it(`keeps no PIN for another try when ${name} changed meanwhile`, async () => {
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

    it('says what happened where a change of the settings has emptied the fields', async () => {
      const { element, cardId } = await embed(service, 'unknown-member');
      await service.delay(cardId, 60_000);
      await enterPin(element, '4826');
      const ended = element.submit();
      element.pinRules = 'none';
      await service.delay(cardId, 0);
      expect((await ended).kind).to.equal('unconfirmed');
      expect(await alert()).to.contain('It may or may not be set. Type it again to be sure.');
      expect(await sees('button', 'Try again')).to.equal(false);
    });

    it('keeps its warning while the cardholder types into the locked field', async () => {
      const { element } = await embed(service, 'unknown-member');
      await fail(element);
      await type('7');
      expect(await alert()).to.contain('may or may not be set');
    });

    inModes(['inline'], 'the page’s clock, which is not the frame’s', () => {
      it('wipes the PIN after a minute, says so, and keeps the focus (transport C.12)', async () => {
        const { element } = await embed(service, 'unknown-member');
        await enterPin(element, '4826');
        const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        try {
          expect((await element.submit()).kind).to.equal('unconfirmed');
          await press('Tab', 'Tab');
          expect(await find('button', 'Choose another PIN')).to.include({ focused: true });
          clock.tick(59_900);
          expect((await newPin()).value).to.equal('••••');
          clock.tick(200);
        } finally {
          clock.restore();
        }
        expect(await newPin()).to.include({ value: '', readonly: false, focused: true });
        expect(await alert()).to.contain('For your safety the PIN you typed was cleared.');
      });
    });
  });

  it('is unavailable, with nothing sent, on a machine that is offline (transport C.9)', async () => {
    const { element } = await embed(service, 'accepted');
    element.endpoint = 'https://service.invalid/graphql';
    await toFormsPage(() =>
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: false }),
    );
    expect((await fail(element)).outcome).to.deep.equal({ kind: 'unavailable' });
    await toFormsPage(() => Reflect.deleteProperty(navigator, 'onLine'));
    expect(await newPin()).to.include({ value: '', focused: true });
  });

  describe('when the page is misconfigured', () => {
    const mistakes = [
      { attribute: 'endpoint', value: '', says: 'missing' },
      { attribute: 'endpoint', value: '/graphql', says: 'not an absolute URL' },
      {
        attribute: 'endpoint',
        value: 'http://api.example.com/graphql',
        says: 'not an https: address',
      },
      { attribute: 'endpoint', value: 'https://me:secret@api.example.com/', says: 'a password' },
      { attribute: 'card-id', value: '', says: 'missing' },
      { attribute: 'card-id', value: 'card 1', says: 'white space' },
      { attribute: 'pin-length', value: '3', says: 'from 4 to 12' },
      { attribute: 'pin-length', value: 'four', says: 'from 4 to 12' },
      {
        attribute: 'pin-rules',
        value: 'repeatd',
        says: 'repeated, sequence, common, year, palindrome, keypad',
      },
      { attribute: 'client-token', value: 'two words', says: 'neither a token' },
    ];
    for (const { attribute, value, says } of mistakes) {
      it(`explains ${attribute}="${value}" to the developer, and sends nothing`, async () => {
        const { element, cardId } = await embed(service, 'accepted');
        element.setAttribute(attribute, value);
        const { outcome, retryable } = await fail(element);
        expect(outcome).to.include({ kind: 'misconfigured', attribute });
        expect((outcome as { explanation: string }).explanation).to.contain(says);
        expect((outcome as { explanation: string }).explanation).not.to.contain('secret');
        expect(retryable).to.equal(false);
        expect(await alert()).to.contain('Something is wrong with this page, not with your PIN.');
        expect(await newPin()).to.include({ value: '' });
        expect(await service.requests(cardId)).to.have.length(0);
      });
    }

    it('leaves the fields usable until the submit (transport C.5)', async () => {
      const { element } = await embed(service, 'accepted');
      element.removeAttribute('endpoint');
      await enterPin(element, '4826');
      expect((await newPin()).value).to.equal('••••');
      expect(await alert()).to.equal('');
    });

    it('takes an endpoint that is not there for a mistake of the page', async () => {
      const { element } = await embed(service, 'accepted');
      element.endpoint = new URL('/elsewhere', service.endpoint).href;
      expect((await fail(element)).outcome).to.include({
        kind: 'misconfigured',
        detail: 'endpoint-not-found',
      });
    });
  });
});
