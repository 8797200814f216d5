import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { ClientToken } from '../../src/service/client-token.js';
import type { ClientTokenProvider } from '../../src/service/client-tokens.js';
import {
  deferred,
  granted,
  lapsing,
  MINUTE,
  NONE,
  passTime,
  settled,
  startTokenElement,
  type TokenElement,
} from '../support/token-element.js';

describe('a provider of client tokens', () => {
  let element: TokenElement;
  beforeEach(() => (element = startTokenElement()));
  afterEach(() => mock.timers.reset());

  /** Sets a provider, and returns its calls, which the test answers. */
  const setProvider = () => {
    const calls: { answer: ReturnType<typeof deferred<string | ClientToken>>; signal: AbortSignal }[] = []; // prettier-ignore
    element.getClientToken = ({ signal }) => {
      const answer = deferred<string | ClientToken>();
      calls.push({ answer, signal });
      return answer.promise;
    };
    return calls;
  };

  it('is called for every token, and no event is raised', async () => {
    const calls = setProvider();
    const grant = element.obtain();
    assert.equal(calls.length, 1);
    assert.equal(calls[0]?.signal.aborted, false);
    calls[0]?.answer.resolve(lapsing('A', MINUTE));
    assert.deepEqual(await grant, granted('A'));
    assert.equal(calls[0]?.signal.aborted, true);
    mock.timers.tick(MINUTE);
    assert.equal(calls.length, 2, 'called when the token lapses');
    calls[1]?.answer.resolve('B');
    await settled();
    const renewed = element.renew('B');
    assert.equal(calls.length, 3, 'called when the token is refused');
    calls[2]?.answer.resolve('C');
    assert.deepEqual(await renewed, granted('C'));
    assert.deepEqual(element.requests, []);
  });

  for (const [name, provider] of [
    ['rejects', () => Promise.reject(new Error('offline'))],
    ['throws', () => { throw new Error('offline'); }], // prettier-ignore
    ['resolves to an empty string', () => Promise.resolve('')],
    ['returns undefined', () => undefined],
    ['resolves to a refused token', () => Promise.resolve('REFUSED')],
    ['resolves to a value with a getter that throws', () => Promise.resolve({ get value() { throw new Error(); } })], // prettier-ignore
  ] as const) {
    it(`is followed by a request to the page if it ${name}`, async () => {
      element.refuse('REFUSED');
      element.getClientToken = provider as ClientTokenProvider;
      const grant = element.obtain();
      await settled();
      assert.deepEqual(element.requests, ['refused', 'missing pending']);
      element.supply('A');
      assert.deepEqual(await grant, granted('A'));
      await settled();
      assert.deepEqual(element.requests, ['refused', 'missing pending']);
    });
  }

  it('is followed by a request with the same reason if it rejects', async () => {
    element.getClientToken = () => Promise.reject(new Error('offline'));
    element.supply(lapsing('A', MINUTE));
    mock.timers.tick(MINUTE);
    await settled();
    assert.deepEqual(element.requests, ['lapsed']);
    element.supply('B');
    void element.renew('B', 'request-1');
    await settled();
    assert.deepEqual(element.requests, ['lapsed', 'refused pending']);
    assert.equal(element.needs[1]?.requestId, 'request-1');
  });

  it('ends the submit as malformed if it resolves to an invalid token', async () => {
    element.getClientToken = () => Promise.resolve({ token: 'A' } as unknown as ClientToken);
    assert.deepEqual(await element.obtain(), { kind: 'malformed' });
    assert.deepEqual(element.requests, []);
  });

  it('has half of the timeout, and leaves the rest to the page', async () => {
    const calls = setProvider();
    const grant = element.obtain();
    mock.timers.tick(14_999);
    assert.equal(calls[0]?.signal.aborted, false);
    assert.deepEqual(element.requests, []);
    mock.timers.tick(1);
    assert.equal(calls[0]?.signal.aborted, true);
    assert.deepEqual(element.requests, ['missing pending']);
    mock.timers.tick(14_999);
    await settled();
    assert.equal(element.waiting, true);
    mock.timers.tick(1);
    assert.deepEqual(await grant, NONE);
    calls[0]?.answer.resolve('A');
    await settled();
    void element.obtain();
    assert.equal(calls.length, 2, 'the late token is not kept');
  });

  it('is replaced by the page if it does not answer in time', async () => {
    setProvider();
    element.onRequest = (need) => need.respondWith(Promise.resolve('B'));
    const grant = element.obtain();
    mock.timers.tick(15_000);
    assert.deepEqual(await grant, granted('B'));
  });

  it('has half of the time that is left if a submit has waited for the page before', async () => {
    const answer = deferred<string>();
    element.onRequest = (need) => need.respondWith(answer.promise);
    element.supply(lapsing('A', MINUTE));
    mock.timers.tick(MINUTE);
    setProvider();
    element.onRequest = () => {};
    const grant = element.obtain();
    mock.timers.tick(20_000);
    answer.reject(new Error('signed out'));
    await settled();
    mock.timers.tick(4999);
    assert.deepEqual(element.requests, ['lapsed']);
    mock.timers.tick(1);
    assert.deepEqual(element.requests, ['lapsed', 'missing pending']);
    mock.timers.tick(5000);
    assert.deepEqual(await grant, NONE);
  });

  it('is followed by a request to the page if it does not answer within half of the timeout, with nothing pending', async () => {
    const calls = setProvider();
    element.tokenTimeout = 10;
    element.supply(lapsing('A', MINUTE));
    mock.timers.tick(MINUTE);
    mock.timers.tick(4999);
    await settled();
    assert.deepEqual(element.requests, []);
    mock.timers.tick(1);
    assert.deepEqual(element.requests, ['lapsed']);
    calls[0]?.answer.reject(new Error('offline'));
    await settled();
    assert.deepEqual(element.requests, ['lapsed']);
  });

  it('is not called again by a submit that finds it pending', async () => {
    const calls = setProvider();
    element.supply(lapsing('A', MINUTE));
    mock.timers.tick(MINUTE);
    const grant = element.obtain();
    calls[0]?.answer.resolve('B');
    assert.deepEqual(await grant, granted('B'));
    assert.equal(calls.length, 1);
  });

  it('is followed by a request to the page if a submit found it pending and it rejects', async () => {
    const calls = setProvider();
    element.supply(lapsing('A', MINUTE));
    mock.timers.tick(MINUTE);
    void element.obtain();
    calls[0]?.answer.reject(new Error('offline'));
    await settled();
    assert.deepEqual(element.requests, ['lapsed pending']);
  });

  it('has its signal aborted when its token is no longer needed', async () => {
    const calls = setProvider();
    void element.obtain();
    element.supply('A');
    assert.equal(calls[0]?.signal.aborted, true, 'by another token');
    void element.renew('A');
    element.disconnect();
    assert.equal(calls[1]?.signal.aborted, true, 'by the removal of the element');
    void element.obtain();
    element.abort();
    assert.equal(calls[2]?.signal.aborted, true, 'by the abort of the submit');
    for (const { answer } of calls) answer.reject(new Error('aborted'));
    await settled();
    mock.timers.tick(MINUTE);
    assert.deepEqual(element.requests, []);
  });

  it('supplies its token although the page has replaced the provider', async () => {
    const calls = setProvider();
    const grant = element.obtain();
    element.getClientToken = () => Promise.resolve('B');
    calls[0]?.answer.resolve('A');
    assert.deepEqual(await grant, granted('A'));
  });

  it('may set the token on the element itself', async () => {
    element.getClientToken = () => {
      element.supply('A');
      return Promise.resolve('A');
    };
    assert.deepEqual(await element.obtain(), granted('A'));
    await settled();
    assert.deepEqual(element.requests, []);
  });

  it('may abort the submit', async () => {
    element.getClientToken = () => {
      element.abort();
      return Promise.resolve('A');
    };
    assert.deepEqual(await element.obtain(), NONE);
    mock.timers.tick(MINUTE);
    await settled();
    assert.deepEqual(element.requests, []);
  });

  it('is not called for a second refused token before the next submit', async () => {
    let minted = 0;
    element.getClientToken = () => Promise.resolve(`A${++minted}`);
    assert.deepEqual(await element.obtain(), granted('A1'));
    assert.deepEqual(await element.renew('A1'), granted('A2'));
    element.refuse('A2');
    await passTime(60 * MINUTE);
    assert.equal(minted, 2);
    assert.deepEqual(element.requests, []);
    assert.deepEqual(await element.obtain(), granted('A3'));
  });
});

