import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  deferred,
  granted,
  lapsing,
  MINUTE,
  NONE,
  settled,
  sleep,
  startTokenElement,
  type TokenElement,
} from '../support/token-element.js';

describe('a client token that the service refuses', () => {
  let element: TokenElement;
  beforeEach(() => (element = startTokenElement()));
  afterEach(() => mock.timers.reset());

  it('is requested again with the id of the refused request', async () => {
    element.supply('A');
    await element.obtain();
    const grant = element.renew('A', 'request-1');
    assert.deepEqual(element.requests, ['refused pending']);
    assert.equal(element.needs[0]?.requestId, 'request-1');
    element.supply('B');
    assert.deepEqual(await grant, granted('B'));
  });

  it('is ignored if it is set again, even after later tokens', async () => {
    const values = ['A', 'B', 'C'];
    for (const value of values) {
      element.supply(value);
      element.refuse(value);
    }
    const grant = element.obtain();
    for (const value of values) {
      assert.equal(element.supply(value), false);
      assert.equal(element.supply({ value, expirationDate: null }), false);
      assert.equal(element.supply(value, true), false, 'also as an answer');
    }
    assert.equal(element.waiting, true);
    element.supply('D');
    element.supply('A');
    assert.deepEqual(await grant, granted('D'));
  });

  it('is replaced at once by a token that was supplied during the request', async () => {
    element.supply('A');
    await element.obtain();
    element.supply('B');
    assert.deepEqual(await element.renew('A'), granted('B'));
    assert.deepEqual(element.requests, []);
  });

  it('is requested with nothing pending if it is the second one of its submit', () => {
    element.supply('A');
    element.refuse('A', 'request-1');
    assert.deepEqual(element.requests, ['refused']);
    assert.equal(element.needs[0]?.requestId, 'request-1');
  });

  it('causes no request if another one was supplied meanwhile', async () => {
    element.supply('A');
    element.supply('B');
    element.refuse('A');
    assert.deepEqual(element.requests, []);
    assert.deepEqual(await element.obtain(), granted('B'));
  });

  it('causes no second request if it lapsed during the request', async () => {
    const answer = deferred<string>();
    element.onRequest = (need) => need.respondWith(answer.promise);
    element.supply(lapsing('A', MINUTE));
    await element.obtain();
    mock.timers.tick(MINUTE);
    const grant = element.renew('A');
    answer.resolve('B');
    assert.deepEqual(await grant, granted('B'));
    assert.deepEqual(element.requests, ['lapsed']);
  });
});

describe('a wait for a client token', () => {
  let element: TokenElement;
  beforeEach(() => (element = startTokenElement()));
  afterEach(() => mock.timers.reset());

  it('ends after the timeout, and a later token is kept for the next submit', async () => {
    element.tokenTimeout = 2;
    const grant = element.obtain();
    mock.timers.tick(1999);
    await settled();
    assert.equal(element.waiting, true);
    mock.timers.tick(1);
    assert.deepEqual(await grant, NONE);
    element.supply('A');
    assert.deepEqual(await element.obtain(), granted('A'));
  });

  it('ends if the machine slept longer than the timeout', async () => {
    const grant = element.obtain();
    sleep(30_001);
    element.supply('A');
    assert.deepEqual(await grant, NONE);
    assert.deepEqual(await element.obtain(), granted('A'));
  });

  it('continues if the machine slept as long as the timeout', async () => {
    const grant = element.obtain();
    sleep(30_000);
    element.supply('A');
    assert.deepEqual(await grant, granted('A'));
  });

  it('lasts as long as the longest timer if the page sets a longer timeout', async () => {
    element.tokenTimeout = Infinity;
    const grant = element.obtain();
    mock.timers.tick(2 ** 31 - 2);
    await settled();
    assert.equal(element.waiting, true);
    mock.timers.tick(1);
    assert.deepEqual(await grant, NONE);
  });

  it('has the whole timeout in each submit', async () => {
    const first = element.obtain();
    mock.timers.tick(20_000);
    element.abort();
    await first;
    const second = element.obtain();
    mock.timers.tick(20_000);
    await settled();
    assert.equal(element.waiting, true);
    element.supply('A');
    assert.deepEqual(await second, granted('A'));
  });

  it('ends when the submit is aborted', async () => {
    const grant = element.obtain();
    element.abort();
    assert.deepEqual(await grant, NONE);
    element.supply('A');
    assert.deepEqual(await element.obtain(), granted('A'));
    mock.timers.tick(MINUTE);
  });

  it('ends if the page’s getter for the provider throws', async () => {
    Object.defineProperty(element, 'getClientToken', {
      get() {
        throw new Error('not now');
      },
    });
    assert.deepEqual(await element.obtain(), NONE);
    element.supply('A');
    assert.deepEqual(await element.obtain(), granted('A'));
  });
});
