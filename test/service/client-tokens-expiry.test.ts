import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  granted,
  lapsing,
  MINUTE,
  passTime,
  settled,
  sleep,
  startTokenElement,
  TokenElement,
} from '../support/token-element.js';

describe('a client token that lapses', () => {
  let element: TokenElement;
  beforeEach(() => (element = startTokenElement()));
  afterEach(() => mock.timers.reset());

  it('is requested again once, half a minute before its date, with nothing pending', () => {
    element.supply(lapsing('A', 14 * MINUTE));
    mock.timers.tick(14 * MINUTE - 1);
    assert.deepEqual(element.requests, []);
    mock.timers.tick(1);
    assert.deepEqual(element.requests, ['lapsed']);
    assert.equal(element.needs[0]?.requestId, undefined);
    mock.timers.tick(60 * MINUTE);
    assert.deepEqual(element.requests, ['lapsed']);
  });

  it('is requested again without a provider, also if the fields are empty', () => {
    element.entry = 'empty';
    element.supply(lapsing('A', 14 * MINUTE));
    mock.timers.tick(60 * MINUTE);
    assert.deepEqual(element.requests, ['lapsed']);
  });

  it('is requested again when its successor lapses too', () => {
    element.supply(lapsing('A', 14 * MINUTE));
    mock.timers.tick(14 * MINUTE);
    element.supply(lapsing('B', 14 * MINUTE));
    mock.timers.tick(14 * MINUTE);
    assert.deepEqual(element.requests, ['lapsed', 'lapsed']);
  });

  it('causes no request if it was replaced or refused before', () => {
    element.supply(lapsing('A', MINUTE));
    element.supply('B');
    mock.timers.tick(MINUTE);
    element.supply(lapsing('C', MINUTE));
    element.refuse('C');
    mock.timers.tick(MINUTE);
    assert.deepEqual(element.requests, ['refused']);
  });

  it('is ignored if it is set again, even after later tokens', () => {
    for (const value of ['A', 'B']) {
      element.supply(lapsing(value, MINUTE));
      mock.timers.tick(MINUTE);
    }
    assert.equal(element.supply('A'), false);
    assert.equal(element.supply('B'), false);
    assert.equal(element.supply('C'), true);
    assert.equal(element.supply('A'), false);
  });

  it('is accepted as the answer to a request, and then causes no other request', async () => {
    const token = lapsing('A', MINUTE);
    element.onRequest = (need) => need.respondWith(Promise.resolve(token));
    element.supply(token);
    mock.timers.tick(MINUTE);
    await settled();
    assert.deepEqual(await element.obtain(), granted('A'));
    mock.timers.tick(60 * MINUTE);
    assert.deepEqual(element.requests, ['lapsed']);
  });

  it('is noticed by a submit after a sleep of the machine, and is requested once', async () => {
    element.supply(lapsing('A', 14 * MINUTE));
    sleep(14 * MINUTE);
    const grant = element.obtain();
    assert.deepEqual(element.requests, ['lapsed pending']);
    element.supply('B');
    assert.deepEqual(await grant, granted('B'));
    // The first token's timer would end now.
    mock.timers.tick(14 * MINUTE);
    assert.deepEqual(element.requests, ['lapsed pending']);
  });

  it('is used by a submit a millisecond before, even after a sleep of the machine', async () => {
    element.supply(lapsing('A', 14 * MINUTE));
    sleep(14 * MINUTE - 1);
    assert.deepEqual(await element.obtain(), granted('A'));
  });

  it('is requested late if the timer slept with the machine', () => {
    element.supply(lapsing('A', 14 * MINUTE));
    sleep(60 * MINUTE);
    mock.timers.tick(14 * MINUTE);
    assert.deepEqual(element.requests, ['lapsed']);
  });

  it('is noticed after a sleep of the machine, when the token before it is refused', async () => {
    element.supply('A');
    await element.obtain();
    element.supply(lapsing('B', MINUTE));
    sleep(MINUTE);
    const grant = element.renew('A', 'request-1');
    assert.deepEqual(element.requests, ['lapsed pending']);
    assert.equal(element.needs[0]?.requestId, undefined);
    element.supply('C');
    assert.deepEqual(await grant, granted('C'));
  });

  it('starts no timer in an element that was never connected', () => {
    const unconnected = new TokenElement(false);
    unconnected.supply(lapsing('A', MINUTE));
    mock.timers.tick(2 * MINUTE);
    assert.deepEqual(unconnected.requests, []);
  });

  it('is requested when the element is connected again', () => {
    element.disconnect();
    element.supply(lapsing('A', MINUTE));
    mock.timers.tick(2 * MINUTE);
    assert.deepEqual(element.requests, []);
    element.connect();
    mock.timers.tick(0);
    assert.deepEqual(element.requests, ['lapsed']);
  });

  it('is requested at its time even if the element is connected later', () => {
    element.disconnect();
    element.supply(lapsing('A', 2 * MINUTE));
    mock.timers.tick(MINUTE);
    element.connect();
    mock.timers.tick(MINUTE - 1);
    assert.deepEqual(element.requests, []);
    mock.timers.tick(1);
    assert.deepEqual(element.requests, ['lapsed']);
  });
});

