import { expect } from '@open-wc/testing';
import '../../src/index.js';
import { SANDBOX_CARDS } from '../../src/node/sandbox/cards.js';
import {
  alert,
  confirmation,
  enterPin,
  find,
  newPin,
  press,
  readTree,
  setPin,
} from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import {
  embed,
  failToSetPin,
  goOffline,
  goOnline,
  next,
  withoutJitter,
} from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** The message of the form for each kind of outcome that doesn't concern a field. */
const MESSAGES: Readonly<Record<string, string>> = {
  rejected: 'Your card provider refused this, so your new PIN isn’t set.',
  denied: 'You can’t set the PIN of this card here.',
  'token-expired': 'Your session has ended, so your new PIN isn’t set.',
  'rate-limited': 'We’re very busy, so your new PIN isn’t set.',
  unavailable: 'Your card provider’s service isn’t available, so your new PIN isn’t set.',
  unconfirmed: 'We can’t tell yet if your new PIN is set.',
  misconfigured: 'Something’s wrong with this page, not your PIN.',
};

/** The message at the field for each code of the service that concerns the PIN. */
const FIELD_MESSAGES: Readonly<Record<string, string>> = {
  INVALID_PIN: 'Your card provider doesn’t accept that PIN. Choose another one.',
  PIN_TOO_SIMPLE: 'That PIN is too easy to guess. Choose another one.',
  PIN_PREVIOUSLY_USED: 'You’ve used that PIN before. Choose a new one.',
};

/** The message of the form for each other code. */
const FORM_MESSAGES: Readonly<Record<string, string>> = {
  CARD_NOT_ACTIVE: 'This card isn’t active yet.',
  CARD_NOT_FOUND: 'We can’t find this card.',
};

