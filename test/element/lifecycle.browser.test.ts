import { expect, fixture, html } from '@open-wc/testing';
import { render } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { SetCardPinElement } from '../../src/index.js';
import { click, enterPin, find, press, sees, setPin, type } from '../support/browser/cardholder.js';
import { inEngines, inModes } from '../support/browser/engine.js';
import { embed, listen, next, put, shown, toFormsPage, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const newPin = () => find('textbox', 'New PIN');
const confirmation = () => find('textbox', 'Confirm');
const oneTurn = () => Promise.resolve();

/** TypeScript doesn't know `moveBefore` yet. */
const move = (element: Element, parent: Element) =>
  (parent as Element & { moveBefore(node: Node, child: null): void }).moveBefore(element, null);

describe('<set-card-pin> lifecycle', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  /** Puts an element into a form of the page's. */
  const inForm = (element: SetCardPinElement) => {
    const form = document.createElement('form');
    const fieldset = document.createElement('fieldset');
    element.after(form);
    form.append(fieldset);
    fieldset.append(element);
    return { form, fieldset };
  };

  /** An element whose request has arrived at the service, which holds its answer back; and what it raises from then on. */
  const sending = async () => {
    const { element, cardId } = await embed(service, 'accepted');
    const around = inForm(element);
    await shown();
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const ended = element.submit();
    const heard = listen(element);
    await until(() => service.has(cardId, '4826'));
    const hungUp = () =>
      until(async () => (await service.requests(cardId)).some(({ response }) => response === null));
    return { element, cardId, ended, heard, ...around, isGivenUp: hungUp };
  };

  /** An element whose submit waits for the page's provider; and what it raises from then on. */
  const waiting = async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const around = inForm(element);
    await shown();
    const token = await service.token(cardId);
    let answer: () => void = () => {};
    let signal: AbortSignal | undefined;
    element.getClientToken = (options) => {
      ({ signal } = options);
      return new Promise((resolve) => (answer = () => resolve(token)));
    };
    await enterPin(element, '4826');
    const ended = element.submit();
    const heard = listen(element);
    await until(() => element.matches(':state(waiting)'));
    const isGivenUp = async () => {
      expect(signal?.aborted).to.equal(true);
      answer();
      await element.updateComplete;
      expect(await service.requests(cardId)).to.have.length(0);
    };
    return { element, cardId, ended, heard, ...around, isGivenUp };
  };

  /** Puts an element on a stage, and moves it with its PIN typed, waiting for a token, and with its request out. */
  const losesNothing = async (stage: Element, moveIt: (element: SetCardPinElement) => void) => {
    const cardId = await service.card('accepted');
    const element = document.createElement('set-card-pin');
    Object.assign(element, { endpoint: service.endpoint, frameSrc: service.frameSrc, cardId });
    const ready = next(element, 'pin-ready');
    stage.append(element);
    await ready;
    await enterPin(element, '4826');
    const heard = listen(element);
    moveIt(element);
    await oneTurn();
    expect((await newPin()).value).to.equal('••••');
    expect((await confirmation()).value).to.equal('••••');

    const ended = element.submit();
    await until(() => element.matches(':state(waiting)'));
    moveIt(element);
    await oneTurn();
    await service.delay(cardId, 60_000);
    element.clientToken = await service.token(cardId);
    await until(() => service.has(cardId, '4826'));
    moveIt(element);
    await oneTurn();
    expect((await newPin()).value).to.equal('••••');
    await service.delay(cardId, 0);
    expect((await ended).kind).to.equal('set');
    expect(heard.map((event) => event.type)).to.deep.equal(['token-expired', 'pin-set']);

    element.reset();
    await enterPin(element, '5937');
    moveIt(element);
    expect((await element.submit()).kind, 'with the token that it has').to.equal('set');
  };

  it('refuses to be registered a second time', () => {
    expect(() =>
      customElements.define('set-card-pin', class extends SetCardPinElement {}),
    ).to.throw(DOMException);
  });

  it('is ready once for each connection, after its first render', async () => {
    const heard: string[] = [];
    const stage = await fixture(html`<div></div>`);
    stage.addEventListener('pin-ready', () => heard.push('ready'));
    const element = document.createElement('set-card-pin');
    element.frameSrc = service.frameSrc;
    const ready = next(stage, 'pin-ready');
    stage.append(element);
    expect(heard).to.deep.equal([]);
    await ready;
    expect((await newPin()).value).to.equal('');
    const other = document.createElement('p');
    stage.append(other);
    other.append(element);
    await oneTurn();
    expect(heard).to.deep.equal(['ready']);
    element.remove();
    await oneTurn();
    const again = next(stage, 'pin-ready');
    stage.append(element);
    await again;
    expect(heard).to.deep.equal(['ready', 'ready']);
  });

  it('honours properties that were set before it was defined', async () => {
    class Late extends SetCardPinElement {}
    const cardId = await service.card('accepted');
    const stage = await fixture(html`<div></div>`);
    const element = document.createElement('late-set-card-pin') as SetCardPinElement;
    Object.assign(element, {
      endpoint: service.endpoint,
      frameSrc: service.frameSrc,
      cardId,
      pinLength: 6,
      clientToken: await service.token(cardId),
    });
    stage.append(element);
    const ready = next(element, 'pin-ready');
    customElements.define('late-set-card-pin', Late);
    await ready;
    expect(Object.keys(element)).not.to.include('clientToken');
    expect(element.clientToken).to.equal(undefined);
    await enterPin(element, '482615');
    expect((await element.submit()).kind).to.equal('set');
  });

  it('can be used in the very turn in which it is put into the page', async () => {
    const stage = await fixture(html`<div></div>`);
    const element = document.createElement('set-card-pin');
    element.endpoint = service.endpoint;
    element.frameSrc = service.frameSrc;
    element.cardId = 'card_1';
    stage.append(element);
    const ended = element.submit();
    expect(await ended).to.deep.equal({ kind: 'invalid', field: 'new', problem: 'missing' });
    expect(await newPin()).to.include({ focused: true, invalid: true });
  });

  it('can be submitted in the very turn in which it is enabled', async () => {
    const { element } = await embed(service, 'accepted');
    element.disabled = true;
    await element.updateComplete;
    element.disabled = false;
    expect((await element.submit()).kind).to.equal('invalid');
  });

  it('has its rules and its length when a framework sets nothing', async () => {
    const { element } = await embed(service, 'accepted');
    Object.assign(element, { pinRules: undefined, pinLength: null });
    await enterPin(element, '1111');
    expect(await element.submit()).to.include({ kind: 'invalid', problem: 'repeated' });
  });

  it('starts over with reset (transport C.6)', async () => {
    const { element } = await embed(service, 'accepted');
    await setPin(element, '7777');
    expect((await newPin()).invalid).to.equal(true);
    element.reset();
    expect(await newPin()).to.include({ value: '', invalid: false, focused: true });

    await enterPin(element, '4826');
    await element.submit();
    expect(await sees('textbox')).to.equal(false);
    element.reset();
    expect((await newPin()).value).to.equal('');
  });

  for (const [state, begin] of [
    ['that is out', sending],
    ['that waits for a token', waiting],
  ] as const) {
    for (const [name, end] of [
      ['reset', ({ element }) => element.reset()],
      ['reset with its form', ({ form }) => form.reset()],
      ['disabled', ({ element }) => (element.disabled = true)],
      [
        'disabled for a moment',
        ({ element }) => [true, false].map((on) => (element.disabled = on)),
      ],
      ['disabled with its fieldset', ({ fieldset }) => (fieldset.disabled = true)],
      ['removed', ({ element }) => element.remove()],
      ['removed with its form', ({ form }) => form.remove()],
      [
        'left behind by the page',
        () =>
          toFormsPage(() =>
            dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
          ),
      ],
    ] as [string, (begun: Awaited<ReturnType<typeof sending>>) => unknown][]) {
      it(`gives up a submit ${state} when it is ${name}, wipes the PIN and raises nothing (transport C.7, C.32, C.55)`, async () => {
        const begun = await begin();
        const { element, ended, heard, form, fieldset, isGivenUp } = begun;
        const stage = form.parentElement!;
        await end(begun);
        expect(await ended).to.deep.equal({ kind: 'aborted' });
        await isGivenUp();

        stage.append(form);
        fieldset.append(element);
        element.disabled = fieldset.disabled = false;
        await shown();
        expect((await newPin()).value).to.equal('');
        expect((await confirmation()).value).to.equal('');
        element.focus();
        await type('4');
        expect((await newPin()).value).to.equal('•');
        expect(heard.filter(({ type }) => type !== 'pin-ready')).to.have.length(0);
      });
    }
  }

  for (const [name, twice] of [
    ['a double click', () => click('button', 'Set PIN', 2)],
    ['Enter held down', () => press('Enter', 'Enter', 'Enter')],
    ['Enter and a click', () => press('Enter').then(() => click('button', 'Setting your PIN'))],
    [
      'a click and the page',
      (element) => click('button', 'Set PIN').then(() => void element.submit()),
    ],
    ['the page alone', (element) => void [element.submit(), element.submit()]],
  ] as [string, (element: SetCardPinElement) => unknown][]) {
    it(`sends one request and ends once for ${name} (transport C.1, C.2)`, async () => {
      const { element, cardId } = await embed(service, 'accepted');
      const heard = listen(element);
      await service.delay(cardId, 60_000);
      await enterPin(element, '4826');
      await twice(element);
      await until(() => element.matches(':state(submitting)'));
      await until(() => service.has(cardId, '4826'));
      const ended = element.submit();
      await service.delay(cardId, 0);
      await ended;
      expect(await service.requests(cardId)).to.have.length(1);
      expect(heard.filter(({ type }) => type === 'pin-set')).to.have.length(1);
    });
  }

  const losesNothingBy =
    (place: (element: SetCardPinElement, parent: Element) => void) => async () => {
      const [here, there] = [await fixture(html`<div></div>`), await fixture(html`<p></p>`)];
      await losesNothing(here, (element) =>
        place(element, element.parentElement === here ? there : here),
      );
    };

  inModes(['inline'], 'moves, by any way but moveBefore, which load a frame anew', () => {
    for (const [name, place] of [
      ['append', (element, parent) => parent.append(element)],
      ['insertBefore', (element, parent) => parent.insertBefore(element, parent.firstChild)],
    ] as [string, (element: SetCardPinElement, parent: Element) => void][]) {
      it(`loses nothing when it is moved by ${name} (transport C.13, C.56)`, losesNothingBy(place));
    }

    it('loses nothing when a framework puts a list with it into another order (transport C.13, C.56)', async () => {
      const stage = await fixture<HTMLElement>(html`<div></div>`);
      let element: SetCardPinElement | undefined;
      let order = ['pin', 'a', 'b'];
      const show = () =>
        render(
          repeat(
            order,
            (key) => key,
            (key) => html`<section>${key === 'pin' ? element : key}</section>`,
          ),
          stage,
        );
      let moved = 0;
      const observer = new MutationObserver((records) => {
        for (const { removedNodes } of records)
          moved += [...removedNodes].filter((node) => node.contains(element ?? null)).length;
      });
      await losesNothing(stage, (moving) => {
        if (element === undefined) {
          element = moving;
          show();
          observer.observe(stage, { childList: true });
        }
        // From the head to the tail and back: the other way round it would be the others that are moved.
        order = order[0] === 'pin' ? ['a', 'b', 'pin'] : ['pin', 'a', 'b'];
        show();
      });
      observer.disconnect();
      expect(moved).to.equal(4);
    });
  });

  inEngines(['chromium', 'firefox'], 'moveBefore, which WebKit does not have yet', () => {
    it('loses nothing when it is moved by moveBefore (transport C.13, C.56)', losesNothingBy(move));

    it('keeps the focus and the caret when it is moved by moveBefore (transport C.56)', async () => {
      const { element } = await embed(service, 'accepted');
      const elsewhere = await fixture(html`<div></div>`);
      element.focus();
      await type('48');
      move(element, elsewhere);
      expect(await newPin()).to.include({ value: '••', focused: true });
      await type('26');
      expect(await newPin()).to.include({ value: '••••', invalid: false });
    });
  });

  it('masks a revealed PIN when the page is hidden', async () => {
    const { element } = await embed(service, 'accepted');
    element.focus();
    await type('4826');
    await press('Tab', 'Enter');
    expect((await newPin()).value).to.equal('4826');
    await toFormsPage(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      Reflect.deleteProperty(document, 'visibilityState');
    });
    expect((await newPin()).value).to.equal('••••');
  });

  it('is disabled by a fieldset, and emptied by the form’s reset, of which it is no part', async () => {
    const form = await put<HTMLFormElement>(
      html`<form>
        <fieldset><set-card-pin .frameSrc=${service.frameSrc}></set-card-pin></fieldset>
      </form>`,
    );
    const element = form.querySelector('set-card-pin')!;
    element.focus();
    await type('4826');
    expect([...new FormData(form)]).to.deep.equal([]);
    form.reset();
    expect((await newPin()).value).to.equal('');
    form.querySelector('fieldset')!.disabled = true;
    await element.updateComplete;
    expect(await newPin()).to.include({ disabled: true });
    expect(element.disabled).to.equal(false);
  });

  inModes(['inline'], 'slots, which a frame does not have', () => {
    it('leaves alone what the page puts into its slots', async () => {
      const element = await fixture<SetCardPinElement>(
        html`<set-card-pin><input slot="help" aria-label="Other" /></set-card-pin>`,
      );
      const keys: string[] = [];
      element.addEventListener('keydown', ({ key }) => keys.push(key));
      element.querySelector('input')!.focus();
      await type('7x');
      expect(keys).to.deep.equal(['7', 'x']);
      expect((await find('textbox', 'Other')).value).to.equal('7x');
    });
  });

  it('works inside a closed root of somebody else’s', async () => {
    const outer = await fixture<HTMLDivElement>(html`<div></div>`);
    const cardId = await service.card('accepted');
    const element = document.createElement('set-card-pin');
    element.endpoint = service.endpoint;
    element.frameSrc = service.frameSrc;
    element.cardId = cardId;
    element.clientToken = await service.token(cardId);
    const ready = next(element, 'pin-ready');
    outer.attachShadow({ mode: 'closed' }).append(element);
    await ready;
    const seen: string[] = [];
    outer.addEventListener('keyup', ({ key }) => seen.push(key));
    element.focus();
    await type('4x8２6');
    await press('Tab', 'Tab');
    await type('4826');
    expect((await element.submit()).kind).to.equal('set');
    expect(seen.filter((key) => /\d/.test(key))).to.deep.equal([]);
  });

  it('keeps two elements apart (transport C.54)', async () => {
    const first = await embed(service, 'accepted');
    const second = await embed(service, 'weak-pin');
    await enterPin(first.element, '4826');
    await enterPin(second.element, '5937');
    const [one, two] = await Promise.all([first.element.submit(), second.element.submit()]);
    expect([one.kind, two.kind]).to.deep.equal(['set', 'rejected']);
  });

  it('lets its events through the page, past other roots', async () => {
    const outer = await fixture<HTMLDivElement>(html`<div></div>`);
    const element = document.createElement('set-card-pin');
    element.frameSrc = service.frameSrc;
    outer.attachShadow({ mode: 'open' }).append(element);
    const ended = next(document, 'pin-error');
    await element.submit();
    expect(await ended).to.include({ bubbles: true, composed: true });
  });
});