describe('a provider of client tokens in an hour', () => {
  let element: TokenElement;
  let calls: number;
  beforeEach(() => {
    element = startTokenElement();
    calls = 0;
    element.getClientToken = () => Promise.resolve(lapsing(`B${++calls}`, 14 * MINUTE));
    element.supply(lapsing('A', 14 * MINUTE));
  });
  afterEach(() => mock.timers.reset());

  it('is called for each token that lapses while digits are in the fields', async () => {
    await passTime(60 * MINUTE);
    assert.equal(calls, 4);
    assert.deepEqual(element.requests, []);
  });

  for (const entry of ['empty', 'set'] as const) {
    it(`is called by nothing but the next submit if the entry is ${entry}`, async () => {
      element.entry = entry;
      await passTime(60 * MINUTE);
      // The element is connected again, as after a move.
      element.connect();
      await passTime(MINUTE);
      assert.equal(calls, 0);
      assert.deepEqual(element.requests, []);
      element.entry = 'typed';
      assert.deepEqual(await element.obtain(), granted('B1'));
      assert.equal(calls, 1);
    });
  }

  it('is called once if digits are typed for a quarter of an hour', async () => {
    await passTime(15 * MINUTE);
    element.entry = 'empty';
    await passTime(45 * MINUTE);
    assert.equal(calls, 1);
  });

  it('has the reason `lapsed` if it rejects at the next submit', async () => {
    element.entry = 'empty';
    await passTime(60 * MINUTE);
    element.entry = 'typed';
    element.getClientToken = () => Promise.reject(new Error('offline'));
    void element.obtain();
    await settled();
    assert.deepEqual(element.requests, ['lapsed pending']);
  });
});

describe('an element that has set the PIN', () => {
  let element: TokenElement;
  beforeEach(() => (element = startTokenElement()));
  afterEach(() => mock.timers.reset());

  it('requests no token until the next submit, also without a provider', async () => {
    element.entry = 'set';
    element.supply(lapsing('A', MINUTE));
    await passTime(60 * MINUTE);
    assert.deepEqual(element.requests, []);
    element.entry = 'typed';
    void element.obtain();
    assert.deepEqual(element.requests, ['missing pending']);
  });

  it('raises no event for a provider that it called before, and that fails', async () => {
    const answer = deferred<string>();
    element.getClientToken = () => answer.promise;
    element.supply(lapsing('A', MINUTE));
    await passTime(MINUTE);
    element.entry = 'set';
    answer.reject(new Error('offline'));
    await settled();
    assert.deepEqual(element.requests, []);
  });
});
