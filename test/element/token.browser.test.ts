import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { TokenExpiredEvent } from '../../src/index.js';
import { alert, enterPin, find, newPin, setPin, status } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, next, submitPin, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';
import { answerTokenRequests, recordTokenRequests } from '../support/browser/tokens.js';

describe('<set-card-pin> client token', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  it('is requested again when the service refuses it, and the submit continues with the same PIN and key', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once');
    const requested = next(element, 'token-expired');
    const done = next(element, 'pin-set');
    await setPin(element, '4826');
    const { reason, pending, requestId } = await requested;
    expect({ reason, pending }).to.deep.equal({ reason: 'refused', pending: true });
    expect(requestId).to.be.a('string');
    await until(() => element.matches(':state(waiting)'));
    expect(await status()).to.contain('You won’t need to enter your PIN again.');
    expect(await newPin()).to.include({ value: '••••', readonly: true });

    element.clientToken = await service.token(cardId);
    await done;
    const keys = await service.keys(cardId);
    expect(keys).to.have.length(2);
    expect(keys[0]).to.equal(keys[1]);
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('can be the page’s answer to the event', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once');
    answerTokenRequests(element, service, cardId);
    expect((await submitPin(element)).kind).to.equal('set');
  });

  it('is requested at the submit, and not before, if the page supplied none', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const requests = recordTokenRequests(element);
    answerTokenRequests(element, service, cardId);
    await enterPin(element, '4826');
    expect(requests).to.deep.equal([]);
    expect((await element.submit()).kind).to.equal('set');
    expect(requests).to.deep.equal(['missing pending']);
  });

  it('replaces a refused one at once if it was supplied during the request', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once');
    const requests = recordTokenRequests(element);
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const ended = element.submit();
    // The first token is on its way while the second one is minted.
    element.clientToken = await service.token(cardId);
    await service.delay(cardId, 0);
    expect((await ended).kind).to.equal('set');
    expect(requests).to.deep.equal([]);
    expect(await service.requests(cardId)).to.have.length(2);
  });

  it('can be set by the listener of the event, and the last of two is used', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const token = await service.token(cardId);
    element.addEventListener('token-expired', () => {
      element.clientToken = 'stale';
      element.clientToken = token;
    });
    expect((await submitPin(element)).kind).to.equal('set');
    expect(await service.requests(cardId)).to.have.length(1);
  });

  it('is requested by one element only, and is not shared with another element', async () => {
    const first = await embed(service, 'accepted');
    const second = await embed(service, 'accepted', { token: false });
    const requests = [recordTokenRequests(first.element), recordTokenRequests(second.element)];
    await enterPin(first.element, '4826');
    await enterPin(second.element, '5937');
    const [one, two] = [first.element.submit(), second.element.submit()];
    expect((await one).kind).to.equal('set');
    second.element.clientToken = await service.token(second.cardId);
    expect((await two).kind).to.equal('set');
    expect(requests).to.deep.equal([[], ['missing pending']]);
  });

  it('is ignored if the service has refused it before', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once', { token: false });
    const stale = await service.token(cardId);
    element.clientToken = stale;
    const requested = next(element, 'token-expired');
    await enterPin(element, '4826');
    const ended = element.submit();
    await requested;
    element.clientToken = stale;
    element.setAttribute('client-token', stale.value);
    expect(await service.requests(cardId)).to.have.length(1);
    element.clientToken = await service.token(cardId);
    element.clientToken = stale;
    expect((await ended).kind).to.equal('set');
  });

  it('ends the submit if the second one is refused too, without a third attempt', async () => {
    const { element, cardId } = await embed(service, 'token-refused-always');
    const requests = recordTokenRequests(element);
    answerTokenRequests(element, service, cardId);
    expect((await submitPin(element)).kind).to.equal('token-expired');
    expect(await service.requests(cardId)).to.have.length(2);
    expect(requests).to.deep.equal(['refused pending', 'refused']);
  });

  it('ends the submit and wipes the PIN if none is supplied in time', async () => {
    const { element } = await embed(service, 'accepted', { token: false });
    element.tokenTimeout = 0.05;
    const ended = next(element, 'pin-error');
    await setPin(element, '4826');
    expect((await ended).outcome).to.deep.equal({ kind: 'token-expired' });
    expect(await alert()).to.contain('Your session has ended');
    expect((await newPin()).value).to.equal('');
  });

  it('ends the submit at once if the page’s promise rejects', async () => {
    const { element } = await embed(service, 'accepted', { token: false });
    element.addEventListener('token-expired', (event) =>
      event.respondWith(Promise.reject(new Error('signed out'))),
    );
    expect((await submitPin(element)).kind).to.equal('token-expired');
  });

  it('is accepted once for each event, and only during its dispatch', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const token = service.token(cardId);
    let event: TokenExpiredEvent | undefined;
    let secondError: unknown;
    element.addEventListener('token-expired', (given) => {
      event = given;
      given.respondWith(token);
      try {
        given.respondWith(token);
      } catch (error) {
        secondError = error;
      }
    });
    expect((await submitPin(element)).kind).to.equal('set');
    expect((secondError as DOMException).name).to.equal('InvalidStateError');

    const { element: other } = await embed(service, 'accepted', { token: false });
    other.tokenTimeout = 0.05;
    const requested = next(other, 'token-expired');
    await enterPin(other, '4826');
    const ended = other.submit();
    const late = await requested;
    expect(() => late.respondWith(token)).to.throw(DOMException, 'token-expired is over');
    await ended;
    expect(event?.reason).to.equal('missing');
  });

  it('may be requested from a listener that submits again or resets the element', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    let inner: Promise<unknown> | undefined;
    element.addEventListener('token-expired', (event) => {
      inner = element.submit();
      event.respondWith(service.token(cardId));
    });
    await enterPin(element, '4826');
    const outer = element.submit();
    expect((await outer).kind).to.equal('set');
    expect(inner).to.equal(outer);
    expect(await service.requests(cardId)).to.have.length(1);

    const { element: other } = await embed(service, 'accepted', { token: false });
    other.addEventListener('token-expired', () => other.reset());
    expect(await submitPin(other)).to.deep.equal({ kind: 'aborted' });
    expect((await find('button', 'Set PIN')).disabled).to.equal(false);
  });

  it('ends the submit if a property that the page redefined throws', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    Object.defineProperty(element, 'getClientToken', {
      get() {
        throw new Error('not now');
      },
    });
    expect((await submitPin(element)).kind).to.equal('token-expired');
    element.clientToken = await service.token(cardId);
    await element.updateComplete;
    expect(element.matches(':state(submitting)')).to.equal(false);
  });

  inModes(['inline'], 'the pristine realm, which a frame doesn’t have', () => {
    const changes: Readonly<Record<string, (host: Element) => void>> = {
      removed: (host) => host.remove(),
      moved: (host) => document.body.append(host),
    };
    for (const [name, change] of Object.entries(changes))
      it(`continues the submit if the page ${name} the pristine realm during the wait`, async () => {
        const { element, cardId } = await embed(service, 'accepted', { token: false });
        await enterPin(element, '4826');
        const ended = element.submit();
        await until(() => element.matches(':state(waiting)'));
        change(document.documentElement.lastElementChild!);
        element.clientToken = await service.token(cardId);
        expect((await ended).kind).to.equal('set');
      });
  });
});
