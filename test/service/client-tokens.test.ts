import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { ClientToken } from '../../src/service/client-token.js';
import {
  ClientTokens,
  type ClientTokenProvider,
  type TokenGrant,
  type TokenNeed,
} from '../../src/service/client-tokens.js';

const NOW = Date.parse('2026-09-03T12:00:00.000Z');
const MINUTE = 60_000;

/** A token that lapses in so many milliseconds by this machine's clock, 30 seconds before it expires. */
const lapsing = (value: string, milliseconds: number): ClientToken => ({
  value,
  expirationDate: new Date(Date.now() + 30_000 + milliseconds).toISOString(),
});

/** Lets everything happen that needs no time. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A promise that the page settles when it likes. */
function later<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}

/** An element in a page, as its client tokens see it, with a note of what it is told. */
class Customer {
  getClientToken: ClientTokenProvider | undefined;
  tokenTimeout = 30;
  /** What the page does when it is told. */
  answer: (need: TokenNeed) => void = () => {};
  readonly told: string[] = [];
  readonly needs: TokenNeed[] = [];
  /** Whether a submit waits for a token. */
  waiting = false;
  readonly tokens = new ClientTokens({
    provider: () => this.getClientToken,
    timeout: () => this.tokenTimeout,
    request: (need) => {
      this.told.push(`${need.reason}${need.pending ? ' pending' : ''}`);
      this.needs.push(need);
      this.answer(need);
    },
  });
  #submit = new AbortController();
  readonly #onWait = () => void (this.waiting = true);

  constructor(connected = true) {
    if (connected) this.tokens.watch();
  }

  /** A submit begins. */
  obtain() {
    this.#submit = new AbortController();
    return this.#goesOn(this.tokens.obtain(this.#submit.signal, this.#onWait));
  }

  /** The service answers the submit's token with 401. */
  renew(value: string, requestId?: string) {
    return this.#goesOn(this.tokens.renew(value, requestId, this.#submit.signal, this.#onWait));
  }

  #goesOn(grant: Promise<TokenGrant>): Promise<TokenGrant> {
    return grant.finally(() => (this.waiting = false));
  }

  /** The submit is given up. */
  reset(): void {
    this.#submit.abort();
  }
}

const NONE = { kind: 'none' };
const atHand = (value: string) => ({ kind: 'token', value, fresh: false });
const fresh = (value: string) => ({ kind: 'token', value, fresh: true });

