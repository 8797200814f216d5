import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  deferred,
  granted,
  lapsing,
  MINUTE,
  NONE,
  NOW,
  settled,
  startTokenElement,
  type TokenElement,
} from '../support/token-element.js';

describe('a client token that the page promises', () => {
  let element: TokenElement;
  beforeEach(() => (element = startTokenElement()));
  afterEach(() => mock.timers.reset());

  it('resumes the submit', async () => {
    element.onRequest = (need) => need.respondWith(Promise.resolve(lapsing('A', MINUTE)));
    assert.deepEqual(await element.obtain(), granted('A'));
    mock.timers.tick(MINUTE);
    assert.deepEqual(element.requests, ['missing pending', 'lapsed']);
  });

  it('can be a plain value', async () => {
    element.onRequest = (need) => need.respondWith('A' as never);
    assert.deepEqual(await element.obtain(), granted('A'));
  });

  for (const [name, answer] of [
    ['a rejection', () => Promise.reject(new Error('signed out'))],
    ['undefined', () => Promise.resolve(undefined)],
    ['a refused token', () => Promise.resolve('REFUSED')],
    ['a value with a getter that throws', () => Promise.resolve({ get value() { throw new Error(); } })], // prettier-ignore
    ['undefined instead of a promise', () => undefined],
  ] as const) {
    it(`ends the submit at once if the answer is ${name}`, async () => {
      element.refuse('REFUSED');
      element.onRequest = (need) => need.respondWith(answer() as Promise<string>);
      assert.deepEqual(await element.obtain(), NONE);
      assert.deepEqual(element.requests, ['refused', 'missing pending']);
      assert.equal(Date.now(), NOW);
    });
  }

  it('causes no second request if its promise rejects with nothing pending', async () => {
    element.onRequest = (need) => need.respondWith(Promise.reject(new Error('signed out')));
    element.supply(lapsing('A', MINUTE));
    mock.timers.tick(MINUTE);
    await settled();
    assert.deepEqual(element.requests, ['lapsed']);
  });

  it('is requested again if its promise rejects while a later submit waits for it', async () => {
    const answer = deferred<string>();
    element.onRequest = (need) => need.respondWith(answer.promise);
    element.supply(lapsing('A', MINUTE));
    mock.timers.tick(MINUTE);
    const grant = element.obtain();
    await settled();
    assert.deepEqual(element.requests, ['lapsed']);
    element.onRequest = (need) => need.respondWith(Promise.resolve('B'));
    answer.reject(new Error('signed out'));
    assert.deepEqual(await grant, granted('B'));
    assert.deepEqual(element.requests, ['lapsed', 'missing pending']);
  });

  /**
   * Returns a promise of the page that is still pending when its submit times out. The page gave it
   * 15 seconds after the start of the submit, when the provider had not answered.
   */
  const promiseAfterTimeout = async () => {
    const answer = deferred<string>();
    element.getClientToken = () => new Promise(() => {});
    element.onRequest = (need) => need.respondWith(answer.promise);
    const grant = element.obtain();
    mock.timers.tick(15_000);
    mock.timers.tick(15_000);
    assert.deepEqual(await grant, NONE);
    element.getClientToken = undefined;
    return answer;
  };

  it('is requested again if the promise to an earlier submit rejects while a submit waits', async () => {
    const answer = await promiseAfterTimeout();
    element.onRequest = (need) => need.respondWith(Promise.resolve('B'));
    const grant = element.obtain();
    answer.reject(new Error('signed out'));
    assert.deepEqual(await grant, granted('B'));
    assert.deepEqual(element.requests, ['missing pending', 'missing pending']);
  });

  it('is not requested again if its promise rejects after the submit', async () => {
    const answer = await promiseAfterTimeout();
    answer.reject(new Error('signed out'));
    await settled();
    assert.deepEqual(element.requests, ['missing pending']);
  });

  it('is kept for the next submit if it is supplied after the timeout', async () => {
    const answer = await promiseAfterTimeout();
    answer.resolve('A');
    await settled();
    assert.deepEqual(await element.obtain(), granted('A'));
  });

  it('is ignored if another token was supplied first', async () => {
    const answer = deferred<string>();
    element.onRequest = (need) => need.respondWith(answer.promise);
    const grant = element.obtain();
    element.supply('A');
    assert.deepEqual(await grant, granted('A'));
    answer.resolve('B');
    await settled();
    assert.deepEqual(await element.obtain(), granted('A'));
  });

  it('is ignored after its own timeout, and so is its rejection', async () => {
    const answers = [deferred<string>(), deferred<string>()];
    for (const answer of answers) {
      element.onRequest = (need) => need.respondWith(answer.promise);
      const grant = element.obtain();
      mock.timers.tick(30_000);
      assert.deepEqual(await grant, NONE);
    }
    element.onRequest = () => {};
    const grant = element.obtain();
    answers[0]?.resolve('A');
    answers[1]?.reject(new Error('signed out'));
    await settled();
    assert.equal(element.waiting, true);
    element.supply('B');
    assert.deepEqual(await grant, granted('B'));
  });

  it('is ignored after an abort of its submit and after the removal of the element', async () => {
    const answer = deferred<string>();
    element.onRequest = (need) => need.respondWith(answer.promise);
    void element.obtain();
    element.abort();
    answer.resolve('A');
    await settled();

    const other = deferred<string>();
    element.onRequest = (need) => need.respondWith(other.promise);
    element.supply(lapsing('B', MINUTE));
    mock.timers.tick(MINUTE);
    element.disconnect();
    other.resolve('C');
    await settled();
    element.onRequest = () => {};
    void element.obtain();
    assert.deepEqual(element.requests, ['missing pending', 'lapsed', 'missing pending']);
  });

  it('is kept if it was requested before the submit that was aborted', async () => {
    const answer = deferred<string>();
    element.onRequest = (need) => need.respondWith(answer.promise);
    element.supply(lapsing('A', MINUTE));
    mock.timers.tick(MINUTE);
    const grant = element.obtain();
    element.abort();
    assert.deepEqual(await grant, NONE);
    answer.resolve('B');
    await settled();
    assert.deepEqual(await element.obtain(), granted('B'));
  });
});
