import { expect, fixture, html } from '@open-wc/testing';
import { restore, stub } from 'sinon';
import type { SetCardPinElement } from '../../src/index.js';
import { confirmation, enterPin, newPin } from '../support/browser/cardholder.js';
import { inEngines, inModes } from '../support/browser/engine.js';
import {
  addDocument,
  embed,
  listen,
  moveBefore,
  next,
  submitPin,
  until,
} from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

describe('moving <set-card-pin>', () => {
  afterEach(() => restore());

  /**
   * Moves an element four times: after a PIN is typed, while a submit waits for a client token,
   * during its request, which adds nothing to the page, and before a second submit. Expects that
   * the element keeps PIN and token, and that both submits end as usual after one request each.
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
    expect([...document.documentElement.children]).to.deep.equal([document.head, document.body]);
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
    expect(await service.requests(cardId)).to.have.length(2);
  };

  inModes(['inline'], 'moves other than moveBefore, which load a frame again', () => {
    it('keeps the PIN and the client token, and continues the submit, when append() moves it', () =>
      expectKeptState((element, parent) => parent.append(element)));
  });

  it('closes its form while it is in another document, and explains this in the console', async () => {
    const { element } = await embed(service, 'accepted');
    const parent = element.parentElement!;
    const said = stub(console, 'error');
    await enterPin(element, '4826');
    const { body } = await addDocument(parent, '<!doctype html>');
    body.append(element);
    expect(element.validity.valueMissing).to.equal(true);
    expect(await element.submit()).to.deep.equal({ kind: 'aborted' });
    expect(said.firstCall.args[0]).to.contain('only in the document that loaded its script');
    const ready = next(element, 'pin-ready');
    parent.append(element);
    await ready;
    expect((await submitPin(element)).kind).to.equal('set');
  });

  inEngines(['chromium', 'firefox'], 'moveBefore, which WebKit does not have yet', () => {
    it('keeps the PIN and the client token, and continues the submit, when moveBefore() moves it', () =>
      expectKeptState(moveBefore));
  });
});