describe('a client token with an unreliable date', () => {
  let element: TokenElement;
  beforeEach(() => (element = startTokenElement()));
  afterEach(() => mock.timers.reset());

  for (const [name, token] of [
    ['no date', { value: 'A' }],
    ['no valid date', { value: 'A', expirationDate: 'soon' }],
    ['a date that has passed on a fast clock', () => lapsing('A', -60 * MINUTE)],
    ['a date that is about to pass on a fast clock', () => lapsing('A', -1)],
    ['a date at which it lapses now', () => lapsing('A', 0)],
  ] as const) {
    it(`is used until the service refuses it: ${name}`, async () => {
      element.supply(typeof token === 'function' ? token() : token);
      assert.deepEqual(await element.obtain(), granted('A'));
      mock.timers.tick(60 * MINUTE);
      assert.deepEqual(await element.obtain(), granted('A'));
      assert.deepEqual(element.requests, []);
      void element.renew('A');
      assert.deepEqual(element.requests, ['refused pending']);
    });
  }

  it('is renewed if the service refuses it before it lapses on a slow clock', async () => {
    element.supply(lapsing('A', 60 * MINUTE));
    await element.obtain();
    const grant = element.renew('A');
    element.supply('B');
    assert.deepEqual(await grant, granted('B'));
    mock.timers.tick(60 * MINUTE);
    assert.deepEqual(element.requests, ['refused pending']);
  });

  it('causes no endless requests: it is not timed if it replaces a lapsed one and is about to lapse too', async () => {
    let minted = 0;
    element.onRequest = () => element.supply(lapsing(`B${++minted}`, 29_999));
    element.supply(lapsing('A', 1000));
    await passTime(60 * MINUTE);
    assert.equal(minted, 1);
    assert.deepEqual(await element.obtain(), granted('B1'));
  });

  it('is timed if it replaces a lapsed one and has more than half a minute left', () => {
    element.supply(lapsing('A', 1000));
    mock.timers.tick(1000);
    element.supply(lapsing('B', 30_001));
    mock.timers.tick(30_001);
    assert.deepEqual(element.requests, ['lapsed', 'lapsed']);
  });

  it('lapses only for a submit if its date is beyond the longest timer', async () => {
    element.supply(lapsing('A', 2 ** 31));
    mock.timers.tick(2 ** 31 - 1);
    assert.deepEqual(await element.obtain(), granted('A'));
    mock.timers.tick(1);
    assert.deepEqual(element.requests, []);
    void element.obtain();
    assert.deepEqual(element.requests, ['lapsed pending']);
  });

  it('has a timer if its date is within the longest timer', () => {
    element.supply(lapsing('A', 2 ** 31 - 1));
    mock.timers.tick(2 ** 31 - 1);
    assert.deepEqual(element.requests, ['lapsed']);
  });
});
