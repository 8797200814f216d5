import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { ClientToken } from '../../src/index.js';
import { enterPin } from '../support/browser/cardholder.js';
import { embed, listen, submitPin, until } from '../support/browser/page.js';
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

  it('supplies a token when one is needed, and no event is raised (transport C.18)', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once', { token: false });
    const events = listen(element);
    let calls = 0;
    element.getClientToken = () => {
      calls++;
      return service.token(cardId);
    };
    await enterPin(element, '4826');
    expect(calls).to.equal(0);
    expect((await element.submit()).kind).to.equal('token-expired');
    // The first token was fresh, so its refusal ended the submit. The next one has already been
    // requested.
    await until(() => calls === 2);
    expect((await submitPin(element)).kind).to.equal('set');
    expect(events.map(({ type }) => type)).not.to.include('token-expired');
  });

  it('is called again when a token that it did not supply is refused', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once');
    element.getClientToken = () => service.token(cardId);
    expect((await submitPin(element)).kind).to.equal('set');
  });

  it('is followed by the event if it rejects, throws or supplies nothing new (transport C.18)', async () => {
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

  it('is aborted by its signal after the timeout, and a late token is ignored (transport C.18, C.22)', async () => {
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
    expect(requests).to.deep.equal(['missing']);
    answer(await service.token(cardId));
    expect((await submitPin(element)).kind).to.equal('token-expired');
    expect(await service.requests(cardId)).to.have.length(0);
  });

  it('is not waited for any longer when the page sets a token (transport C.19)', async () => {
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
    element.clientToken = { ...(await service.token(cardId)), expirationDate: dateLapsingSoon() };
    await until(() => calls === 1);
    await enterPin(element, '4826');
    const ended = element.submit();
    answer(await service.token(cardId));
    expect((await ended).kind).to.equal('set');
    expect(calls).to.equal(1);
  });
});
