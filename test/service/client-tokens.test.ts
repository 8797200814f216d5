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
  tokenTimeout = 30;
  /** The calls of `getClientToken` as {@link answerWith} sets it. */
  readonly calls: Parameters<ClientTokenProvider>[0][] = [];
  readonly log: string[] = [];
  readonly tokens = new ClientTokens({
    provider: () => this.getClientToken,
    timeout: () => this.tokenTimeout,
    target: () => ({ cardId: 'card_1', endpoint: 'https://service.invalid/graphql' }),
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

  /** The service refuses the token of the submit. */
  renew(value: string, requestId?: string): Promise<TokenGrant> {
    return this.tokens.renew(value, requestId, this.#submit.signal, this.#onWait);
  }

  reset(): void {
    this.#submit.abort();
  }

  readonly #onWait = (isFirst: boolean) =>
    void this.log.push(isFirst ? 'waits for the first' : 'waits for another');
}

/** Returns the grant, or `pending` if it still takes time. */
function now(grant: Promise<TokenGrant>): Promise<TokenGrant | 'pending'> {
  return Promise.race([grant, settled().then(() => 'pending' as const)]);
}

describe('a client token', () => {
  let page: Page;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-09-03T12:00:00Z') });
    page = new Page();
  });
  afterEach(() => mock.timers.reset());

  const endTask = () => mock.timers.tick(1);
  /** Asserts what a submit gets at once. */
  const gets = async (expected: TokenGrant | 'pending', message?: string) =>
    assert.deepEqual(await now(page.submit()), expected, message);

  describe('that is needed', () => {
    it('is requested with the event and then from getClientToken, which receives the card and the reason', async () => {
      let wasCalledBefore = true;
      page.on(() => (wasCalledBefore = page.calls.length > 0));
      page.answerWith(() => Promise.resolve(lasting('A', MINUTE)));
      await gets(granted('A'));
      assert.equal(wasCalledBefore, false);
      assert.deepEqual(await now(page.renew('A', 'r-1')), SIGNED_OUT);
      const [first, second] = page.calls.map(({ signal: _, ...options }) => options);
      const target = { cardId: 'card_1', endpoint: 'https://service.invalid/graphql' };
      assert.deepEqual(first, { ...target, reason: 'missing', requestId: undefined });
      assert.deepEqual(second, { ...target, reason: 'rejected', requestId: 'r-1' });
      assert.deepEqual(page.log.slice(0, 2), ['waits for the first', 'missing']);
      assert.deepEqual(page.log.slice(2), ['waits for another', 'rejected r-1']);
    });

    const give = (event: TokenExpiredEvent) => event.respondWith(Promise.resolve('B'));
    const giveOnly = (event: TokenExpiredEvent) => (event.preventDefault(), give(event));
    for (const [name, listen, expected] of [
      ['a listener’s respondWith', give, granted('B')],
      ['respondWith together with preventDefault', giveOnly, granted('B')],
      ['a listener that sets clientToken', () => (page.clientToken = 'B'), granted('B')],
      ['the page later, after preventDefault', (event) => event.preventDefault(), 'pending'],
    ] as readonly [string, (event: TokenExpiredEvent) => void, unknown][])
      it(`comes from ${name}, and getClientToken is not called`, async () => {
        page.answerWith(() => Promise.resolve('A'));
        page.on(listen);
        const grant = page.submit();
        assert.deepEqual(await now(grant), expected);
        page.clientToken = 'B';
        assert.deepEqual(await now(grant), granted('B'));
        assert.equal(page.calls.length, 0);
      });

    it('can’t be supplied with respondWith twice, or after the event', async () => {
      let late!: () => void;
      page.on((event) => {
        give(event);
        late = () => event.respondWith(Promise.resolve('C'));
        assert.throws(late, { name: 'InvalidStateError' });
      });
      await gets(granted('B'));
      page.on((event) => (late = () => give(event)));
      void page.renew('B');
      assert.throws(late, { name: 'InvalidStateError' });
    });

    it('is the first one that the page sets later, if nobody answers', async () => {
      const grant = page.submit();
      assert.equal(await now(grant), 'pending');
      page.clientToken = 'A';
      page.clientToken = 'B';
      assert.deepEqual(await now(grant), granted('A'));
      await gets(granted('B'));
    });
  });

  const error = new Error('The portal is down.');
  const answers: readonly (readonly [string, () => unknown, TokenGrant, unknown?])[] = [
    ['a token', () => Promise.resolve('A'), granted('A')],
    ['null', () => Promise.resolve(null), SIGNED_OUT],
    ['a rejected token', () => Promise.resolve('REFUSED'), SIGNED_OUT],
    ['undefined', () => Promise.resolve(undefined), { kind: 'missing-return' }],
    ['nothing', () => undefined, { kind: 'missing-return' }],
    ['a rejected promise', () => Promise.reject(error), NO_TOKEN, error],
    ['an exception', () => { throw error; }, NO_TOKEN, error], // prettier-ignore
    ['an empty string', () => Promise.resolve(''), MALFORMED],
    ['a value of another type', () => Promise.resolve({ token: 'A' }), MALFORMED],
    ['a getter that throws', () => Promise.resolve({ get value() { throw error; } }), NO_TOKEN, error], // prettier-ignore
  ];
  for (const [name, answer, expected, rejection] of answers)
    it(`has the right result for ${name} from getClientToken`, async () => {
      page.tokens.refuse('REFUSED');
      page.answerWith(answer);
      await gets(expected);
      assert.equal(page.tokens.error, rejection);
      assert.equal(page.tokens.isSignedOut, name === 'null');
    });

  it('clears the last error at the next answer', async () => {
    page.answerWith(() => Promise.reject(error));
    await gets(NO_TOKEN);
    page.answerWith(() => Promise.resolve(null));
    await gets(SIGNED_OUT);
    assert.equal(page.tokens.error, undefined);
    page.tokens.refuse('A');
    assert.ok(!page.tokens.isSignedOut, 'Somebody was when the service refused a token.');
  });

  describe('that is waited for', () => {
    for (const [ending, end, expected, timeout = 2000] of [
      ['a token that the page sets', () => (page.clientToken = 'B'), granted('B')],
      ['a malformed token', () => (page.clientToken = {}), MALFORMED],
      ['a reset', () => page.reset(), NO_TOKEN],
      ['the removal of the element', () => page.tokens.forget(), NO_TOKEN],
      ['the timeout', () => mock.timers.tick(1), NO_TOKEN],
      ['the longest possible timeout', () => mock.timers.tick(1), NO_TOKEN, 2 ** 31 - 1],
    ] as const)
      for (const late of ['token', 'rejection'] as const)
        it(`is no longer awaited after ${ending}, which aborts the signal, and a late ${late} is ignored`, async () => {
          let finish = () => {};
          page.tokenTimeout = timeout === 2000 ? 2 : 1e9;
          page.answerWith(
            () =>
              new Promise((resolve, reject) => {
                finish = () => (late === 'token' ? resolve('A') : reject(error));
              }),
          );
          const grant = page.submit();
          const { signal } = page.calls[0]!;
          mock.timers.tick(timeout - 1);
          assert.equal(signal.aborted, false);
          end();
          assert.equal(signal.aborted, true);
          assert.deepEqual(await now(grant), expected);

          page.getClientToken = undefined;
          page.tokens.refuse('B');
          const next = page.submit();
          finish();
          assert.equal(await now(next), 'pending');
          assert.equal(page.tokens.error, undefined);
          page.reset();
          await gets('pending');
        });

    it('can’t be an expired, rejected or empty one', async () => {
      page.clientToken = lasting('LAPSED', 1);
      mock.timers.tick(1);
      void page.submit();
      page.clientToken = 'REFUSED';
      const grant = page.renew('REFUSED');
      for (const value of ['LAPSED', 'REFUSED', undefined, null, '']) page.clientToken = value;
      page.clientToken = { value: 'REFUSED', expirationDate: null };
      assert.equal(await now(grant), 'pending');
      page.clientToken = 'B';
      assert.deepEqual(await now(grant), granted('B'));
    });
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
      assert.deepEqual(await now(page.renew('B')), MALFORMED);
      assert.deepEqual(page.log, []);
    });

    it('is used until its first expiry date, and renewed only at the next submit', async () => {
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
      page.answerWith(() => Promise.resolve(lasting('C', -1)));
      await gets(granted('C'), 'The page has no newer one.');
    });

    it('may contain only the characters of a bearer token', async () => {
      page.clientToken = 'AZaz09-._~+/==';
      await gets(granted('AZaz09-._~+/=='));
      for (const invalid of ['a b', 'A\r\nX: y', '(A)', 'a=b', '==', {}, { value: '' }, 1, false]) {
        page.clientToken = invalid;
        await gets(MALFORMED, JSON.stringify(invalid));
        await gets('pending', 'Only one submit reports it.');
        page.reset();
      }
    });

    it('is forgotten when the element is removed', async () => {
      page.clientToken = 'A';
      page.tokens.refuse('B');
      page.tokens.forget();
      await gets('pending');
      page.clientToken = 'B';
      await gets(granted('B'), 'What was refused is forgotten too.');
      page.clientToken = {};
      page.tokens.forget();
      await gets('pending');
    });
  });

  describe('after a change of the card or the endpoint', () => {
    const change = () => page.tokens.dropTokenOfOtherTarget();
    const set = () => void (page.clientToken = 'B');

    it('is dropped, but may be set again', async () => {
      page.clientToken = 'A';
      endTask();
      change();
      const grant = page.submit();
      assert.equal(await now(grant), 'pending');
      page.clientToken = 'A';
      assert.deepEqual(await now(grant), granted('A'));
    });

    for (const [name, steps, value = 'B'] of [
      ['before it', [set, change]],
      ['after it', [change, set]],
      ['between two changes', [change, set, change]],
      ['to the same token', [() => void (page.clientToken = 'A'), change], 'A'],
    ] as const)
      it(`is kept if it was set in the same task as the change, ${name}`, async () => {
        page.clientToken = 'A';
        endTask();
        for (const step of steps) {
          step();
          await Promise.resolve();
        }
        await gets(granted(value));
        endTask();
        await gets(granted(value));
      });
  });
});
