import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { ClientToken, SetCardPinElement } from '../../src/index.js';
import { enterPin } from '../support/browser/cardholder.js';
import { embed, listen, next, submitPin, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';
import {
  answerTokenRequests,
  dateLapsingSoon,
  recordTokenRequests,
} from '../support/browser/tokens.js';

describe('<set-card-pin> client token provider', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  /** Sets a provider that mints tokens. Returns a function that counts its calls. */
  const setProvider = (element: SetCardPinElement, cardId: string): (() => number) => {
    let calls = 0;
    element.getClientToken = () => {
      calls++;
      return service.token(cardId);
    };
    return () => calls;
  };

  it('supplies a token to the submit, and another one when the service refuses it, and no event is raised', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once', { token: false });
    const events = listen(element);
    const calls = setProvider(element, cardId);
    await enterPin(element, '4826');
    expect(calls()).to.equal(0);
    expect((await element.submit()).kind).to.equal('set');
    expect(calls()).to.equal(2);
    const [first, second] = await service.keys(cardId);
    expect(second).to.equal(first);
    expect(events.map(({ type }) => type)).not.to.include('token-expired');
  });

  it('is called twice in a submit if the service refuses every token', async () => {
    const { element, cardId } = await embed(service, 'token-refused-always', { token: false });
    const requests = recordTokenRequests(element);
    const calls = setProvider(element, cardId);
    for (const total of [2, 4]) {
      expect((await submitPin(element)).kind).to.equal('token-expired');
      expect(calls()).to.equal(total);
      expect(await service.requests(cardId)).to.have.length(total);
    }
    expect(requests).to.deep.equal([]);
  });

  it('is not called for a token that lapses in an empty form, and after success no event is raised either', async () => {
    const empty = await embed(service, 'accepted', { token: false });
    const set = await embed(service, 'accepted');
    const lapsing = await embed(service, 'accepted', { token: false });
    const requests = [empty, set, lapsing].map(({ element }) => recordTokenRequests(element));
    const calls = setProvider(empty.element, empty.cardId);
    expect((await submitPin(set.element)).kind).to.equal('set');
    const lapsed = next(lapsing.element, 'token-expired');
    // The timer of the last one ends last.
    for (const { element, cardId } of [empty, set, lapsing]) {
      const { value } = await service.token(cardId);
      element.clientToken = { value, expirationDate: dateLapsingSoon() };
    }
    await lapsed;
    expect(calls()).to.equal(0);
    expect((await submitPin(empty.element)).kind).to.equal('set');
    expect(calls()).to.equal(1);
    expect(requests).to.deep.equal([[], [], ['lapsed']]);
  });

  it('is called again when a token that it did not supply is refused', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once');
    element.getClientToken = () => service.token(cardId);
    expect((await submitPin(element)).kind).to.equal('set');
  });

  it('is followed by the event if it rejects, throws or supplies nothing new', async () => {
    const providers: (() => Promise<string | ClientToken>)[] = [
      () => Promise.reject(new Error('no')),
      () => {
        throw new Error('no');
      },
      () => Promise.resolve(''),
    ];
    for (const provider of providers) {
      const { element, cardId } = await embed(service, 'accepted', { token: false });
      const requests = recordTokenRequests(element);
      element.getClientToken = provider;
      answerTokenRequests(element, service, cardId);
      expect((await submitPin(element)).kind).to.equal('set');
      expect(requests).to.deep.equal(['missing pending']);
    }
  });

  it('is aborted by its signal after half of the timeout, and a late token is ignored', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    element.tokenTimeout = 0.05;
    let answer: (token: ClientToken) => void = () => {};
    let signal: AbortSignal | undefined;
    element.getClientToken = (options) => {
      signal = options.signal;
      return new Promise((resolve) => (answer = resolve));
    };
    const requests = recordTokenRequests(element);
    expect((await submitPin(element)).kind).to.equal('token-expired');
    await until(() => signal?.aborted === true);
    expect(requests).to.deep.equal(['missing pending']);
    answer(await service.token(cardId));
    expect((await submitPin(element)).kind).to.equal('token-expired');
    expect(await service.requests(cardId)).to.have.length(0);
  });

  it('leaves the submit waiting for the page if it does not answer', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const token = await service.token(cardId);
    element.tokenTimeout = 0.5;
    element.getClientToken = () => new Promise(() => {});
    const requests = recordTokenRequests(element);
    element.addEventListener('token-expired', () => (element.clientToken = token));
    expect((await submitPin(element)).kind).to.equal('set');
    expect(requests).to.deep.equal(['missing pending']);
  });

  it('is not waited for any longer when the page sets a token', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    element.getClientToken = () => new Promise(() => {});
    await enterPin(element, '4826');
    const ended = element.submit();
    element.clientToken = await service.token(cardId);
    expect((await ended).kind).to.equal('set');
  });

  it('is not called a second time while it replaces a lapsed token', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    let calls = 0;
    let answer: (token: ClientToken) => void = () => {};
    element.getClientToken = () => {
      calls++;
      return new Promise((resolve) => (answer = resolve));
    };
    await enterPin(element, '4826');
    element.clientToken = { ...(await service.token(cardId)), expirationDate: dateLapsingSoon() };
    await until(() => calls === 1);
    const ended = element.submit();
    answer(await service.token(cardId));
    expect((await ended).kind).to.equal('set');
    expect(calls).to.equal(1);
  });
});
