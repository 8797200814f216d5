import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
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
  type,
} from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
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
} from '../support/browser/page.js';
import { startService, type RequestBody, type Service } from '../support/browser/service.js';

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('<set-card-pin> submit', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  it('is one POST with a bearer token, the PIN as text and a key, and without cookies and referrer', async () => {
    const { element, cardId } = await embed(service, 'accepted');
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
    expect(variables.IdempotencyKey).to.match(UUID_V4);
  });

  for (const [type, declared] of [
    ['UUID!', '$IdempotencyKey: UUID!'],
    ['none', '$input: SetPinForPaymentCardInput!)'],
  ] as const)
    it(`declares the key as the attribute idempotency-key says: ${type}`, async () => {
      const { element, cardId } = await embed(service, 'accepted');
      element.setAttribute('idempotency-key', type);
      // The service has no type UUID.
      const kind = type === 'none' ? 'set' : 'misconfigured';
      expect((await submitPin(element)).kind).to.equal(kind);
      const [{ query, variables }] = (await service.bodies(cardId)) as [RequestBody];
      expect(query).to.contain(declared);
      expect('IdempotencyKey' in variables).to.equal(type !== 'none');
    });

  for (const [attribute, value, explains] of [
    ['endpoint', 'https://me:secret@api.example.com/', 'a password'],
    ['card-id', '', 'missing'],
    ['pin-length', 'four', 'from 4 to 12'],
    ['client-token', 'two words', 'neither a token'],
  ] as const)
    it(`sends nothing and explains ${attribute}="${value}" to the developer`, async () => {
      const { element, cardId } = await embed(service, 'accepted');
      element.setAttribute(attribute, value);
      const { outcome } = await failToSetPin(element);
      expect(outcome).to.include({ kind: 'misconfigured', attribute });
      expect(outcome).to.have.property('explanation').that.contains(explains);
      expect(JSON.stringify(outcome)).not.to.contain('secret');
      expect(await service.requests(cardId)).to.have.length(0);
    });

  it('is busy during its request, keeps the focus, and sends nothing twice', async () => {
    const { element, cardId } = await embed(service, 'accepted');
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
    [
      'a click and submit()',
      (element) => click('button', 'Set PIN').then(() => void element.submit()),
    ],
  ] as [string, (element: SetCardPinElement) => unknown][]) {
    it(`sends one request and ends once for ${name}`, async () => {
      const { element, cardId } = await embed(service, 'accepted');
      const events = listen(element);
      await service.delay(cardId, 60_000);
      await enterPin(element, '4826');
      await submitTwice(element);
      await until(() => service.has(cardId, '4826'));
      const ended = element.submit();
      await service.delay(cardId, 0);
      await ended;
      expect(await service.requests(cardId)).to.have.length(1);
      expect(events.filter(({ type }) => type === 'pin-set')).to.have.length(1);
    });
  }

  inModes(['inline'], 'a frame of another document than the script’s', () => {
    for (const [name, ...keys] of [
      ['Enter', 'Enter'],
      ['the button', 'Tab', 'Tab', 'Enter'],
    ] as const) {
      it(`sends one request for ${name} in a sandbox without forms`, async () => {
        const { element, cardId } = await embed(service, 'accepted');
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
        await press(...keys);
        await done;
        expect(await service.requests(cardId)).to.have.length(1);
      });
    }
  });

  it('lets no click on its button and no submit event out of the element', async () => {
    const { element } = await embed(service, 'accepted');
    const heard: string[] = [];
    for (const type of ['click', 'submit']) element.addEventListener(type, () => heard.push(type));
    await failToSetPin(element, '48');
    const ended = next(element, 'pin-error');
    await click('button', 'Set PIN');
    await ended;
    expect(heard).to.deep.equal([]);
  });

  it('sends nothing while the browser says that it is offline, and all the same with the next press', async () => {
    const { element, cardId } = await embed(service, 'accepted');
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
    const { element, cardId } = await embed(service, 'accepted');
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
    await until(() => service.has(cardId, '5937'));
    element.cardId = other;
    expect((await ended).kind).to.equal('aborted');
    expect(await newPin()).to.include({ value: '', readonly: false });
  });

  describe('that is aborted', () => {
    /** Starts a submit in a form. It stays in its request, or waits for a client token. */
    const start = async (token: boolean) => {
      const { element, cardId } = await embed(service, 'accepted', { token });
      const form = document.createElement('form');
      const fieldset = document.createElement('fieldset');
      element.after(form);
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
      await until(() => (token ? service.has(cardId, '4826') : signal !== undefined));
      // The log has a request without an answer once the client has closed the connection.
      const isClosed = async () =>
        signal?.aborted ?? (await service.requests(cardId))[0]?.response === null;
      return { element, form, fieldset, ended, isClosed };
    };

    for (const [cause, abort] of [
      ['the element is reset', ({ element }) => element.reset()],
      [
        'the element is disabled and enabled again',
        ({ element }) => [true, false].map((disabled) => (element.disabled = disabled)),
      ],
      ['its fieldset is disabled', ({ fieldset }) => (fieldset.disabled = true)],
      ['its form is removed', ({ form }) => form.remove()],
      ['the cardholder leaves the page', navigateAway],
    ] as [string, (started: Awaited<ReturnType<typeof start>>) => unknown][])
      for (const token of [true, false])
        it(`ends ${token ? 'its request' : 'its wait for a token'}, wipes the PIN and raises no end when ${cause}`, async () => {
          const started = await start(token);
          const { element, form, fieldset, ended, isClosed } = started;
          const parent = form.parentElement!;
          const events = listen(element);
          await abort(started);
          expect(await ended).to.deep.equal({ kind: 'aborted' });
          await until(isClosed);

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
  });
});
