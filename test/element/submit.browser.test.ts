import { expect, fixture, html } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import type { ClientToken, SetCardPinElement, TokenExpiredEvent } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import {
  alert,
  click,
  confirmation,
  enterPin,
  exists,
  find,
  newPin,
  press,
  setPin,
  status,
  tabTo,
  type,
} from '../support/browser/cardholder.js';
import { inEngines, inModes } from '../support/browser/engine.js';
import {
  embed,
  failToSetPin,
  formShown,
  goOffline,
  goOnline,
  listen,
  navigateAway,
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

  it('declares the key as the attribute idempotency-key says', async () => {
    await start();
    element.setAttribute('idempotency-key', 'none');
    expect((await submitPin(element)).kind).to.equal('set');
    expect(await service.keys(cardId)).to.deep.equal([undefined]);
  });

  for (const [attribute, value, explains] of [
    ['endpoint', 'https://me:secret@api.example.com/', 'a password'],
    ['pin-length', 'four', 'from 4 to 12'],
    ['client-token', 'two words', 'neither a token'],
  ] as const)
    it(`sends nothing and explains ${attribute}="${value}" to the developer`, async () => {
      await start();
      element.setAttribute(attribute, value);
      const { outcome } = await failToSetPin(element);
      expect(outcome).to.include({ kind: 'misconfigured', attribute });
      expect(outcome).to.have.property('explanation').that.contains(explains);
      expect(JSON.stringify(outcome)).not.to.contain('secret');
      expect(await service.requests(cardId)).to.have.length(0);
    });

  it('is busy during its request, keeps the focus, and sends nothing twice', async () => {
    await start();
    await service.delay(cardId, 60_000);
    await setPin(element, '4826');
    const button = await find('button', 'Setting your PIN');
    expect(button.disabled).to.equal(true);
    expect(await confirmation()).to.include({ readonly: true, focused: true });
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

  for (const [name, submitTwice] of [
    ['a double click', () => click('button', 'Set PIN', 2)],
    ['Enter held down', () => press('Enter', 'Enter', 'Enter')],
    ['Enter and a click', () => press('Enter').then(() => click('button', 'Setting your PIN'))],
    ['a click and submit()', () => click('button', 'Set PIN').then(() => void element.submit())],
  ] as const)
    it(`sends one request and ends once for ${name}`, async () => {
      await start();
      const events = listen(element);
      await service.delay(cardId, 60_000);
      await enterPin(element, '4826');
      await submitTwice();
      await received('4826');
      const ended = element.submit();
      await service.delay(cardId, 0);
      await ended;
      expect(await service.requests(cardId)).to.have.length(1);
      expect(events.filter(({ type }) => type === 'pin-set')).to.have.length(1);
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

  it('sends nothing while the browser says that it is offline, and all the same with the next press', async () => {
    await start();
    await goOffline();
    try {
      const { outcome, retryable } = await failToSetPin(element);
      expect(outcome.kind).to.equal('unavailable');
      expect(retryable).to.equal(true);
      expect(await alert()).to.match(/^You seem to be offline\./);
      expect(await service.requests(cardId)).to.have.length(0);
      const done = next(element, 'pin-set');
      await press('Enter');
      await done;
      expect(await service.has(cardId, '4826')).to.equal(true);
    } finally {
      await goOnline();
    }
  });

  it('is for the card that the PIN was typed for, and another card is another form', async () => {
    await start();
    const other = await service.card('accepted');
    await enterPin(element, '4826');
    element.cardId = other;
    expect((await element.submit()).kind).to.equal('invalid');
    element.clientToken = await service.token(other);
    expect((await submitPin(element)).kind).to.equal('set');
    expect(await service.requests(cardId)).to.have.length(0);

    await until(() => exists('group', 'Your new PIN is set'));
    element.cardId = cardId;
    await formShown();
    element.clientToken = await service.token(cardId);
    await service.delay(cardId, 60_000);
    await enterPin(element, '5937');
    const ended = element.submit();
    await received('5937');
    element.cardId = other;
    expect((await ended).kind).to.equal('aborted');
    expect(await newPin()).to.include({ value: '', readonly: false });
  });

  for (const [cause, during, abort] of [
    ['the element is reset', 'its wait for a token', () => element.reset()],
    ['the element is reset', 'its request', () => element.reset()],
    [
      'the element is disabled and enabled again',
      'its request',
      () => [true, false].map((disabled) => (element.disabled = disabled)),
    ],
    ['its fieldset is disabled', 'its request', () => (fieldsetOf(element).disabled = true)],
    ['its form is removed', 'its wait for a token', () => element.form!.remove()],
    ['its form is removed', 'its request', () => element.form!.remove()],
    ['the cardholder leaves the page', 'its request', navigateAway],
  ] as const)
    it(`ends ${during}, wipes the PIN and raises no end when ${cause}`, async () => {
      await start('accepted', during === 'its request');
      const form = document.createElement('form');
      const fieldset = document.createElement('fieldset');
      const parent = element.parentElement!;
      parent.append(form);
      form.append(fieldset);
      fieldset.append(element);
      await formShown();
      let signal: AbortSignal | undefined;
      element.getClientToken = (options) => {
        ({ signal } = options);
        return new Promise(() => {});
      };
      await service.delay(cardId, 60_000);
      await enterPin(element, '4826');
      const ended = element.submit();
      await until(() => signal !== undefined || service.has(cardId, '4826'));
      const events = listen(element);
      await abort();
      expect(await ended).to.deep.equal({ kind: 'aborted' });
      // The log has a request without an answer once the client has closed the connection.
      await until(
        async () => signal?.aborted ?? (await service.requests(cardId))[0]?.response === null,
      );

      parent.append(form);
      fieldset.disabled = false;
      await formShown();
      expect((await newPin()).value).to.equal('');
      expect((await confirmation()).value).to.equal('');
      element.focus();
      await type('4');
      expect((await newPin()).value).to.equal('•');
      expect(events.filter(({ type }) => /^pin-(set|error)$/.test(type))).to.have.length(0);
    });

  it('is cancelled by the cardholder during its second attempt, which closes the connection and empties the form', async () => {
    await start();
    await service.answers(cardId, [{ status: 503 }, { usual: true, delayMilliseconds: 60_000 }]);
    await enterPin(element, '4826');
    const events = listen(element);
    const ended = element.submit();
    await received('4826');
    const retrying = 'This is taking longer than usual. We’re trying again – it can take a minute.';
    expect(await status()).to.equal(retrying);
    expect((await newPin()).value).to.equal('••••');
    await tabTo('Cancel');
    await press('Enter');
    expect(await ended).to.deep.equal({ kind: 'aborted' });
    expect(await exists('button', 'Cancel')).to.equal(false);
    expect(events).to.have.length(1);
    expect(events[0]).to.include({ type: 'pin-change', complete: false, valid: false });
    await until(async () => (await service.requests(cardId))[1]?.response === null);
    expect(new Set(await service.keys(cardId)).size).to.equal(1);
    const done = next(element, 'pin-set');
    await setPin(element, '5937');
    await done;
  });

  inEngines(['chromium', 'firefox'], 'half of an answer: to WebKit it is a whole one', () => {
    it('tries again after half of a success, because the PIN may not be set', async () => {
      await start();
      const body = JSON.stringify({
        data: { setPinForPaymentCard: { __typename: 'PaymentCard' } },
      });
      await service.answers(cardId, [{ body, truncate: true }]);
      expect((await submitPin(element)).kind).to.equal('set');
      expect(await service.requests(cardId)).to.have.length(2);
    });
  });

  inModes(['inline'], 'a fake clock of the page, which doesn’t change the frame’s clock', () => {
    for (const [sentence, behaviour, token, canCancel] of [
      ['Setting your PIN…', 'accepted', true, false],
      ['Connecting…', 'accepted', false, true],
      [
        'Renewing your session. You won’t need to enter your PIN again.',
        'token-refused-once',
        true,
        true,
      ],
    ] as const)
      it(`that takes longer than 300 ms is announced: ${sentence}`, async () => {
        await start(behaviour, token);
        if (!canCancel) await service.delay(cardId, 60_000);
        await enterPin(element, '4826');
        const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        try {
          void element.submit();
          await (canCancel ? waiting() : received('4826'));
          clock.tick(290);
          expect(await status()).to.equal('');
          clock.tick(20);
          expect(await status()).to.equal(sentence);
          expect(await exists('button', 'Cancel')).to.equal(canCancel);
        } finally {
          clock.restore();
        }
        element.reset();
      });
  });

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

    it('that is missing takes it from getClientToken, which learns what it is for', async () => {
      await startWithout();
      const given: object[] = [];
      element.getClientToken = ({ signal, ...rest }) => {
        given.push(rest);
        expect(signal).to.be.instanceOf(AbortSignal);
        return service.token(cardId);
      };
      await enterPin(element, '4826');
      expect(given).to.have.length(0);
      expect((await element.submit()).kind).to.equal('set');
      expect(requests).to.have.length(1);
      const { endpoint } = service;
      expect(given).to.deep.equal([{ reason: 'missing', cardId, endpoint, requestId: undefined }]);
    });

    it('that can’t be had ends, pin-error has what was thrown, and the next press sends the same PIN', async () => {
      await startWithout();
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
          element.frameSrc = frameSrc;
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

function fieldsetOf(element: Element): HTMLFieldSetElement {
  return element.closest('fieldset')!;
}
