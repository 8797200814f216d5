import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import {
  click,
  confirmation,
  enterPin,
  find,
  newPin,
  press,
  setPin,
  type,
} from '../support/browser/cardholder.js';
import { embed, formShown, listen, navigateAway, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> submit', () => {
  let service: Service;
  before(async () => {
    service = await startService();
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
    ['two calls of submit()', (element) => void [element.submit(), element.submit()]],
  ] as [string, (element: SetCardPinElement) => unknown][]) {
    it(`sends one request and ends once for ${name}`, async () => {
      const { element, cardId } = await embed(service, 'accepted');
      const events = listen(element);
      await service.delay(cardId, 60_000);
      await enterPin(element, '4826');
      await submitTwice(element);
      await until(() => element.matches(':state(submitting)'));
      await until(() => service.has(cardId, '4826'));
      const ended = element.submit();
      await service.delay(cardId, 0);
      await ended;
      expect(await service.requests(cardId)).to.have.length(1);
      expect(events.filter(({ type }) => type === 'pin-set')).to.have.length(1);
    });
  }

  describe('that is aborted', () => {
    /** Moves an element into a form. */
    const wrapInForm = (element: SetCardPinElement) => {
      const form = document.createElement('form');
      const fieldset = document.createElement('fieldset');
      element.after(form);
      form.append(fieldset);
      fieldset.append(element);
      return { form, fieldset };
    };

    /** Starts a submit whose request has reached the service, which delays its answer. */
    const startRequest = async () => {
      const { element, cardId } = await embed(service, 'accepted');
      const around = wrapInForm(element);
      await formShown();
      await service.delay(cardId, 60_000);
      await enterPin(element, '4826');
      const ended = element.submit();
      const events = listen(element);
      await until(() => service.has(cardId, '4826'));
      /**
       * Waits until the log has the request without an answer: the client closed the connection.
       */
      const expectAborted = () =>
        until(async () =>
          (await service.requests(cardId)).some(({ response }) => response === null),
        );
      return { element, ended, events, ...around, expectAborted };
    };

    /** Starts a submit that waits for the page's provider of client tokens. */
    const startTokenRequest = async () => {
      const { element, cardId } = await embed(service, 'accepted', { token: false });
      const around = wrapInForm(element);
      await formShown();
      const token = await service.token(cardId);
      let answer: () => void = () => {};
      let signal: AbortSignal | undefined;
      element.getClientToken = (options) => {
        ({ signal } = options);
        return new Promise((resolve) => (answer = () => resolve(token)));
      };
      await enterPin(element, '4826');
      const ended = element.submit();
      const events = listen(element);
      await until(() => element.matches(':state(waiting)'));
      const expectAborted = async () => {
        expect(signal?.aborted).to.equal(true);
        answer();
        await element.updateComplete;
        expect(await service.requests(cardId)).to.have.length(0);
      };
      return { element, ended, events, ...around, expectAborted };
    };

    type Started = Awaited<ReturnType<typeof startRequest>>;

    for (const [moment, start] of [
      ['during its request', startRequest],
      ['while it waits for a client token', startTokenRequest],
    ] as const) {
      for (const [cause, abort] of [
        ['the element is reset', ({ element }) => element.reset()],
        ['its form is reset', ({ form }) => form.reset()],
        ['the element is disabled', ({ element }) => (element.disabled = true)],
        [
          'the element is disabled and enabled again',
          ({ element }) => [true, false].map((disabled) => (element.disabled = disabled)),
        ],
        ['its fieldset is disabled', ({ fieldset }) => (fieldset.disabled = true)],
        ['the element is removed', ({ element }) => element.remove()],
        ['its form is removed', ({ form }) => form.remove()],
        ['the cardholder leaves the page', navigateAway],
      ] as [string, (started: Started) => unknown][]) {
        it(`wipes the PIN and raises no event: ${moment}, because ${cause}`, async () => {
          const started = await start();
          const { element, ended, events, form, fieldset, expectAborted } = started;
          const parent = form.parentElement!;
          await abort(started);
          expect(await ended).to.deep.equal({ kind: 'aborted' });
          await expectAborted();

          parent.append(form);
          fieldset.append(element);
          element.disabled = fieldset.disabled = false;
          await formShown();
          expect((await newPin()).value).to.equal('');
          expect((await confirmation()).value).to.equal('');
          element.focus();
          await type('4');
          expect((await newPin()).value).to.equal('•');
          expect(events.filter(({ type }) => type !== 'pin-ready')).to.have.length(0);
        });
      }
    }
  });
});
