import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import type {
  ClientToken,
  ClientTokenProvider,
  SetCardPinElement,
  TokenExpiredEvent,
} from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import {
  enterPin,
  exists,
  find,
  newPin,
  press,
  setPin,
  status,
} from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, failToSetPin, formShown, next, submitPin, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

// test/service/client-tokens.test.ts has what needs no page.
describe('<set-card-pin> client token', () => {
  let service: Service;
  let element: SetCardPinElement;
  let cardId: string;
  /** The token requests of the element. */
  let requests: TokenExpiredEvent[];
  before(async () => {
    service = await startService();
  });
  const embedElement = async (behaviour: SandboxBehaviour) => {
    fixtureCleanup();
    ({ element, cardId } = await embed(service, behaviour, { token: false }));
    requests = [];
    element.addEventListener('token-expired', (event) => requests.push(event));
  };
  beforeEach(() => embedElement('accepted'));

  const waiting = () => until(() => element.matches(':state(waiting)'));

  describe('is requested when a submit needs it', () => {
    it('by an event, and the submit waits until the page sets it', async () => {
      await embedElement('token-refused-once');
      element.clientToken = await service.token(cardId);
      const done = next(element, 'pin-set');
      await setPin(element, '4826');
      await waiting();
      expect(requests).to.have.length(1);
      const [{ reason, requestId, bubbles, composed, cancelable }] = requests as [
        TokenExpiredEvent,
      ];
      expect({ reason, bubbles, composed, cancelable }).to.deep.equal({
        reason: 'refused',
        bubbles: true,
        composed: true,
        cancelable: true,
      });
      expect(requestId).to.be.a('string');
      expect(await newPin()).to.include({ value: '••••', readonly: true });
      element.clientToken = await service.token(cardId);
      await done;
      const keys = await service.keys(cardId);
      expect(keys).to.have.length(2);
      expect(keys[0]).to.equal(keys[1]);
      expect(await service.has(cardId, '4826')).to.equal(true);
    });

    it('by getClientToken as the default action of the event', async () => {
      const given: Parameters<ClientTokenProvider>[0][] = [];
      element.getClientToken = (options) => {
        given.push(options);
        return service.token(cardId);
      };
      await enterPin(element, '4826');
      expect(given).to.have.length(0);
      await element.submit();
      expect(requests).to.have.length(1);
      const { signal, ...rest } = given[0]!;
      expect(signal).to.be.instanceOf(AbortSignal);
      expect(rest).to.deep.equal({
        reason: 'missing',
        cardId,
        endpoint: service.endpoint,
        requestId: undefined,
      });
      expect(given).to.have.length(1);
      expect(await service.has(cardId, '4826')).to.equal(true);
    });

    it('and not from getClientToken if a listener calls preventDefault and sets it later', async () => {
      element.getClientToken = () => expect.fail('There is another answer.');
      element.addEventListener('token-expired', (event) => {
        event.preventDefault();
        void service.token(cardId).then((token) => (element.clientToken = token));
      });
      expect((await submitPin(element)).kind).to.equal('set');
    });

    it('and respondWith throws if it is called twice or after the dispatch', async () => {
      let second: unknown;
      element.getClientToken = () => expect.fail('There is another answer.');
      element.addEventListener('token-expired', (event) => {
        event.respondWith(service.token(cardId));
        try {
          event.respondWith(service.token(cardId));
        } catch (error) {
          second = error;
        }
      });
      expect((await submitPin(element)).kind).to.equal('set');
      expect(second).to.include({ name: 'InvalidStateError' });

      await embedElement('accepted');
      await enterPin(element, '4826');
      const ended = element.submit();
      await waiting();
      expect(() => requests[0]!.respondWith(service.token(cardId)))
        .to.throw(DOMException, 'token-expired is over')
        .with.property('name', 'InvalidStateError');
      element.clientToken = await service.token(cardId);
      expect((await ended).kind).to.equal('set');
    });

    it('and a listener may submit again or reset the element', async () => {
      let inner: Promise<unknown> | undefined;
      element.addEventListener('token-expired', (event) => {
        inner = element.submit();
        event.respondWith(service.token(cardId));
      });
      await enterPin(element, '4826');
      const outer = element.submit();
      expect((await outer).kind).to.equal('set');
      expect(inner).to.equal(outer);

      await embedElement('accepted');
      element.addEventListener('token-expired', () => element.reset());
      expect(await submitPin(element)).to.deep.equal({ kind: 'aborted' });
      expect((await find('button', 'Set PIN')).disabled).to.equal(false);
    });
  });

  it('that can’t be had ends the submit, pin-error has what was thrown, and the next press sends the same PIN', async () => {
    const thrown = new Error('502');
    element.getClientToken = () => Promise.reject(thrown);
    const event = await failToSetPin(element);
    expect(event.outcome.kind).to.equal('token-unavailable');
    expect(event.error).to.equal(thrown);
    element.getClientToken = () => service.token(cardId);
    const done = next(element, 'pin-set');
    await press('Enter');
    expect((await done).card.id).to.equal(cardId);
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('that a function forgot to return ends the submit as a mistake of the page', async () => {
    element.getClientToken = () => Promise.resolve() as never;
    const { outcome, error } = await failToSetPin(element);
    expect(outcome).to.include({ kind: 'misconfigured', attribute: 'getClientToken' });
    expect(error).to.equal(undefined);
  });

  inModes(['inline'], 'a fake clock of the page, which doesn’t change the frame’s clock', () => {
    for (const [behaviour, sentence] of [
      ['accepted', 'Connecting…'],
      ['token-refused-once', 'Renewing your session. You won’t need to enter your PIN again.'],
    ] as const)
      it(`that takes longer than 300 ms is announced: ${sentence}`, async () => {
        await embedElement(behaviour);
        if (behaviour !== 'accepted') element.clientToken = await service.token(cardId);
        await enterPin(element, '4826');
        const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        try {
          void element.submit();
          await waiting();
          clock.tick(290);
          expect(await status()).to.equal('');
          clock.tick(20);
          expect(await status()).to.equal(sentence);
          expect(await exists('button', 'Cancel')).to.equal(true);
        } finally {
          clock.restore();
        }
      });
  });

  describe('is taken', () => {
    for (const [route, supply] of [
      ['property', (element, token) => (element.clientToken = token)],
      ['attribute', (element, { value }) => element.setAttribute('client-token', value)],
      ['function', (element, token) => (element.getClientToken = () => Promise.resolve(token))],
    ] as [string, (element: SetCardPinElement, token: ClientToken) => void][])
      it(`as ${route} before and after the settings and the connection`, async () => {
        const { endpoint, frameSrc } = service;
        const stage = await fixture(html`<div></div>`);
        // Each letter is a step: token, settings, connection.
        for (const order of ['tsc', 'tcs', 'stc', 'sct', 'cts', 'cst']) {
          element = document.createElement('set-card-pin');
          element.frameSrc = frameSrc;
          const ready = next(element, 'pin-ready');
          const token = await service.token(cardId);
          for (const step of order) {
            if (step === 't') supply(element, token);
            else if (step === 's') Object.assign(element, { endpoint, cardId });
            else stage.append(element);
            // In a task of its own.
            await new Promise((resolve) => setTimeout(resolve));
          }
          expect(element.hasAttribute('client-token')).to.equal(false);
          expect(element.clientToken).to.equal(undefined);
          await ready;
          expect((await submitPin(element)).kind, order).to.equal('set');
          element.remove();
        }
      });

    it('by the attribute’s name, as a Vue template sets it', async () => {
      Object.assign(element, {
        'denied-pins': ['4826'],
        'client-token': 'stale',
        'get-client-token': () => service.token(cardId),
      });
      expect(await submitPin(element)).to.include({ kind: 'invalid', problem: 'personal' });
      element.reset();
      expect((await submitPin(element, '7391')).kind).to.equal('set');
      expect(requests.map(({ reason }) => reason)).to.deep.equal(['refused']);
    });
  });

  it('is kept by a reset, and dropped with the element and with its card', async () => {
    const drop = [
      async () => {
        const parent = element.parentElement!;
        element.remove();
        // Until the end of this task, a removal could be a move.
        await Promise.resolve();
        parent.append(element);
      },
      async () => {
        cardId = await service.card('accepted');
        // In the task that supplied a token, another card doesn't drop it.
        await new Promise((resolve) => setTimeout(resolve));
        element.cardId = cardId;
      },
    ];
    for (const act of drop) {
      element.clientToken = await service.token(cardId);
      element.reset();
      await act();
      await formShown();
      await enterPin(element, '4826');
      const ended = element.submit();
      await waiting();
      element.clientToken = await service.token(cardId);
      expect((await ended).kind).to.equal('set');
      element.reset();
    }
    expect(requests.map(({ reason }) => reason)).to.deep.equal(['missing', 'missing']);
  });

  inModes(['inline'], 'the pristine realm, which a frame doesn’t have', () => {
    for (const [name, change] of Object.entries<(host: Element) => void>({
      removed: (host) => host.remove(),
      moved: (host) => document.body.append(host),
    }))
      it(`is waited for even if the page ${name} the pristine realm meanwhile`, async () => {
        await enterPin(element, '4826');
        const ended = element.submit();
        await waiting();
        change(document.querySelector('head > div')!);
        element.clientToken = await service.token(cardId);
        expect((await ended).kind).to.equal('set');
      });
  });
});
