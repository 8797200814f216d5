import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { TokenExpiredEvent } from '../../src/element/events.js';
import {
  ClientTokens,
  type ClientTokenProvider,
  type TokenGrant,
} from '../../src/service/client-tokens.js';
import { granted, settled } from '../support/submit.js';

const MINUTE = 60_000;
const TARGET = { cardId: 'card_1', endpoint: 'https://service.invalid/graphql' };

const NO_TOKEN: TokenGrant = { kind: 'no-token' };
const SIGNED_OUT: TokenGrant = { kind: 'signed-out' };
const MALFORMED: TokenGrant = { kind: 'malformed-token' };

/** Returns a token whose date is this many milliseconds from now. */
const lasting = (value: string, milliseconds: number) => ({
  value,
  expirationDate: new Date(Date.now() + milliseconds).toISOString(),
});

describe('a client token', () => {
  let element: EventTarget;
  let tokens: ClientTokens;
  let controller: AbortController;
  /** The answer of the page's `getClientToken`, if it has one, and the calls. */
  let answer: (() => unknown) | undefined;
  let calls: Parameters<ClientTokenProvider>[0][];
  let log: string[];
  /** Seconds to wait for a token. */
  let timeout: number;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-09-03T12:00:00Z') });
    [element, answer, calls, log, timeout] = [new EventTarget(), undefined, [], [], 2];
    const provide: ClientTokenProvider = (options) => (calls.push(options), answer!() as never);
    tokens = new ClientTokens({
      provider: () => answer && provide,
      timeout: () => timeout,
      target: () => TARGET,
      request: (need) => {
        log.push(`${need.reason} ${need.requestId ?? ''}`.trim());
        return element.dispatchEvent(new TokenExpiredEvent(need));
      },
    });
  });
  afterEach(() => mock.timers.reset());

  const on = (listen: (event: TokenExpiredEvent) => void) =>
    element.addEventListener('token-expired', listen as EventListener, { once: true });
  const onWait = (isFirst: boolean) =>
    void log.push(isFirst ? 'waits for the first' : 'waits for another');
  const submit = () => {
    controller = new AbortController();
    return tokens.obtain(controller.signal, onWait);
  };
  /** Renews the submit's token, as after a rejection by the API. */
  const renew = (value: string, requestId?: string) =>
    tokens.renew(value, requestId, controller.signal, onWait);

  /** Asserts that a submit is granted a token without more time, or that it still waits. */
  const gets = async (expected: TokenGrant | 'pending', grant = submit()): Promise<void> => {
    const pending = settled().then(() => 'pending' as const);
    assert.deepEqual(await Promise.race([grant, pending]), expected);
  };

  it('is requested with an event and then from getClientToken, which receives the card and the reason', async () => {
    on(() => assert.equal(calls.length, 0));
    answer = () => Promise.resolve(lasting('A', MINUTE));
    await gets(granted('A'));
    await gets(SIGNED_OUT, renew('A', 'r-1'));
    assert.deepEqual(
      calls.map(({ signal: _, ...options }) => options),
      [
        { ...TARGET, reason: 'missing', requestId: undefined },
        { ...TARGET, reason: 'rejected', requestId: 'r-1' },
      ],
    );
    const expected = ['waits for the first', 'missing', 'waits for another', 'rejected r-1'];
    assert.deepEqual(log, expected);
  });

  const give = (event: TokenExpiredEvent) => event.respondWith(Promise.resolve('B'));
  const giveOnly = (event: TokenExpiredEvent) => (event.preventDefault(), give(event));
  for (const [name, listen, expected] of [
    ['a listener’s respondWith', give, granted('B')],
    ['respondWith together with preventDefault', giveOnly, granted('B')],
    ['a listener that sets clientToken', () => tokens.supply('B'), granted('B')],
    ['the page later, after preventDefault', (event) => event.preventDefault(), 'pending'],
  ] as readonly [string, (event: TokenExpiredEvent) => void, TokenGrant | 'pending'][])
    it(`comes from ${name} without a call to getClientToken`, async () => {
      answer = () => Promise.resolve('A');
      on(listen);
      const grant = submit();
      await gets(expected, grant);
      tokens.supply('B');
      tokens.supply('C');
      await gets(granted('B'), grant);
      assert.equal(calls.length, 0);
    });

  it('can’t be supplied with respondWith twice, or after the event', async () => {
    const refused = (event: TokenExpiredEvent) =>
      assert.throws(() => give(event), { name: 'InvalidStateError' });
    let last!: TokenExpiredEvent;
    on((event) => {
      give(event);
      refused(event);
    });
    await gets(granted('B'));
    on((event) => (last = event));
    await gets('pending', renew('B'));
    refused(last);
  });

  it('is accepted from getClientToken only if it is new and valid', async () => {
    const error = new Error('The portal is down.');
    const fail = () => {
      throw error;
    };
    const answers: readonly (readonly [() => unknown, TokenGrant, unknown?])[] = [
      [() => Promise.resolve('A'), granted('A')],
      [() => Promise.resolve('A'), SIGNED_OUT],
      [() => Promise.reject(error), NO_TOKEN, error],
      [() => Promise.resolve(null), SIGNED_OUT],
      [() => Promise.resolve(undefined), { kind: 'missing-return' }],
      [() => undefined, { kind: 'missing-return' }],
      [fail, NO_TOKEN, error],
      [() => Promise.resolve(''), MALFORMED],
      [() => Promise.resolve({ token: 'A' }), MALFORMED],
      [() => Promise.resolve(Object.defineProperty({}, 'value', { get: fail })), NO_TOKEN, error],
    ];
    for (const [index, [given, expected, rejection]] of answers.entries()) {
      answer = given;
      await gets(expected);
      assert.equal(tokens.error, rejection);
      assert.equal(tokens.isSignedOut, index === 3);
      // Somebody is signed in if the API rejects a token.
      tokens.refuse('A');
      assert.ok(!tokens.isSignedOut);
    }
  });

  for (const [ending, end, expected, seconds = 2, longest = 2000] of [
    ['a token that the page sets', () => tokens.supply('B'), granted('B')],
    ['a malformed token', () => tokens.supply({}), MALFORMED],
    ['a reset', () => controller.abort(), NO_TOKEN],
    ['the element’s removal', () => tokens.forget(), NO_TOKEN],
    ['the timeout', () => mock.timers.tick(1), NO_TOKEN],
    ['the longest possible timeout', () => mock.timers.tick(1), NO_TOKEN, 1e9, 2 ** 31 - 1],
  ] as const)
    it(`is no longer awaited after ${ending}, which aborts the signal, so that a late token or error is ignored`, async () => {
      timeout = seconds;
      for (const late of [() => 'A', () => Promise.reject(new Error('late'))]) {
        let finish = () => {};
        answer = () => new Promise((resolve) => (finish = () => resolve(late())));
        const grant = submit();
        const { signal } = calls.at(-1)!;
        mock.timers.tick(longest - 1);
        assert.equal(signal.aborted, false);
        end();
        assert.equal(signal.aborted, true);
        await gets(expected, grant);

        answer = undefined;
        tokens.forget();
        const next = submit();
        finish();
        await gets('pending', next);
        assert.equal(tokens.error, undefined);
        controller.abort();
        await gets('pending');
        controller.abort();
      }
    });

  it('is ignored if it is expired, rejected or empty', async () => {
    tokens.supply(lasting('LAPSED', 1));
    mock.timers.tick(1);
    void submit();
    tokens.supply('REFUSED');
    const grant = renew('REFUSED');
    for (const value of ['LAPSED', 'REFUSED', undefined, null, '']) tokens.supply(value);
    tokens.supply({ value: 'REFUSED', expirationDate: null });
    await gets('pending', grant);
    tokens.supply('B');
    await gets(granted('B'), grant);
  });

  describe('that the page has set', () => {
    it('is used until it is rejected or replaced, even after a reset', async () => {
      tokens.supply('A');
      await gets(granted('A'));
      controller.abort();
      mock.timers.tick(60 * MINUTE);
      await gets(granted('A'));
      tokens.supply('B');
      tokens.refuse('A');
      await gets(granted('B'));
      tokens.supply({});
      await gets(MALFORMED, renew('B'));
      assert.deepEqual(log, []);
    });

    it('is used until the expiry date that was supplied first, and renewed only at the next submit', async () => {
      answer = () => Promise.resolve('B');
      assert.equal(tokens.supply(lasting('A', MINUTE)), true);
      for (const ignored of ['A', lasting('A', 60 * MINUTE), undefined, null, ''])
        assert.equal(tokens.supply(ignored), false);
      mock.timers.tick(MINUTE - 1);
      await gets(granted('A'));
      mock.timers.tick(60 * MINUTE);
      await settled();
      assert.deepEqual(log, []);
      await gets(granted('B'));
      assert.deepEqual(log, ['waits for another', 'expired']);
    });

    it('is used if it was just supplied, whatever its expiry date', async () => {
      tokens.supply(lasting('A', 0));
      mock.timers.tick(60 * MINUTE);
      await gets(granted('A'));
      tokens.supply({ value: 'B', expirationDate: 'soon' });
      await gets(granted('B'));
      tokens.supply(lasting('C', MINUTE));
      mock.timers.tick(MINUTE);
      // The page has no newer token.
      answer = () => Promise.resolve(lasting('C', -1));
      await gets(granted('C'));
    });

    it('is reported once if it has characters that a bearer token can’t contain', async () => {
      tokens.supply('AZaz09-._~+/==');
      await gets(granted('AZaz09-._~+/=='));
      for (const invalid of ['a b', 'A\r\nX: y', '(A)', 'a=b', '==', {}, { value: '' }, 1, false]) {
        tokens.supply(invalid);
        await gets(MALFORMED);
        await gets('pending');
        controller.abort();
      }
    });

    it('is forgotten when the element is removed, as are rejected tokens', async () => {
      tokens.supply('A');
      tokens.refuse('B');
      tokens.forget();
      await gets('pending');
      tokens.supply('B');
      await gets(granted('B'));
      tokens.supply({});
      tokens.forget();
      await gets('pending');
    });

    const change = () => tokens.dropTokenOfOtherTarget();

    for (const [title, steps, expected] of [
      ['is kept if it was set again before', [() => tokens.supply('A'), change], granted('A')],
      ['is kept if it was set between', [change, () => tokens.supply('B'), change], granted('B')],
      ['is dropped if it was set in an earlier task than', [change], 'pending'],
    ] as const)
      it(`${title} changes of the card or the endpoint`, async () => {
        tokens.supply('A');
        mock.timers.tick(1);
        for (const step of steps) {
          step();
          await Promise.resolve();
        }
        await gets(expected);
        mock.timers.tick(1);
        await gets(expected);
      });
  });
});
