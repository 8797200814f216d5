import { expect, fixture, html } from '@open-wc/testing';
import { SetCardPinElement } from '../../src/index.js';
import { enterPin, find, press, sees, setPin, type } from './cardholder.js';
import { embed, listen, next } from './page.js';
import { startService, type Service } from './service.js';

const newPin = () => find('textbox', 'New PIN');
const oneTurn = () => Promise.resolve();

describe('<set-card-pin> lifecycle', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  /** An element whose submit is out, and what it raises from then on. */
  const sending = async () => {
    const { element, cardId } = await embed(service, 'accepted');
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const ended = element.submit();
    const heard = listen(element);
    return { element, cardId, ended, heard };
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
      cardId,
      pinLength: 6,
      clientToken: await service.token(cardId),
    });
    stage.append(element);
    customElements.define('late-set-card-pin', Late);
    await element.updateComplete;
    expect(Object.keys(element)).not.to.include('clientToken');
    expect(element.clientToken).to.equal(undefined);
    await enterPin(element, '482615');
    expect((await element.submit()).kind).to.equal('set');
  });

  it('can be used in the very turn in which it is put into the page', async () => {
    const stage = await fixture(html`<div></div>`);
    const element = document.createElement('set-card-pin');
    element.endpoint = service.endpoint;
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

  for (const [name, end] of [
    ['reset', (element: SetCardPinElement) => element.reset()],
    ['disabled', (element: SetCardPinElement) => (element.disabled = true)],
    ['removed', (element: SetCardPinElement) => element.remove()],
    ['left behind by the page', () => window.dispatchEvent(new PageTransitionEvent('pagehide'))],
  ] as const) {
    it(`ends a submit as aborted when it is ${name}, wipes the PIN and raises nothing (transport C.7, C.32, C.55)`, async () => {
      const { element, cardId, ended, heard } = await sending();
      const parent = element.parentElement;
      end(element);
      expect(await ended).to.deep.equal({ kind: 'aborted' });
      await service.delay(cardId, 0);
      parent?.append(element);
      expect((await newPin()).value).to.equal('');
      element.disabled = false;
      await element.updateComplete;
      element.focus();
      await type('4');
      expect((await newPin()).value).to.equal('•');
      expect(heard.filter(({ type }) => type !== 'pin-ready')).to.have.length(0);
    });
  }

  it('keeps a submit and what was typed while it is moved (transport C.56)', async () => {
    const { element, cardId, ended } = await sending();
    const elsewhere = document.createElement('div');
    element.after(elsewhere);
    elsewhere.append(element);
    await oneTurn();
    elsewhere.before(element);
    if ('moveBefore' in Element.prototype)
      (elsewhere as unknown as { moveBefore(node: Node, child: null): void }).moveBefore(
        element,
        null,
      );
    expect((await newPin()).value).to.equal('••••');
    await service.delay(cardId, 0);
    expect((await ended).kind).to.equal('set');
  });

  it('masks a revealed PIN when the page is hidden', async () => {
    const { element } = await embed(service, 'accepted');
    element.focus();
    await type('4826');
    await press('Tab', 'Enter');
    expect((await newPin()).value).to.equal('4826');
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    expect((await newPin()).value).to.equal('••••');
  });

  it('is disabled by a fieldset, and emptied by the form’s reset, of which it is no part', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form>
        <fieldset><set-card-pin></set-card-pin></fieldset>
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

  it('works inside a closed root of somebody else’s', async () => {
    const outer = await fixture<HTMLDivElement>(html`<div></div>`);
    const cardId = await service.card('accepted');
    const element = document.createElement('set-card-pin');
    element.endpoint = service.endpoint;
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
    outer.attachShadow({ mode: 'open' }).append(element);
    await element.updateComplete;
    const ended = next(document, 'pin-error');
    await element.submit();
    expect(await ended).to.include({ bubbles: true, composed: true });
  });
});
