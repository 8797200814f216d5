import { expect } from '@open-wc/testing';
import '../../src/index.js';
import { enterPin, newPin } from '../support/browser/cardholder.js';
import { embed, next, submitPin, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';
import {
  answerTokenRequests,
  dateIn,
  dateLapsingSoon,
  recordTokenRequests,
  withClockAhead,
} from '../support/browser/tokens.js';

describe('<set-card-pin> client token expiry', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  it('is reported once, half a minute before the date, with nothing pending', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const requests = recordTokenRequests(element);
    const lapsed = next(element, 'token-expired');
    const { value } = await service.token(cardId);
    element.clientToken = { value, expirationDate: dateLapsingSoon() };
    await lapsed;
    expect(requests).to.deep.equal(['lapsed']);
    // A framework sets the property again on its next render.
    element.clientToken = { value, expirationDate: dateLapsingSoon() };
    answerTokenRequests(element, service, cardId);
    expect((await submitPin(element)).kind).to.equal('set');
    expect(requests).to.deep.equal(['lapsed', 'missing pending']);
  });

  it('is noticed at the submit if the token lapsed while the machine slept', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const requests = recordTokenRequests(element);
    element.clientToken = { ...(await service.token(cardId)), expirationDate: dateIn(900_000) };
    answerTokenRequests(element, service, cardId);
    await enterPin(element, '4826');
    expect((await withClockAhead(3_600_000, () => element.submit())).kind).to.equal('set');
    expect(requests).to.deep.equal(['lapsed pending']);
  });

  it('is reported after the connection if the token lapsed before it', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const requests = recordTokenRequests(element);
    const parent = element.parentElement!;
    element.remove();
    await Promise.resolve();
    element.clientToken = { ...(await service.token(cardId)), expirationDate: dateIn(900_000) };
    await withClockAhead(3_600_000, async () => {
      const requested = next(element, 'token-expired');
      parent.append(element);
      await requested;
    });
    expect(requests).to.deep.equal(['lapsed']);
  });

  it('renews a token that the service finds expired before a slow clock does', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    const requests = recordTokenRequests(element);
    answerTokenRequests(element, service, cardId);
    await service.advance(15 * 60);
    expect((await submitPin(element)).kind).to.equal('set');
    expect(requests).to.deep.equal(['refused pending']);
  });

  it('accepts a lapsed token as the answer to a token request, because clocks are wrong', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const token = { ...(await service.token(cardId)), expirationDate: dateLapsingSoon() };
    const lapsed = next(element, 'token-expired');
    element.clientToken = token;
    await lapsed;
    element.addEventListener('token-expired', (event) => event.respondWith(Promise.resolve(token)));
    expect((await submitPin(element)).kind).to.equal('set');
  });

  it('does not matter for a token that was just supplied', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const requests = recordTokenRequests(element);
    element.clientToken = { ...(await service.token(cardId)), expirationDate: dateIn(-60_000) };
    expect((await submitPin(element)).kind).to.equal('set');
    expect(requests).to.deep.equal([]);
  });

  it('causes no token request if its date is invalid or beyond the longest timer', async () => {
    for (const expirationDate of ['soon', dateIn(30 * 86_400_000)]) {
      const { element, cardId } = await embed(service, 'accepted', { token: false });
      const requests = recordTokenRequests(element);
      element.clientToken = { ...(await service.token(cardId)), expirationDate };
      expect((await submitPin(element)).kind).to.equal('set');
      expect(requests).to.deep.equal([]);
    }
  });

  it('is followed by a new token request if the answer that a submit waits for fails', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const requests = recordTokenRequests(element);
    let fail: (error: Error) => void = () => {};
    element.addEventListener(
      'token-expired',
      (event) => event.respondWith(new Promise((_, reject) => (fail = reject))),
      { once: true },
    );
    const lapsed = next(element, 'token-expired');
    element.clientToken = { ...(await service.token(cardId)), expirationDate: dateLapsingSoon() };
    await lapsed;
    answerTokenRequests(element, service, cardId);
    await enterPin(element, '4826');
    const ended = element.submit();
    await until(() => element.matches(':state(waiting)'));
    expect(requests).to.deep.equal(['lapsed']);
    fail(new Error('signed out'));
    expect((await ended).kind).to.equal('set');
    expect(requests).to.deep.equal(['lapsed', 'missing pending']);
  });

  it('ends a submit and wipes the PIN if the machine slept longer than the timeout', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const requested = next(element, 'token-expired');
    await enterPin(element, '4826');
    const ended = element.submit();
    await requested;
    await withClockAhead(3_600_000, async () => {
      element.clientToken = await service.token(cardId);
      expect((await ended).kind).to.equal('token-expired');
    });
    expect((await newPin()).value).to.equal('');
    expect(await service.requests(cardId)).to.have.length(0);
  });

  it('leaves time for a retry if the wait for a token was longer than the time for retries', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    element.tokenTimeout = 120;
    await service.answers(cardId, [{ status: 503 }, { status: 401 }, { status: 503 }]);
    const requested = next(element, 'token-expired');
    await enterPin(element, '4826');
    const ended = element.submit();
    await requested;
    await withClockAhead(60_000, async () => {
      element.clientToken = await service.token(cardId);
      expect((await ended).kind).to.equal('set');
    });
  });
});
