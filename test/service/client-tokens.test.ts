import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  granted,
  lapsing,
  MINUTE,
  startTokenElement,
  type TokenElement,
} from '../support/token-element.js';

describe('a client token that was supplied', () => {
  let element: TokenElement;
  beforeEach(() => (element = startTokenElement()));
  afterEach(() => mock.timers.reset());

  it('is used for every submit until it lapses, is refused or is replaced', async () => {
    element.supply(lapsing('A', 14 * MINUTE));
    assert.deepEqual(await element.obtain(), granted('A'));
    element.abort();
    mock.timers.tick(10 * MINUTE);
    assert.deepEqual(await element.obtain(), granted('A'));
    assert.deepEqual(element.requests, []);
  });

  it('can be a string, or an object with or without a date', async () => {
    for (const [index, tokenOf] of [
      (value: string) => value,
      (value: string) => ({ value }),
      (value: string) => ({ value, expirationDate: null }),
      (value: string) => lapsing(value, MINUTE),
    ].entries()) {
      assert.equal(element.supply(tokenOf(`A${index}`)), true);
      assert.deepEqual(await element.obtain(), granted(`A${index}`));
    }
  });

  it('is replaced by a later one', async () => {
    element.supply('A');
    element.supply('B');
    assert.deepEqual(await element.obtain(), granted('B'));
    element.supply('A');
    assert.deepEqual(await element.obtain(), granted('A'));
  });

  it('is kept if a framework sets undefined, null or an empty string', async () => {
    element.supply('A');
    for (const empty of [undefined, null, '']) assert.equal(element.supply(empty), false);
    assert.deepEqual(await element.obtain(), granted('A'));
  });

  it('is ignored if it is set again, even with another date', () => {
    const token = lapsing('A', MINUTE);
    assert.equal(element.supply(token), true);
    assert.equal(element.supply(token), false);
    assert.equal(element.supply(lapsing('A', 10 * MINUTE)), false);
    mock.timers.tick(MINUTE);
    assert.deepEqual(element.requests, ['lapsed']);
  });

  it('is forgotten when the element is removed', () => {
    element.supply(lapsing('A', MINUTE));
    void element.renew('B');
    void element.renew('A');
    element.abort();
    element.supply(lapsing('C', MINUTE));
    element.disconnect();
    mock.timers.tick(2 * MINUTE);
    assert.deepEqual(element.requests, ['refused pending']);

    element.connect();
    assert.equal(element.supply('A'), true, 'also a token that was refused before');
    element.disconnect();
    void element.obtain();
    assert.deepEqual(element.requests, ['refused pending', 'missing pending']);
  });

  it('can have every character of a bearer token', async () => {
    const value = 'AZaz09-._~+/==';
    element.supply(value);
    assert.deepEqual(await element.obtain(), granted(value));
  });
});

describe('an invalid client token', () => {
  let element: TokenElement;
  beforeEach(() => (element = startTokenElement()));
  afterEach(() => mock.timers.reset());

  for (const [name, invalid] of [
    ['a text that a header can’t contain', 'a b'],
    ['two lines', 'A\r\nX: y'],
    ['a token in parentheses', '(A)'],
    ['an equals sign inside', 'a=b'],
    ['only equals signs', '=='],
    ['an object without a value', {}],
    ['an empty value', { value: '' }],
    ['a value that is not a string', { value: 1 }],
    ['a number', 1],
    ['a boolean', false],
  ] as const) {
    it(`ends the next submit as malformed, but not the one after it: ${name}`, async () => {
      assert.equal(element.supply(invalid), true);
      assert.deepEqual(await element.obtain(), { kind: 'malformed' });
      assert.deepEqual(element.requests, []);
      void element.obtain();
      assert.deepEqual(element.requests, ['missing pending']);
    });
  }

  it('ends the submit that waits for a token as malformed', async () => {
    const grant = element.obtain();
    element.supply({});
    assert.deepEqual(await grant, { kind: 'malformed' });
    void element.obtain();
    assert.deepEqual(element.requests, ['missing pending', 'missing pending']);
  });

  it('replaces a valid token, and is replaced by the same one', async () => {
    element.supply(lapsing('A', MINUTE));
    element.supply({});
    element.supply('A');
    assert.deepEqual(await element.obtain(), granted('A'));
    mock.timers.tick(MINUTE);
    assert.deepEqual(element.requests, [], 'without the timer of the first token');
  });

  it('ends the submit as malformed if the previous token is refused', async () => {
    element.supply('A');
    await element.obtain();
    element.supply({});
    assert.deepEqual(await element.renew('A'), { kind: 'malformed' });
    assert.deepEqual(element.requests, []);
  });

  it('is forgotten when the element is removed', () => {
    element.supply({});
    element.disconnect();
    void element.obtain();
    assert.deepEqual(element.requests, ['missing pending']);
  });
});

describe('a missing client token', () => {
  let element: TokenElement;
  beforeEach(() => (element = startTokenElement()));
  afterEach(() => mock.timers.reset());

  it('is requested by a submit, and by nothing else', async () => {
    mock.timers.tick(60 * MINUTE);
    assert.deepEqual(element.requests, []);
    const grant = element.obtain();
    assert.deepEqual(element.requests, ['missing pending']);
    assert.equal(element.needs[0]?.requestId, undefined);
    assert.equal(element.waiting, true);
    element.supply('A');
    assert.deepEqual(await grant, granted('A'));
  });

  it('can be supplied by the listener of the request', async () => {
    element.onRequest = () => element.supply('A');
    assert.deepEqual(await element.obtain(), granted('A'));
  });

  it('resumes the submit with the last token that is supplied', async () => {
    const grant = element.obtain();
    element.supply('A');
    element.supply('B');
    assert.deepEqual(await grant, granted('B'));
    const next = element.renew('B');
    element.supply({});
    element.supply('C');
    assert.deepEqual(await next, granted('C'));
  });

  it('is kept for the next submit once supplied', async () => {
    const grant = element.obtain();
    element.supply('A');
    await grant;
    assert.deepEqual(await element.obtain(), granted('A'));
  });
});
