/** Tests `set-card-pin/testing`. The slow suite also runs it in jsdom and happy-dom. */
import { assert } from '@open-wc/testing';
import sinon from 'sinon';
import type { SetCardPinElement, TokenExpiredEvent } from '../../src/index.js';
import { needToken, simulate } from '../../src/testing.js';
import { registerStandIn, StandIn } from '../../src/testing/stand-in.js';

describe('the stand-in for a page’s unit tests', () => {
  let element: SetCardPinElement;

  before(() => {
    // As in jsdom and happy-dom.
    Reflect.deleteProperty(HTMLElement.prototype, 'attachInternals');
    document.body.innerHTML =
      '<form><label for="pin">PIN</label><set-card-pin id="pin" card-id="card_1" client-token="a"></set-card-pin></form>';
    element = document.querySelector('set-card-pin')!;
  });

  it('has the element’s defaults, focus, form and labels, and doesn’t expose a token', () => {
    const { endpoint, cardId, pinLength, pinRules, appearance, disabled } = element;
    assert.deepEqual(
      [endpoint, cardId, pinLength, pinRules, appearance, disabled],
      ['', 'card_1', 4, 'repeated sequence', 'boxes', false],
    );
    element.focus();
    assert.equal(document.activeElement, element);
    assert.equal(element.form, document.querySelector('form'));
    assert.equal(element.labels.item(0), document.querySelector('label'));
    assert.ok(!element.hasAttribute('client-token'));
    element.clientToken = 'a secret';
    assert.equal(element.clientToken, undefined);
  });

  it('ends a submit with the simulated outcome and its event', async () => {
    const raised: unknown[] = [];
    document.addEventListener('pin-set', ({ card }) => raised.push(card.last4));
    document.addEventListener('pin-error', ({ outcome, retryable, error }) =>
      raised.push(outcome.kind, retryable, error),
    );
    const submit = element.submit();
    assert.equal(submit, element.submit());
    simulate(element, { kind: 'set', card: { id: 'card_1', bin: '999900', last4: '1001' } });
    assert.equal((await submit).kind, 'set');
    assert.ok(element.checkValidity() && element.validity.valid);
    simulate(element, { kind: 'token-unavailable' }, 'offline');
    assert.ok(!element.checkValidity() && element.validity.valueMissing);
    simulate(element, { kind: 'invalid', field: 'confirm', problem: 'mismatch' });
    assert.equal(raised.join(), '1001,token-unavailable,true,offline,invalid,false,');

    for (const abandon of [() => element.reset(), () => element.remove()]) {
      document.body.append(element);
      const abandoned = element.submit();
      abandon();
      assert.equal((await abandoned).kind, 'aborted');
    }
    assert.equal((await element.submit()).kind, 'aborted');
  });

  it('ends a submit if its class is from another evaluation of the module', async () => {
    Object.defineProperty(StandIn, Symbol.hasInstance, { value: () => false });
    document.body.append(element);
    const submit = element.submit();
    simulate(element, { kind: 'denied' });
    assert.equal((await submit).kind, 'denied');
  });

  it('asks a listener for a token, or getClientToken if there is no listener', async () => {
    const respond = (event: TokenExpiredEvent) =>
      event.respondWith(Promise.resolve(`after ${event.reason}`));
    element.addEventListener('token-expired', respond);
    element.getClientToken = () => assert.fail('the listener has answered');
    assert.equal(await needToken(element, 'rejected'), 'after rejected');
    element.removeEventListener('token-expired', respond);
    element.getClientToken = ({ signal }) => Promise.resolve(`aborted: ${signal.aborted}`);
    assert.equal(await needToken(element), 'aborted: false');
  });

  it('replaces the real element, and throws if the real element was imported first', () => {
    const registered = customElements.get('set-card-pin');
    customElements.define('set-card-pin', class extends HTMLElement {});
    registerStandIn();
    assert.equal(customElements.get('set-card-pin'), registered);
    sinon.replace(customElements, 'get', () => HTMLElement);
    assert.throws(registerStandIn, /Import set-card-pin\/testing before set-card-pin/);
  });
});
