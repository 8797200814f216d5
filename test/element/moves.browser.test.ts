import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import '../../src/locales/de.js';
import type { SetCardPinElement } from '../../src/index.js';
import { confirmation, enterPin, newPin, type } from '../support/browser/cardholder.js';
import { inEngines, inModes } from '../support/browser/engine.js';
import {
  addDocument,
  createElement,
  embed,
  listen,
  moveBefore,
  next,
  until,
} from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> moves', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  /**
   * Moves an element four times: after a PIN is typed, while a submit waits for a client token,
   * during its request, and before a second submit. Expects that the element keeps PIN and token,
   * and that both submits end as usual.
   */
  const expectKeptState = async (place: (element: SetCardPinElement, to: Element) => void) => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const parents = [element.parentElement!, await fixture(html`<div></div>`)];
    const move = (element: SetCardPinElement): void =>
      place(
        element,
        parents.find((parent) => parent !== element.parentElement)!,
      );
    await enterPin(element, '4826');
    const events = listen(element);
    move(element);
    await Promise.resolve();
    expect((await newPin()).value).to.equal('••••');
    expect((await confirmation()).value).to.equal('••••');

    const ended = element.submit();
    await until(() => element.matches(':state(waiting)'));
    move(element);
    await Promise.resolve();
    await service.delay(cardId, 60_000);
    element.clientToken = await service.token(cardId);
    await until(() => service.has(cardId, '4826'));
    move(element);
    await Promise.resolve();
    expect((await newPin()).value).to.equal('••••');
    await service.delay(cardId, 0);
    expect((await ended).kind).to.equal('set');
    expect(events.map((event) => event.type)).to.deep.equal(['token-expired', 'pin-set']);

    element.reset();
    await enterPin(element, '5937');
    move(element);
    expect((await element.submit()).kind, 'with the token that it has').to.equal('set');
  };

  inModes(['inline'], 'moves other than moveBefore, which load a frame again', () => {
    it('keep the PIN, the client token and the submit: append', () =>
      expectKeptState((element, parent) => parent.append(element)));
  });

  it('keep the looks in a document that adopts the element, and take the language there', async () => {
    const { element } = await embed(service, 'accepted');
    const { offsetHeight } = element;
    // With a doctype, because lines have another height in quirks mode.
    const style = `<!doctype html><style>body { margin: 0; width: ${element.offsetWidth}px }</style>`;
    const { body } = await addDocument(element.parentElement!, style);
    // Also one that was in no document before.
    for (const moved of [createElement(service, await service.card('accepted')), element]) {
      const ready = next(moved, 'pin-ready');
      body.replaceChildren(moved);
      await ready;
      await until(() => moved.offsetHeight === offsetHeight);
    }
    const host = document.createElement('div');
    host.lang = 'de';
    body.append(host);
    host.attachShadow({ mode: 'open' }).append(element);
    expect(element.validationMessage).to.match(/Geben Sie/);
    // A document without a window can't make style sheets.
    new Document().append(element);
    body.append(element);
    await until(() => element.offsetHeight === offsetHeight);
  });

  inEngines(['chromium', 'firefox'], 'moveBefore, which WebKit does not have yet', () => {
    it('keep the PIN, the client token and the submit: moveBefore', () =>
      expectKeptState(moveBefore));

    it('keep the focus and the caret: moveBefore', async () => {
      const { element } = await embed(service, 'accepted');
      const elsewhere = await fixture(html`<div></div>`);
      element.focus();
      await type('48');
      moveBefore(element, elsewhere);
      expect(await newPin()).to.include({ value: '••', focused: true });
      await type('26');
      expect(await newPin()).to.include({ value: '••••', invalid: false });
    });
  });
});