describe('client tokens', () => {
  let customer: Customer;
  let tokens: ClientTokens;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: NOW });
    customer = new Customer();
    ({ tokens } = customer);
  });
  afterEach(() => mock.timers.reset());

  /** The machine sleeps: its clock goes on, its timers stand still. */
  const sleep = (milliseconds: number) => mock.timers.setTime(Date.now() + milliseconds);

  /** Time goes by second by second, so that a timer that is set meanwhile has its time too. */
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= 1000) {
      mock.timers.tick(Math.min(left, 1000));
      await Promise.resolve();
    }
  };

  describe('at hand', () => {
    it('serve every submit until something ends them (transport 3.1, C.13)', async () => {
      tokens.supply(lapsing('A', 14 * MINUTE));
      assert.deepEqual(await customer.obtain(), atHand('A'));
      customer.reset();
      mock.timers.tick(10 * MINUTE);
      assert.deepEqual(await customer.obtain(), atHand('A'));
      assert.deepEqual(customer.told, []);
    });

    it('are a string, or an object with a date or without one', async () => {
      for (const [index, give] of [
        (value: string) => value,
        (value: string) => ({ value }),
        (value: string) => ({ value, expirationDate: null }),
        (value: string) => lapsing(value, MINUTE),
      ].entries()) {
        assert.equal(tokens.supply(give(`A${index}`)), true);
        assert.deepEqual(await customer.obtain(), atHand(`A${index}`));
      }
    });

    it('give way to the latest (transport C.19)', async () => {
      tokens.supply('A');
      tokens.supply('B');
      assert.deepEqual(await customer.obtain(), atHand('B'));
      tokens.supply('A');
      assert.deepEqual(await customer.obtain(), atHand('A'));
    });

    it('stay when nothing is given, as frameworks do on a first render (transport C.13)', async () => {
      tokens.supply('A');
      for (const nothing of [undefined, null, '']) assert.equal(tokens.supply(nothing), false);
      assert.deepEqual(await customer.obtain(), atHand('A'));
    });

    it('are not taken a second time, nor timed anew (transport C.14)', () => {
      const token = lapsing('A', MINUTE);
      assert.equal(tokens.supply(token), true);
      assert.equal(tokens.supply(token), false);
      assert.equal(tokens.supply(lapsing('A', 10 * MINUTE)), false);
      mock.timers.tick(MINUTE);
      assert.deepEqual(customer.told, ['lapsed']);
    });

    it('are forgotten with everything else when the element is removed (transport C.13)', () => {
      tokens.supply(lapsing('A', MINUTE));
      void customer.renew('B');
      void customer.renew('A');
      customer.reset();
      tokens.supply(lapsing('C', MINUTE));
      tokens.forget();
      mock.timers.tick(2 * MINUTE);
      assert.deepEqual(customer.told, ['refused pending']);

      tokens.watch();
      assert.equal(tokens.supply('A'), true, 'a refused one');
      tokens.forget();
      void customer.obtain();
      assert.deepEqual(customer.told, ['refused pending', 'missing pending']);
    });
  });

  describe('that are none', () => {
    for (const [name, garbage] of [
      ['text that a header can’t carry', 'a b'],
      ['a second line', 'A\r\nX: y'],
      ['text around a token', '(A)'],
      ['an equals sign inside', 'a=b'],
      ['equals signs alone', '=='],
      ['an object without a value', {}],
      ['an empty value', { value: '' }],
      ['a value that is no string', { value: 1 }],
      ['a number', 1],
      ['a boolean', false],
    ] as const) {
      it(`are told once, to the next submit: ${name}`, async () => {
        assert.equal(tokens.supply(garbage), true);
        assert.deepEqual(await customer.obtain(), { kind: 'malformed' });
        assert.deepEqual(customer.told, []);
        void customer.obtain();
        assert.deepEqual(customer.told, ['missing pending']);
      });
    }

    it('end the wait of a submit', async () => {
      const grant = customer.obtain();
      tokens.supply({});
      assert.deepEqual(await grant, { kind: 'malformed' });
      void customer.obtain();
      assert.deepEqual(customer.told, ['missing pending', 'missing pending']);
    });

    it('replace the token at hand, and are replaced by the same one (transport C.19)', async () => {
      tokens.supply(lapsing('A', MINUTE));
      tokens.supply({});
      tokens.supply('A');
      assert.deepEqual(await customer.obtain(), atHand('A'));
      mock.timers.tick(MINUTE);
      assert.deepEqual(customer.told, [], 'the timer of the first one is gone');
    });

    it('are told when the token of a request that is out is refused', async () => {
      tokens.supply('A');
      await customer.obtain();
      tokens.supply({});
      assert.deepEqual(await customer.renew('A'), { kind: 'malformed' });
      assert.deepEqual(customer.told, []);
    });

    it('are forgotten when the element is removed', () => {
      tokens.supply({});
      tokens.forget();
      void customer.obtain();
      assert.deepEqual(customer.told, ['missing pending']);
    });
  });

  it('take every character that a token may have', async () => {
    const value = 'AZaz09-._~+/==';
    tokens.supply(value);
    assert.deepEqual(await customer.obtain(), atHand(value));
  });

  describe('that are missing', () => {
    it('are asked for by a submit and by nothing else (transport C.15)', async () => {
      mock.timers.tick(60 * MINUTE);
      assert.deepEqual(customer.told, []);
      const grant = customer.obtain();
      assert.deepEqual(customer.told, ['missing pending']);
      assert.equal(customer.needs[0]?.requestId, undefined);
      assert.equal(customer.waiting, true);
      tokens.supply('A');
      assert.deepEqual(await grant, fresh('A'));
    });

    it('may be supplied by the very listener that is told (transport C.19)', async () => {
      customer.answer = () => tokens.supply('A');
      assert.deepEqual(await customer.obtain(), fresh('A'));
    });

    it('resume the submit with the latest of several (transport C.19)', async () => {
      const grant = customer.obtain();
      tokens.supply('A');
      tokens.supply('B');
      assert.deepEqual(await grant, fresh('B'));
      const next = customer.renew('B');
      tokens.supply({});
      tokens.supply('C');
      assert.deepEqual(await next, fresh('C'));
    });

    it('are at hand, and fresh no more, for the next submit', async () => {
      const grant = customer.obtain();
      tokens.supply('A');
      await grant;
      assert.deepEqual(await customer.obtain(), atHand('A'));
    });
  });

  describe('that lapse', () => {
    it('are told of once, half a minute before their date, with nothing pending (transport C.16)', () => {
      tokens.supply(lapsing('A', 14 * MINUTE));
      mock.timers.tick(14 * MINUTE - 1);
      assert.deepEqual(customer.told, []);
      mock.timers.tick(1);
      assert.deepEqual(customer.told, ['lapsed']);
      assert.equal(customer.needs[0]?.requestId, undefined);
      mock.timers.tick(60 * MINUTE);
      assert.deepEqual(customer.told, ['lapsed']);
    });

    it('are told of again for the next token (transport C.16)', () => {
      tokens.supply(lapsing('A', 14 * MINUTE));
      mock.timers.tick(14 * MINUTE);
      tokens.supply(lapsing('B', 14 * MINUTE));
      mock.timers.tick(14 * MINUTE);
      assert.deepEqual(customer.told, ['lapsed', 'lapsed']);
    });

    it('are not told of when they were replaced or refused before (transport C.16)', () => {
      tokens.supply(lapsing('A', MINUTE));
      tokens.supply('B');
      mock.timers.tick(MINUTE);
      tokens.supply(lapsing('C', MINUTE));
      tokens.refuse('C', undefined);
      mock.timers.tick(MINUTE);
      assert.deepEqual(customer.told, ['refused']);
    });

    it('mean nothing when they are set again, however many there were (transport C.14)', () => {
      for (const value of ['A', 'B']) {
        tokens.supply(lapsing(value, MINUTE));
        mock.timers.tick(MINUTE);
      }
      assert.equal(tokens.supply('A'), false);
      assert.equal(tokens.supply('B'), false);
      assert.equal(tokens.supply('C'), true);
      assert.equal(tokens.supply('A'), false);
    });

    it('are taken from a page that was asked, and not asked for again (transport C.20)', async () => {
      const token = lapsing('A', MINUTE);
      customer.answer = (need) => need.respondWith(Promise.resolve(token));
      tokens.supply(token);
      mock.timers.tick(MINUTE);
      await settled();
      assert.deepEqual(await customer.obtain(), atHand('A'));
      mock.timers.tick(60 * MINUTE);
      assert.deepEqual(customer.told, ['lapsed']);
    });

    it('are noticed by a submit after the machine slept, and told of once (transport C.16)', async () => {
      tokens.supply(lapsing('A', 14 * MINUTE));
      sleep(14 * MINUTE);
      const grant = customer.obtain();
      assert.deepEqual(customer.told, ['lapsed pending']);
      tokens.supply('B');
      assert.deepEqual(await grant, fresh('B'));
      // The timer of the first token would come now.
      mock.timers.tick(14 * MINUTE);
      assert.deepEqual(customer.told, ['lapsed pending']);
    });

    it('serve a submit a moment before, also after the machine slept', async () => {
      tokens.supply(lapsing('A', 14 * MINUTE));
      sleep(14 * MINUTE - 1);
      assert.deepEqual(await customer.obtain(), atHand('A'));
    });

    it('are told of late by a timer that slept with the machine (transport C.16)', () => {
      tokens.supply(lapsing('A', 14 * MINUTE));
      sleep(60 * MINUTE);
      mock.timers.tick(14 * MINUTE);
      assert.deepEqual(customer.told, ['lapsed']);
    });

    it('are noticed when they took the place of a refused one while the machine slept', async () => {
      tokens.supply('A');
      await customer.obtain();
      tokens.supply(lapsing('B', MINUTE));
      sleep(MINUTE);
      const grant = customer.renew('A', 'request-1');
      assert.deepEqual(customer.told, ['lapsed pending']);
      assert.equal(customer.needs[0]?.requestId, undefined);
      tokens.supply('C');
      assert.deepEqual(await grant, fresh('C'));
    });

    it('set no timer on an element that was never in a page', () => {
      const created = new Customer(false);
      created.tokens.supply(lapsing('A', MINUTE));
      mock.timers.tick(2 * MINUTE);
      assert.deepEqual(created.told, []);
    });

    it('wait for the element to be in the page again (transport C.16)', () => {
      tokens.forget();
      tokens.supply(lapsing('A', MINUTE));
      mock.timers.tick(2 * MINUTE);
      assert.deepEqual(customer.told, []);
      tokens.watch();
      mock.timers.tick(0);
      assert.deepEqual(customer.told, ['lapsed']);
    });

    it('come in their time also when the element comes into the page late (transport C.16)', () => {
      tokens.forget();
      tokens.supply(lapsing('A', 2 * MINUTE));
      mock.timers.tick(MINUTE);
      tokens.watch();
      mock.timers.tick(MINUTE - 1);
      assert.deepEqual(customer.told, []);
      mock.timers.tick(1);
      assert.deepEqual(customer.told, ['lapsed']);
    });
  });

  describe('with a date that says little', () => {
    for (const [name, token] of [
      ['none', { value: 'A' }],
      ['one that can’t be read', { value: 'A', expirationDate: 'soon' }],
      ['one that is over by a clock that is ahead', () => lapsing('A', -60 * MINUTE)],
      ['one that is nearly over by such a clock', () => lapsing('A', -1)],
      ['one that lapses at this moment', () => lapsing('A', 0)],
    ] as const) {
      it(`are used until the service refuses them: ${name} (transport C.20, 8.2)`, async () => {
        tokens.supply(typeof token === 'function' ? token() : token);
        assert.deepEqual(await customer.obtain(), atHand('A'));
        mock.timers.tick(60 * MINUTE);
        assert.deepEqual(await customer.obtain(), atHand('A'));
        assert.deepEqual(customer.told, []);
        void customer.renew('A');
        assert.deepEqual(customer.told, ['refused pending']);
      });
    }

    it('are refused before they lapse by a clock that is behind, and renewed (transport C.17, C.20)', async () => {
      tokens.supply(lapsing('A', 60 * MINUTE));
      await customer.obtain();
      const grant = customer.renew('A');
      tokens.supply('B');
      assert.deepEqual(await grant, fresh('B'));
      mock.timers.tick(60 * MINUTE);
      assert.deepEqual(customer.told, ['refused pending']);
    });

    it('are not chased: one that replaces a lapsed one and is nearly over too is not timed (transport C.20)', async () => {
      let minted = 0;
      customer.answer = () => tokens.supply(lapsing(`B${++minted}`, 29_999));
      tokens.supply(lapsing('A', 1000));
      await pass(60 * MINUTE);
      assert.equal(minted, 1);
      assert.deepEqual(await customer.obtain(), atHand('B1'));
    });

    it('are timed when they replace a lapsed one and have some time left (transport C.16)', () => {
      tokens.supply(lapsing('A', 1000));
      mock.timers.tick(1000);
      tokens.supply(lapsing('B', 30_001));
      mock.timers.tick(30_001);
      assert.deepEqual(customer.told, ['lapsed', 'lapsed']);
    });

    it('lapse for a submit alone where no timer reaches their date', async () => {
      tokens.supply(lapsing('A', 2 ** 31));
      mock.timers.tick(2 ** 31 - 1);
      assert.deepEqual(await customer.obtain(), atHand('A'));
      mock.timers.tick(1);
      assert.deepEqual(customer.told, []);
      void customer.obtain();
      assert.deepEqual(customer.told, ['lapsed pending']);
    });

    it('lapse by the longest timer that there is', () => {
      tokens.supply(lapsing('A', 2 ** 31 - 1));
      mock.timers.tick(2 ** 31 - 1);
      assert.deepEqual(customer.told, ['lapsed']);
    });
  });

  describe('that are refused', () => {
    it('are asked for with the id of the request, and come fresh (transport C.17)', async () => {
      tokens.supply('A');
      await customer.obtain();
      const grant = customer.renew('A', 'request-1');
      assert.deepEqual(customer.told, ['refused pending']);
      assert.equal(customer.needs[0]?.requestId, 'request-1');
      tokens.supply('B');
      assert.deepEqual(await grant, fresh('B'));
    });

    it('mean nothing when a framework sets them again, however many there were (transport C.14)', async () => {
      const values = ['A', 'B', 'C'];
      for (const value of values) {
        tokens.supply(value);
        tokens.refuse(value, undefined);
      }
      const grant = customer.obtain();
      for (const value of values) {
        assert.equal(tokens.supply(value), false);
        assert.equal(tokens.supply({ value, expirationDate: null }), false);
        assert.equal(tokens.supply(value, true), false, 'also in answer to a question');
      }
      assert.equal(customer.waiting, true);
      tokens.supply('D');
      tokens.supply('A');
      assert.deepEqual(await grant, fresh('D'));
    });

    it('are renewed at once by a token that came while the request was out (transport C.19)', async () => {
      tokens.supply('A');
      await customer.obtain();
      tokens.supply('B');
      assert.deepEqual(await customer.renew('A'), fresh('B'));
      assert.deepEqual(customer.told, []);
    });

    it('are asked for with nothing pending when they were fresh (transport C.17, C.21)', () => {
      tokens.supply('A');
      tokens.refuse('A', 'request-1');
      assert.deepEqual(customer.told, ['refused']);
      assert.equal(customer.needs[0]?.requestId, 'request-1');
    });

    it('are not asked for when another one came meanwhile', async () => {
      tokens.supply('A');
      tokens.supply('B');
      tokens.refuse('A', undefined);
      assert.deepEqual(customer.told, []);
      assert.deepEqual(await customer.obtain(), atHand('B'));
    });

    it('are not asked for a second time when they lapsed while the request was out', async () => {
      const answer = later<string>();
      customer.answer = (need) => need.respondWith(answer.promise);
      tokens.supply(lapsing('A', MINUTE));
      await customer.obtain();
      mock.timers.tick(MINUTE);
      const grant = customer.renew('A');
      answer.resolve('B');
      assert.deepEqual(await grant, fresh('B'));
      assert.deepEqual(customer.told, ['lapsed']);
    });
  });

  describe('that are waited for', () => {
    it('come too late after the time-out (transport C.22)', async () => {
      customer.tokenTimeout = 2;
      const grant = customer.obtain();
      mock.timers.tick(1999);
      await settled();
      assert.equal(customer.waiting, true);
      mock.timers.tick(1);
      assert.deepEqual(await grant, NONE);
      tokens.supply('A');
      assert.deepEqual(await customer.obtain(), atHand('A'));
    });

    it('come too late when the machine slept longer than the time-out (transport C.22)', async () => {
      const grant = customer.obtain();
      sleep(30_001);
      tokens.supply('A');
      assert.deepEqual(await grant, NONE);
      assert.deepEqual(await customer.obtain(), atHand('A'));
    });

    it('come in time when it slept no longer than that', async () => {
      const grant = customer.obtain();
      sleep(30_000);
      tokens.supply('A');
      assert.deepEqual(await grant, fresh('A'));
    });

    it('are waited for through any time-out that a page can set (transport C.22)', async () => {
      customer.tokenTimeout = Infinity;
      const grant = customer.obtain();
      mock.timers.tick(2 ** 31 - 2);
      await settled();
      assert.equal(customer.waiting, true);
      mock.timers.tick(1);
      assert.deepEqual(await grant, NONE);
    });

    it('have the whole time-out anew for each submit', async () => {
      const first = customer.obtain();
      mock.timers.tick(20_000);
      customer.reset();
      await first;
      const second = customer.obtain();
      mock.timers.tick(20_000);
      await settled();
      assert.equal(customer.waiting, true);
      tokens.supply('A');
      assert.deepEqual(await second, fresh('A'));
    });

    it('are waited for no more when the submit is given up', async () => {
      const grant = customer.obtain();
      customer.reset();
      assert.deepEqual(await grant, NONE);
      tokens.supply('A');
      assert.deepEqual(await customer.obtain(), atHand('A'));
      mock.timers.tick(MINUTE);
    });

    it('end the wait when the page has nobody to ask, as a property of its own throws', async () => {
      Object.defineProperty(customer, 'getClientToken', {
        get() {
          throw new Error('not now');
        },
      });
      assert.deepEqual(await customer.obtain(), NONE);
      tokens.supply('A');
      assert.deepEqual(await customer.obtain(), atHand('A'));
    });
  });

  describe('that the page promises', () => {
    it('resume the submit (transport C.19)', async () => {
      customer.answer = (need) => need.respondWith(Promise.resolve(lapsing('A', MINUTE)));
      assert.deepEqual(await customer.obtain(), fresh('A'));
      mock.timers.tick(MINUTE);
      assert.deepEqual(customer.told, ['missing pending', 'lapsed']);
    });

    it('may be there already, with no promise', async () => {
      customer.answer = (need) => need.respondWith('A' as never);
      assert.deepEqual(await customer.obtain(), fresh('A'));
    });

    for (const [name, answer] of [
      ['a rejection', () => Promise.reject(new Error('signed out'))],
      ['nothing', () => Promise.resolve(undefined)],
      ['a refused token', () => Promise.resolve('REFUSED')],
      ['a value whose members throw', () => Promise.resolve({ get value() { throw new Error(); } })], // prettier-ignore
      ['no promise at all', () => undefined],
    ] as const) {
      it(`end the submit at once when they come as ${name} (transport C.25)`, async () => {
        tokens.refuse('REFUSED', undefined);
        customer.answer = (need) => need.respondWith(answer() as Promise<string>);
        assert.deepEqual(await customer.obtain(), NONE);
        assert.deepEqual(customer.told, ['refused', 'missing pending']);
        assert.equal(Date.now(), NOW);
      });
    }

    it('end nothing when they fail with nothing pending', async () => {
      customer.answer = (need) => need.respondWith(Promise.reject(new Error('signed out')));
      tokens.supply(lapsing('A', MINUTE));
      mock.timers.tick(MINUTE);
      await settled();
      assert.deepEqual(customer.told, ['lapsed']);
    });

    it('are asked for anew when they fail a submit that began to wait since (transport C.15)', async () => {
      const answer = later<string>();
      customer.answer = (need) => need.respondWith(answer.promise);
      tokens.supply(lapsing('A', MINUTE));
      mock.timers.tick(MINUTE);
      const grant = customer.obtain();
      await settled();
      assert.deepEqual(customer.told, ['lapsed']);
      customer.answer = (need) => need.respondWith(Promise.resolve('B'));
      answer.reject(new Error('signed out'));
      assert.deepEqual(await grant, fresh('B'));
      assert.deepEqual(customer.told, ['lapsed', 'missing pending']);
    });

    /** A submit whose time is up, and the page's promise to it, which is out for 20 seconds more as the provider failed late. */
    const outliving = async () => {
      const answer = later<string>();
      const provider = later<string>();
      customer.getClientToken = () => provider.promise;
      customer.answer = (need) => need.respondWith(answer.promise);
      const grant = customer.obtain();
      mock.timers.tick(20_000);
      provider.reject(new Error('offline'));
      await settled();
      mock.timers.tick(10_000);
      assert.deepEqual(await grant, NONE);
      customer.getClientToken = undefined;
      return answer;
    };

    it('are asked for anew when what fails was promised to an earlier submit', async () => {
      const answer = await outliving();
      customer.answer = (need) => need.respondWith(Promise.resolve('B'));
      const grant = customer.obtain();
      answer.reject(new Error('signed out'));
      assert.deepEqual(await grant, fresh('B'));
      assert.deepEqual(customer.told, ['missing pending', 'missing pending']);
    });

    it('are not asked for again when they fail a submit that is over (transport C.15)', async () => {
      const answer = await outliving();
      answer.reject(new Error('signed out'));
      await settled();
      assert.deepEqual(customer.told, ['missing pending']);
    });

    it('serve the next submit when they come after the time-out of the first', async () => {
      const answer = await outliving();
      answer.resolve('A');
      await settled();
      assert.deepEqual(await customer.obtain(), atHand('A'));
    });

    it('are ignored when another token overtook them (transport C.19)', async () => {
      const answer = later<string>();
      customer.answer = (need) => need.respondWith(answer.promise);
      const grant = customer.obtain();
      tokens.supply('A');
      assert.deepEqual(await grant, fresh('A'));
      answer.resolve('B');
      await settled();
      assert.deepEqual(await customer.obtain(), atHand('A'));
    });

    it('are ignored after their time, and a rejection too', async () => {
      const answers = [later<string>(), later<string>()];
      for (const answer of answers) {
        customer.answer = (need) => need.respondWith(answer.promise);
        const grant = customer.obtain();
        mock.timers.tick(30_000);
        assert.deepEqual(await grant, NONE);
      }
      customer.answer = () => {};
      const grant = customer.obtain();
      answers[0]?.resolve('A');
      answers[1]?.reject(new Error('signed out'));
      await settled();
      assert.equal(customer.waiting, true);
      tokens.supply('B');
      assert.deepEqual(await grant, fresh('B'));
    });

    it('are ignored when the submit was given up, and when the element was removed', async () => {
      const answer = later<string>();
      customer.answer = (need) => need.respondWith(answer.promise);
      void customer.obtain();
      customer.reset();
      answer.resolve('A');
      await settled();

      const other = later<string>();
      customer.answer = (need) => need.respondWith(other.promise);
      tokens.supply(lapsing('B', MINUTE));
      mock.timers.tick(MINUTE);
      tokens.forget();
      other.resolve('C');
      await settled();
      customer.answer = () => {};
      void customer.obtain();
      assert.deepEqual(customer.told, ['missing pending', 'lapsed', 'missing pending']);
    });

    it('outlive the submit that found them under way and was given up (transport C.13)', async () => {
      const answer = later<string>();
      customer.answer = (need) => need.respondWith(answer.promise);
      tokens.supply(lapsing('A', MINUTE));
      mock.timers.tick(MINUTE);
      const grant = customer.obtain();
      customer.reset();
      assert.deepEqual(await grant, NONE);
      answer.resolve('B');
      await settled();
      assert.deepEqual(await customer.obtain(), atHand('B'));
    });
  });

  describe('with a provider', () => {
    /** A provider whose answers the test gives, with the signals that it was given. */
    const provide = () => {
      const asked: { answer: ReturnType<typeof later<string | ClientToken>>; signal: AbortSignal }[] = []; // prettier-ignore
      customer.getClientToken = ({ signal }) => {
        const answer = later<string | ClientToken>();
        asked.push({ answer, signal });
        return answer.promise;
      };
      return asked;
    };

    it('are asked of it first, and no event is raised (transport C.18)', async () => {
      const asked = provide();
      const grant = customer.obtain();
      assert.equal(asked.length, 1);
      assert.equal(asked[0]?.signal.aborted, false);
      asked[0]?.answer.resolve(lapsing('A', MINUTE));
      assert.deepEqual(await grant, fresh('A'));
      assert.equal(asked[0]?.signal.aborted, true);
      mock.timers.tick(MINUTE);
      assert.equal(asked.length, 2, 'asked again when it lapses');
      asked[1]?.answer.resolve('B');
      await settled();
      const renewed = customer.renew('B');
      assert.equal(asked.length, 3, 'and when it is refused');
      asked[2]?.answer.resolve('C');
      assert.deepEqual(await renewed, fresh('C'));
      assert.deepEqual(customer.told, []);
    });

    for (const [name, provider] of [
      ['rejects', () => Promise.reject(new Error('offline'))],
      ['throws', () => { throw new Error('offline'); }], // prettier-ignore
      ['gives nothing', () => Promise.resolve('')],
      ['forgets to return', () => undefined],
      ['gives a refused token', () => Promise.resolve('REFUSED')],
      ['gives a value whose members throw', () => Promise.resolve({ get value() { throw new Error(); } })], // prettier-ignore
    ] as const) {
      it(`have the page told when it ${name} (transport C.18)`, async () => {
        tokens.refuse('REFUSED', undefined);
        customer.getClientToken = provider as ClientTokenProvider;
        const grant = customer.obtain();
        await settled();
        assert.deepEqual(customer.told, ['refused', 'missing pending']);
        tokens.supply('A');
        assert.deepEqual(await grant, fresh('A'));
        await settled();
        assert.deepEqual(customer.told, ['refused', 'missing pending']);
      });
    }

    it('are told of as what they are when it fails', async () => {
      customer.getClientToken = () => Promise.reject(new Error('offline'));
      tokens.supply(lapsing('A', MINUTE));
      mock.timers.tick(MINUTE);
      await settled();
      assert.deepEqual(customer.told, ['lapsed']);
      tokens.supply('B');
      void customer.renew('B', 'request-1');
      await settled();
      assert.deepEqual(customer.told, ['lapsed', 'refused pending']);
      assert.equal(customer.needs[1]?.requestId, 'request-1');
    });

    it('end the submit when it gives what is no token', async () => {
      customer.getClientToken = () => Promise.resolve({ token: 'A' } as unknown as ClientToken);
      assert.deepEqual(await customer.obtain(), { kind: 'malformed' });
      assert.deepEqual(customer.told, []);
    });

    it('end the submit when it never answers, and then the page is told (transport C.18, C.22)', async () => {
      const asked = provide();
      const grant = customer.obtain();
      mock.timers.tick(29_999);
      assert.equal(asked[0]?.signal.aborted, false);
      mock.timers.tick(1);
      assert.deepEqual(await grant, NONE);
      assert.equal(asked[0]?.signal.aborted, true);
      assert.deepEqual(customer.told, ['missing']);
      asked[0]?.answer.resolve('A');
      await settled();
      void customer.obtain();
      assert.equal(asked.length, 2, 'what came late is not kept');
    });

    it('are told of when it does not answer with nothing pending, within the time that was set then', async () => {
      const asked = provide();
      customer.tokenTimeout = 5;
      tokens.supply(lapsing('A', MINUTE));
      mock.timers.tick(MINUTE);
      mock.timers.tick(4999);
      await settled();
      assert.deepEqual(customer.told, []);
      mock.timers.tick(1);
      assert.deepEqual(customer.told, ['lapsed']);
      asked[0]?.answer.reject(new Error('offline'));
      await settled();
      assert.deepEqual(customer.told, ['lapsed']);
    });

    it('are asked for once, by a submit that finds the question under way too', async () => {
      const asked = provide();
      tokens.supply(lapsing('A', MINUTE));
      mock.timers.tick(MINUTE);
      const grant = customer.obtain();
      asked[0]?.answer.resolve('B');
      assert.deepEqual(await grant, fresh('B'));
      assert.equal(asked.length, 1);
    });

    it('have the page told for a submit that found the question under way when it fails', async () => {
      const asked = provide();
      tokens.supply(lapsing('A', MINUTE));
      mock.timers.tick(MINUTE);
      void customer.obtain();
      asked[0]?.answer.reject(new Error('offline'));
      await settled();
      assert.deepEqual(customer.told, ['lapsed pending']);
    });

    it('lets its signal say that nobody needs the answer any more', async () => {
      const asked = provide();
      void customer.obtain();
      tokens.supply('A');
      assert.equal(asked[0]?.signal.aborted, true, 'another token came');
      tokens.refuse('A', undefined);
      tokens.forget();
      assert.equal(asked[1]?.signal.aborted, true, 'the element was removed');
      void customer.obtain();
      customer.reset();
      assert.equal(asked[2]?.signal.aborted, true, 'the submit was given up');
      for (const { answer } of asked) answer.reject(new Error('aborted'));
      await settled();
      mock.timers.tick(MINUTE);
      assert.deepEqual(customer.told, []);
    });

    it('take the answer of the provider that was asked, though it was replaced since', async () => {
      const asked = provide();
      const grant = customer.obtain();
      customer.getClientToken = () => Promise.resolve('B');
      asked[0]?.answer.resolve('A');
      assert.deepEqual(await grant, fresh('A'));
    });

    it('may be set by the provider itself', async () => {
      customer.getClientToken = () => {
        tokens.supply('A');
        return Promise.resolve('A');
      };
      assert.deepEqual(await customer.obtain(), fresh('A'));
      await settled();
      assert.deepEqual(customer.told, []);
    });

    it('may be asked for by a provider that gives the submit up', async () => {
      customer.getClientToken = () => {
        customer.reset();
        return Promise.resolve('A');
      };
      assert.deepEqual(await customer.obtain(), NONE);
      mock.timers.tick(MINUTE);
      await settled();
      assert.deepEqual(customer.told, []);
    });

    it('are asked for without end by nobody: one refusal, one question (transport C.21)', async () => {
      let minted = 0;
      customer.getClientToken = () => Promise.resolve(`A${++minted}`);
      const grant = await customer.obtain();
      assert.deepEqual(grant, fresh('A1'));
      tokens.refuse('A1', undefined);
      await pass(60 * MINUTE);
      assert.equal(minted, 2);
    });
  });
});
