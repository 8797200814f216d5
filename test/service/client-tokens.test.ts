import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { TokenExpiredEvent } from '../../src/element/events.js';
import {
  ClientTokens,
  type ClientTokenProvider,
  type SuppliedToken,
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

/** The page's element, without a form. */
class Page extends EventTarget {
  getClientToken: ClientTokenProvider | undefined;
  tokenTimeout = 2;
  /** The calls of the `getClientToken` that {@link answerWith} sets. */
  readonly calls: Parameters<ClientTokenProvider>[0][] = [];
  readonly log: string[] = [];
  readonly tokens = new ClientTokens({
    provider: () => this.getClientToken,
    timeout: () => this.tokenTimeout,
    target: () => TARGET,
    request: (need) => {
      this.log.push(`${need.reason} ${need.requestId ?? ''}`.trim());
      return this.dispatchEvent(new TokenExpiredEvent(need));
    },
  });
  #submit = new AbortController();

  set clientToken(token: unknown) {
    this.tokens.supply(token);
  }

  on(listen: (event: TokenExpiredEvent) => void): void {
    const listener = (event: Event): void => listen(event as TokenExpiredEvent);
    this.addEventListener('token-expired', listener, { once: true });
  }

  /** Sets a `getClientToken` that gives this answer. */
  answerWith(answer: () => unknown): void {
    this.getClientToken = (options) => {
      this.calls.push(options);
      return answer() as Promise<SuppliedToken>;
    };
  }

  submit(): Promise<TokenGrant> {
    this.#submit = new AbortController();
    return this.tokens.obtain(this.#submit.signal, this.#onWait);
  }

  /** Renews the submit's token, as after a rejection by the API. */
  renew(value: string, requestId?: string): Promise<TokenGrant> {
    return this.tokens.renew(value, requestId, this.#submit.signal, this.#onWait);
  }

  reset(): void {
    this.#submit.abort();
  }

  readonly #onWait = (isFirst: boolean) =>
    void this.log.push(isFirst ? 'waits for the first' : 'waits for another');
}

describe('a client token', () => {
  let page: Page;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-09-03T12:00:00Z') });
    page = new Page();
  });
  afterEach(() => mock.timers.reset());

  /** Asserts that a submit is granted a token without more time, or that it still waits. */
  const gets = async (expected: TokenGrant | 'pending', grant = page.submit()): Promise<void> => {
    const pending = settled().then(() => 'pending' as const);
    assert.deepEqual(await Promise.race([grant, pending]), expected);
  };

  it('is requested with an event and then from getClientToken, which receives the card and the reason', async () => {
    page.on(() => assert.equal(page.calls.length, 0));
    page.answerWith(() => Promise.resolve(lasting('A', MINUTE)));
    await gets(granted('A'));
    await gets(SIGNED_OUT, page.renew('A', 'r-1'));
    assert.deepEqual(
      page.calls.map(({ signal: _, ...options }) => options),
      [
        { ...TARGET, reason: 'missing', requestId: undefined },
        { ...TARGET, reason: 'rejected', requestId: 'r-1' },
      ],
    );
    const log = ['waits for the first', 'missing', 'waits for another', 'rejected r-1'];
    assert.deepEqual(page.log, log);
  });

  const give = (event: TokenExpiredEvent) => event.respondWith(Promise.resolve('B'));
  const giveOnly = (event: TokenExpiredEvent) => (event.preventDefault(), give(event));
  for (const [name, listen, expected] of [
    ['a listener’s respondWith', give, granted('B')],
    ['respondWith together with preventDefault', giveOnly, granted('B')],
    ['a listener that sets clientToken', () => (page.clientToken = 'B'), granted('B')],
    ['the page later, after preventDefault', (event) => event.preventDefault(), 'pending'],
  ] as readonly [string, (event: TokenExpiredEvent) => void, TokenGrant | 'pending'][])
    it(`comes from ${name} without a call to getClientToken`, async () => {
      page.answerWith(() => Promise.resolve('A'));
      page.on(listen);
      const grant = page.submit();
      await gets(expected, grant);
      page.clientToken = 'B';
      page.clientToken = 'C';
      await gets(granted('B'), grant);
      assert.equal(page.calls.length, 0);
    });

  it('can’t be supplied with respondWith twice, or after the event', async () => {
    const refused = (event: TokenExpiredEvent) =>
      assert.throws(() => give(event), { name: 'InvalidStateError' });
    let last!: TokenExpiredEvent;
    page.on((event) => {
      give(event);
      refused(event);
    });
    await gets(granted('B'));
    page.on((event) => (last = event));
    await gets('pending', page.renew('B'));
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
    for (const [index, [answer, expected, rejection]] of answers.entries()) {
      page.answerWith(answer);
      await gets(expected);
      assert.equal(page.tokens.error, rejection);
      assert.equal(page.tokens.isSignedOut, index === 3);
      // Somebody is signed in if the API rejects a token.
      page.tokens.refuse('A');
      assert.ok(!page.tokens.isSignedOut);
    }
  });

  for (const [ending, end, expected, seconds = 2, longest = 2000] of [
    ['a token that the page sets', () => (page.clientToken = 'B'), granted('B')],
    ['a malformed token', () => (page.clientToken = {}), MALFORMED],
    ['a reset', () => page.reset(), NO_TOKEN],
    ['the element’s removal', () => page.tokens.forget(), NO_TOKEN],
    ['the timeout', () => mock.timers.tick(1), NO_TOKEN],
    ['the longest possible timeout', () => mock.timers.tick(1), NO_TOKEN, 1e9, 2 ** 31 - 1],
  ] as const)
    it(`is no longer awaited after ${ending}, which aborts the signal, so that a late token or error is ignored`, async () => {
      page.tokenTimeout = seconds;
      for (const late of [() => 'A', () => Promise.reject(new Error('late'))]) {
        let finish = () => {};
        page.answerWith(() => new Promise((resolve) => (finish = () => resolve(late()))));
        const grant = page.submit();
        const { signal } = page.calls.at(-1)!;
        mock.timers.tick(longest - 1);
        assert.equal(signal.aborted, false);
        end();
        assert.equal(signal.aborted, true);
        await gets(expected, grant);

        page.getClientToken = undefined;
        page.tokens.forget();
        const next = page.submit();
        finish();
        await gets('pending', next);
        assert.equal(page.tokens.error, undefined);
        page.reset();
        await gets('pending');
        page.reset();
      }
    });

  it('is ignored if it is expired, rejected or empty', async () => {
    page.clientToken = lasting('LAPSED', 1);
    mock.timers.tick(1);
    void page.submit();
    page.clientToken = 'REFUSED';
    const grant = page.renew('REFUSED');
    for (const value of ['LAPSED', 'REFUSED', undefined, null, '']) page.clientToken = value;
    page.clientToken = { value: 'REFUSED', expirationDate: null };
    await gets('pending', grant);
    page.clientToken = 'B';
    await gets(granted('B'), grant);
  });

  describe('that the page has set', () => {
    it('is used until it is rejected or replaced, even after a reset', async () => {
      page.clientToken = 'A';
      await gets(granted('A'));
      page.reset();
      mock.timers.tick(60 * MINUTE);
      await gets(granted('A'));
      page.clientToken = 'B';
      page.tokens.refuse('A');
      await gets(granted('B'));
      page.clientToken = {};
      await gets(MALFORMED, page.renew('B'));
      assert.deepEqual(page.log, []);
    });

    it('is used until the expiry date that was supplied first, and renewed only at the next submit', async () => {
      page.answerWith(() => Promise.resolve('B'));
      assert.equal(page.tokens.supply(lasting('A', MINUTE)), true);
      for (const ignored of ['A', lasting('A', 60 * MINUTE), undefined, null, ''])
        assert.equal(page.tokens.supply(ignored), false);
      mock.timers.tick(MINUTE - 1);
      await gets(granted('A'));
      mock.timers.tick(60 * MINUTE);
      await settled();
      assert.deepEqual(page.log, []);
      await gets(granted('B'));
      assert.deepEqual(page.log, ['waits for another', 'expired']);
    });

    it('is used if it was just supplied, whatever its expiry date', async () => {
      page.clientToken = lasting('A', 0);
      mock.timers.tick(60 * MINUTE);
      await gets(granted('A'));
      page.clientToken = { value: 'B', expirationDate: 'soon' };
      await gets(granted('B'));
      page.clientToken = lasting('C', MINUTE);
      mock.timers.tick(MINUTE);
      // The page has no newer token.
      page.answerWith(() => Promise.resolve(lasting('C', -1)));
      await gets(granted('C'));
    });

    it('is reported once if it has characters that a bearer token can’t contain', async () => {
      page.clientToken = 'AZaz09-._~+/==';
      await gets(granted('AZaz09-._~+/=='));
      for (const invalid of ['a b', 'A\r\nX: y', '(A)', 'a=b', '==', {}, { value: '' }, 1, false]) {
        page.clientToken = invalid;
        await gets(MALFORMED);
        await gets('pending');
        page.reset();
      }
    });

    it('is forgotten when the element is removed, as are rejected tokens', async () => {
      page.clientToken = 'A';
      page.tokens.refuse('B');
      page.tokens.forget();
      await gets('pending');
      page.clientToken = 'B';
      await gets(granted('B'));
      page.clientToken = {};
      page.tokens.forget();
      await gets('pending');
    });

    const change = () => page.tokens.dropTokenOfOtherTarget();

    for (const [how, steps, value] of [
      ['between two changes', [change, () => (page.clientToken = 'B'), change], 'B'],
      ['again before a change', [() => (page.clientToken = 'A'), change], 'A'],
    ] as const)
      it(`is kept if it was set ${how} of the card or the endpoint in the same task`, async () => {
        page.clientToken = 'A';
        mock.timers.tick(1);
        for (const step of steps) {
          step();
          await Promise.resolve();
        }
        await gets(granted(value));
        mock.timers.tick(1);
        await gets(granted(value));
      });

    it('is dropped when the card or the endpoint changes, but can be set again', async () => {
      page.clientToken = 'A';
      mock.timers.tick(1);
      change();
      const grant = page.submit();
      await gets('pending', grant);
      page.clientToken = 'A';
      await gets(granted('A'), grant);
    });
  });
});
