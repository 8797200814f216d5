import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import type { ClientToken, SetCardPinElement, TokenExpiredEvent } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import {
  click,
  confirmation,
  enterPin,
  find,
  newPin,
  press,
  setPin,
} from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import {
  embed,
  failToSetPin,
  formShown,
  listen,
  next,
  submitPin,
  until,
  withoutJitter,
} from '../support/browser/page.js';
import { startService, type RequestBody, type Service } from '../support/browser/service.js';

// `test/service` and `test/form/course.test.ts` have what needs no page.
describe('<set-card-pin> submit', () => {
  withoutJitter();

  let service: Service;
  let element: SetCardPinElement;
  let cardId: string;
  before(async () => {
    service = await startService();
  });
  const start = async (behaviour: SandboxBehaviour = 'accepted', token = true) => {
    ({ element, cardId } = await embed(service, behaviour, { token }));
  };

  const waiting = () => until(() => element.matches(':state(waiting)'));
  const received = (pin: string) => until(() => service.has(cardId, pin));

  it('is one POST with a bearer token, the PIN as text and a key, and without cookies and referrer', async () => {
    await start();
    document.cookie = 'portal=session';
    expect((await submitPin(element, '0482')).kind).to.equal('set');
    expect(await service.has(cardId, '0482')).to.equal(true);
    const requests = await service.requests(cardId);
    expect(requests).to.have.length(1);
    const { method, headers, body } = requests[0]!.request;
    expect(method).to.equal('POST');
    expect(headers['authorization']).to.match(/^Bearer /);
    expect(headers).not.to.have.any.keys('cookie', 'referer');
    const { query, variables } = body as RequestBody;
    expect(query).to.contain('$IdempotencyKey: String!').and.not.to.contain('0482');
    expect(variables.input['newPin']).to.be.a('string');
    expect(variables.IdempotencyKey).to.match(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  // Password managers would offer to save the PIN, and to overwrite the login of the portal.
  it('lets no click on its button and no submit event out of the element', async () => {
    await start();
    const heard: string[] = [];
    for (const type of ['click', 'submit']) element.addEventListener(type, () => heard.push(type));
    await failToSetPin(element, '48');
    const ended = next(element, 'pin-error');
    await click('button', 'Set PIN');
    await ended;
    expect(heard).to.deep.equal([]);
  });

  for (const [name, submitTwice] of [
    ['a double click', () => click('button', 'Set PIN', 2)],
    ['a click and submit()', () => click('button', 'Set PIN').then(() => void element.submit())],
  ] as const)
    it(`is busy during its request, sends it once and ends once for ${name}`, async () => {
      await start();
      const events = listen(element);
      await service.delay(cardId, 60_000);
      await enterPin(element, '4826');
      await submitTwice();
      await received('4826');
      expect(await find('button', 'Setting your PIN')).to.include({ disabled: true });
      expect(element.matches(':state(submitting)')).to.equal(true);
      const ended = element.submit();
      expect(element.submit()).to.equal(ended);
      await service.delay(cardId, 0);
      expect((await ended).kind).to.equal('set');
      expect(await service.requests(cardId)).to.have.length(1);
      expect(events.filter(({ type }) => type === 'pin-set')).to.have.length(1);
      await element.updateComplete;
      expect(element.matches(':state(set):not(:state(submitting))')).to.equal(true);
    });

  inModes(['inline'], 'a frame of another document than the script’s', () => {
    it('sends one request in a sandbox without forms', async () => {
      await start();
      const frame = document.createElement('iframe');
      frame.sandbox.add('allow-scripts', 'allow-same-origin');
      frame.srcdoc = '<!doctype html>';
      element.parentElement!.append(frame);
      await new Promise((resolve) => (frame.onload = resolve));
      const ready = next(element, 'pin-ready');
      frame.contentDocument!.body.append(element);
      await ready;
      const done = next(element, 'pin-set');
      await enterPin(element, '4826');
      await press('Tab', 'Tab', 'Enter');
      await done;
      expect(await service.requests(cardId)).to.have.length(1);
    });
  });

  it('ends its request, wipes the PIN and raises no end when its fieldset is disabled', async () => {
    await start();
    const fieldset = document.createElement('fieldset');
    element.replaceWith(fieldset);
    fieldset.append(element);
    await formShown();
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const ended = element.submit();
    await received('4826');
    const events = listen(element);
    fieldset.disabled = true;
    expect(await ended).to.deep.equal({ kind: 'aborted' });
    // The log has a request without an answer once the client has closed the connection.
    await until(async () => (await service.requests(cardId))[0]?.response === null);
    fieldset.disabled = false;
    await formShown();
    for (const field of [await newPin(), await confirmation()])
      expect(field).to.include({ value: '', readonly: false });
    expect(events.filter(({ type }) => /^pin-(set|error)$/.test(type))).to.have.length(0);
  });

  // `client-tokens.test.ts` has what needs no page.
  describe('with a client token', () => {
    /** The token requests of the element. */
    let requests: TokenExpiredEvent[];
    const startWithout = async (behaviour: SandboxBehaviour = 'accepted') => {
      await start(behaviour, false);
      requests = [];
      element.addEventListener('token-expired', (event) => requests.push(event));
    };

    it('that is refused requests another by an event, and waits until the page sets it', async () => {
      await startWithout('token-refused-once');
      element.clientToken = await service.token(cardId);
      const done = next(element, 'pin-set');
      await setPin(element, '4826');
      await waiting();
      expect(requests).to.have.length(1);
      expect(requests[0]).to.include({
        reason: 'refused',
        bubbles: true,
        composed: true,
        cancelable: true,
      });
      expect(requests[0]!.requestId).to.be.a('string');
      expect(await newPin()).to.include({ value: '••••', readonly: true });
      element.clientToken = await service.token(cardId);
      await done;
      const keys = await service.keys(cardId);
      expect(keys).to.have.length(2);
      expect(keys[0]).to.equal(keys[1]);
      expect(await service.has(cardId, '4826')).to.equal(true);
    });

    it('that is missing takes it from getClientToken, and pin-error has what that throws', async () => {
      await startWithout();
      const thrown = new Error('502');
      const given: object[] = [];
      element.getClientToken = ({ signal, ...rest }) => {
        expect(signal).to.be.instanceOf(AbortSignal);
        given.push(rest);
        return given.length === 1 ? Promise.reject(thrown) : service.token(cardId);
      };
      const { outcome, error } = await failToSetPin(element);
      expect(outcome.kind).to.equal('token-unavailable');
      expect(error).to.equal(thrown);
      const done = next(element, 'pin-set');
      await press('Enter');
      await done;
      expect(await service.has(cardId, '4826')).to.equal(true);
      const { endpoint } = service;
      const need = { reason: 'missing', cardId, endpoint, requestId: undefined };
      expect(given).to.deep.equal([need, need]);
      expect(requests).to.have.length(2);
    });

    it('lets a listener of the request submit again, or reset the element', async () => {
      await startWithout();
      let inner: Promise<unknown> | undefined;
      const again = (event: TokenExpiredEvent) => {
        inner = element.submit();
        event.respondWith(service.token(cardId));
      };
      element.addEventListener('token-expired', again, { once: true });
      await enterPin(element, '4826');
      const outer = element.submit();
      expect((await outer).kind).to.equal('set');
      expect(inner).to.equal(outer);

      await startWithout();
      element.addEventListener('token-expired', () => element.reset());
      expect(await submitPin(element)).to.deep.equal({ kind: 'aborted' });
      expect((await find('button', 'Set PIN')).disabled).to.equal(false);
    });

    for (const [route, supply] of [
      ['property', (token) => (element.clientToken = token)],
      ['attribute', ({ value }) => element.setAttribute('client-token', value)],
      ['function', (token) => (element.getClientToken = () => Promise.resolve(token))],
    ] as [string, (token: ClientToken) => void][])
      it(`takes it as ${route} before and after the settings and the connection`, async () => {
        const { endpoint, frameSrc } = service;
        cardId = await service.card('accepted');
        const stage = await fixture(html`<div></div>`);
        // Each letter is a step: token, settings, connection.
        for (const order of ['tsc', 'tcs', 'stc', 'sct', 'cts', 'cst']) {
          element = document.createElement('set-card-pin');
          // As a framework sets what it doesn't know yet.
          Object.assign(element, { frameSrc, endpoint: undefined, cardId: null });
          const ready = next(element, 'pin-ready');
          const token = await service.token(cardId);
          for (const step of order) {
            if (step === 't') supply(token);
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

    it('takes it by the attribute’s name, as a Vue template sets it', async () => {
      await startWithout();
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

    it('keeps it in a reset, and drops it with the element and with its card', async () => {
      await startWithout();
      for (const drop of [
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
      ]) {
        element.clientToken = await service.token(cardId);
        element.reset();
        await drop();
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
        removes: (host) => host.remove(),
        moves: (host) => document.body.append(host),
      }))
        it(`waits for it even if the page ${name} the pristine realm meanwhile`, async () => {
          await startWithout();
          await enterPin(element, '4826');
          const ended = element.submit();
          await waiting();
          change(document.querySelector('head > div')!);
          element.clientToken = await service.token(cardId);
          expect((await ended).kind).to.equal('set');
        });
    });
  });
});