describe('<set-card-pin> outcome', () => {
  withoutJitter();

  let service: Service;
  before(async () => {
    service = await startService({}, ['https://service.invalid/graphql', '/elsewhere']);
  });

  for (const { title, behaviour, outcome, code } of SANDBOX_CARDS) {
    if (outcome === 'set') continue;
    it(`is ${outcome} for the card "${title}" (transport 1.9, 4.14, 7.9, 7.13, C.4, C.41, C.48)`, async () => {
      // As the documentation teaches it. test/node/sandbox/cards.test.ts has the other ways.
      const { element, cardId } = await embed(service, behaviour, { token: false });
      element.getClientToken = () => service.token(cardId);
      const event = await failToSetPin(element);
      expect(event.outcome.kind).to.equal(outcome);
      if (event.outcome.kind === 'rejected') expect(event.outcome.codes).to.deep.equal([code]);

      const field = await newPin();
      const fieldMessage = FIELD_MESSAGES[code ?? ''];
      if (fieldMessage !== undefined) {
        expect(field).to.include({ invalid: true, focused: true });
        expect(field.description).to.contain(fieldMessage);
        expect(await alert()).to.equal('');
      } else {
        expect(await alert()).to.contain(FORM_MESSAGES[code ?? ''] ?? MESSAGES[outcome]);
        if (event.requestId !== undefined) expect(await alert()).to.contain(event.requestId);
      }
      expect(field.value).to.equal(outcome === 'unconfirmed' ? '••••' : '');
    });
  }

  it('is set if the service doesn’t tell the card’s last four digits, and names none (transport 2.22)', async () => {
    const { element, cardId } = await embed(service, 'no-last-four');
    const done = next(element, 'pin-set');
    await setPin(element, '4826');
    expect((await done).card).to.deep.equal({ id: cardId, bin: '999900' });
    expect((await find('group', 'Your new PIN')).name).to.equal(
      'Your new PIN is set. Use it next time you pay or withdraw cash.',
    );
  });

  it('carries the service’s request id, and its rate limit on a 429 (transport 2.12, 2.13, C.51, C.52)', async () => {
    const { element, cardId } = await embed(service, 'rate-limited-always');
    const { outcome, requestId, retryable } = await failToSetPin(element);
    const request = (await service.requests(cardId)).at(-1);
    const { extensions } = request?.response?.body as {
      extensions: { requestId: string; rateLimit: object };
    };
    expect(requestId).to.equal(extensions.requestId);
    expect(outcome).to.deep.include({ kind: 'rate-limited', rateLimit: extensions.rateLimit });
    expect(retryable).to.equal(true);
  });

  it('shows no text of the service except the request id (transport C.53)', async () => {
    const { element, cardId } = await embed(service, 'denied');
    await failToSetPin(element);
    const [request] = await service.requests(cardId);
    const { message } = (request?.response?.body as { data: { result: { message: string } } }).data
      .result;
    expect(message).not.to.equal('');
    expect(JSON.stringify(await readTree())).not.to.contain(message);
  });

  it('is announced, unless a screen reader reads it with the field that gets the focus', async () => {
    const { element } = await embed(service, 'weak-pin');
    await enterPin(element, '4826', '4827');
    await press('Enter');
    expect(await confirmation()).to.include({ focused: true });
    expect(await alert()).to.equal('The PINs don’t match. Enter the same PIN again.');
    element.reset();
    await enterPin(element, '4826');
    (document.activeElement as HTMLElement).blur();
    await element.submit();
    expect(await alert()).to.equal(FIELD_MESSAGES['PIN_TOO_SIMPLE']);
  });

  inModes(['inline'], 'functions that the page replaces, because a frame has its own', () => {
    it('doesn’t depend on Response.prototype.text, which a recorder may have replaced', async () => {
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

  it('is unavailable on a machine without a network, and nothing is sent (transport C.9)', async () => {
    const { element } = await embed(service, 'accepted');
    element.endpoint = 'https://service.invalid/graphql';
    await goOffline();
    expect((await failToSetPin(element)).outcome).to.deep.equal({
      kind: 'unavailable',
      detail: 'offline',
    });
    expect(await alert()).to.equal(
      'You’re offline, so your new PIN isn’t set. Reconnect and try again.',
    );
    await goOnline();
    expect(await newPin()).to.include({ value: '', focused: true });
  });

  describe('of a misconfigured page', () => {
    const mistakes = [
      { attribute: 'endpoint', value: '', explains: 'missing' },
      { attribute: 'endpoint', value: '/graphql', explains: 'not an absolute URL' },
      {
        attribute: 'endpoint',
        value: 'http://api.example.com/graphql',
        explains: 'not an https: address',
      },
      {
        attribute: 'endpoint',
        value: 'https://me:secret@api.example.com/',
        explains: 'a password',
      },
      { attribute: 'card-id', value: '', explains: 'missing' },
      { attribute: 'card-id', value: 'card 1', explains: 'white space' },
      { attribute: 'pin-length', value: '3', explains: 'from 4 to 12' },
      { attribute: 'pin-length', value: 'four', explains: 'from 4 to 12' },
      {
        attribute: 'pin-rules',
        value: 'repeatd',
        explains: 'repeated, sequence, common, year,',
      },
      { attribute: 'client-token', value: 'two words', explains: 'neither a token' },
    ];
    for (const { attribute, value, explains } of mistakes) {
      it(`explains ${attribute}="${value}" to the developer, and nothing is sent`, async () => {
        const { element, cardId } = await embed(service, 'accepted');
        element.setAttribute(attribute, value);
        const { outcome, retryable } = await failToSetPin(element);
        expect(outcome).to.include({ kind: 'misconfigured', attribute });
        expect((outcome as { explanation: string }).explanation).to.contain(explains);
        expect((outcome as { explanation: string }).explanation).not.to.contain('secret');
        expect(retryable).to.equal(false);
        expect(await alert()).to.contain('Something’s wrong with this page, not your PIN.');
        expect(await newPin()).to.include({ value: '' });
        expect(await service.requests(cardId)).to.have.length(0);
      });
    }

    it('comes at the submit, and the fields are usable before it (transport C.5)', async () => {
      const { element } = await embed(service, 'accepted');
      element.removeAttribute('endpoint');
      await enterPin(element, '4826');
      expect((await newPin()).value).to.equal('••••');
      expect(await alert()).to.equal('');
    });

    it('is misconfigured if the endpoint does not exist', async () => {
      const { element } = await embed(service, 'accepted');
      element.endpoint = new URL('/elsewhere', service.endpoint).href;
      expect((await failToSetPin(element)).outcome).to.include({
        kind: 'misconfigured',
        detail: 'endpoint-not-found',
      });
    });
  });
});
