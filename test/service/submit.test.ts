import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { Platform } from '../../src/service/request.js';
import type { Progress } from '../../src/service/submit.js';
import {
  dropConnection,
  envelope,
  nodePlatform,
  respond,
  type Answer,
} from '../support/scripted-service.js';
import {
  grantOf,
  keysOf,
  NO_LAST4,
  RATE_LIMITED,
  refuseDocument,
  SERVER_ERROR,
  SET,
  submit,
  submitTo,
  TOKEN_REFUSED,
  PROXY_UNAVAILABLE,
  unavailable,
  UNAVAILABLE,
} from '../support/submit.js';

const REJECTED = respond(200, envelope({ __typename: 'UserError', errors: [{ code: 'X' }] }));
const DENIED = respond(200, envelope({ __typename: 'AccessDeniedError' }));
const UNKNOWN_PAYLOAD = respond(200, envelope({ __typename: 'SomethingNew' }));
const HTML = respond(200, '<html>', { 'Content-Type': 'text/html' });

const isRetry = (progress: Progress) => progress.kind === 'submitting' && progress.isRetry;

describe('a submit', () => {
  // Without jitter, only the waits that the service asks for remain.
  beforeEach(() => void mock.method(Math, 'random', () => 0));
  afterEach(() => mock.restoreAll());

  describe('with retries', () => {
    for (const [name, answers, kind, attempts] of [
      ['429, then success', [RATE_LIMITED, SET], 'set', 2],
      ['503, then success', [UNAVAILABLE, SET], 'set', 2],
      ['500, then success', [SERVER_ERROR, SET], 'set', 2],
      ['a lost answer, then success', [dropConnection, SET], 'set', 2],
      ['three failures, then success', [dropConnection, RATE_LIMITED, SERVER_ERROR, SET], 'set', 4],
      ['only 429', [RATE_LIMITED], 'rate-limited', 4],
      ['only 503', [UNAVAILABLE], 'unavailable', 4],
      ['only the 503 of a proxy', [PROXY_UNAVAILABLE], 'unconfirmed', 4],
      ['only 500', [SERVER_ERROR], 'unconfirmed', 4],
      ['only lost answers', [dropConnection], 'unconfirmed', 4],
      ['an unknown payload', [UNKNOWN_PAYLOAD, SET], 'unconfirmed', 1],
      ['HTML', [HTML, SET], 'unconfirmed', 1],
      ['a rejected PIN', [REJECTED, SET], 'rejected', 1],
      ['a denial', [DENIED, SET], 'denied', 1],
      ['403', [respond(403, {}), SET], 'denied', 1],
      ['404', [respond(404, {}), SET], 'misconfigured', 1],
      ['a 400 that can’t be corrected', [refuseDocument('No.'), SET], 'misconfigured', 1],
    ] as const satisfies readonly (readonly [string, readonly Answer[], string, number])[]) {
      it(`ends as ${kind} after ${attempts} of at most 4 attempts: ${name}`, async () => {
        const { outcome, requests } = await submit(answers);
        assert.equal(outcome.kind, kind);
        assert.equal(requests.length, attempts);
        assert.deepEqual(new Set(keysOf(requests)), new Set(['key-1']));
      });
    }

    it('has the rate limit of the last 429 in its outcome', async () => {
      const { outcome } = await submit([UNAVAILABLE, RATE_LIMITED]);
      assert.deepEqual(outcome, { kind: 'rate-limited', rateLimit: { count: { limit: 1 } } });
    });

    it('waits as long as the service asks', async () => {
      const before = performance.now();
      const { outcome } = await submit([respond(429, {}, { 'Retry-After': '1' }), SET]);
      assert.equal(outcome.kind, 'set');
      const waited = performance.now() - before;
      assert.ok(waited >= 995 && waited < 5000, `${waited} ms`);
    });

    it('ends at once if the service asks for more time than is left', async () => {
      const { outcome, requests } = await submit([unavailable({ 'Retry-After': '31' }), SET]);
      assert.equal(outcome.kind, 'unavailable');
      assert.equal(requests.length, 1);
    });

    it('counts its time from the first attempt, without the waits for client tokens', async () => {
      // On this clock, every wait for a client token takes an hour.
      let hours = 0;
      const now = Date.now.bind(Date);
      mock.method(Date, 'now', () => now() + hours * 3_600_000);
      const { outcome } = await submit([UNAVAILABLE, TOKEN_REFUSED, UNAVAILABLE, SET], {
        onTokenRequest: () => void hours++,
      });
      assert.equal(outcome.kind, 'set');
    });

    it('counts its time before and after a wait for a client token', async () => {
      let passed = 0;
      const now = Date.now.bind(Date);
      mock.method(Date, 'now', () => now() + passed);
      const { outcome, requests } = await submit([UNAVAILABLE, TOKEN_REFUSED, UNAVAILABLE, SET], {
        onTokenRequest: () => (passed += 3_600_000),
        // Called twice for each attempt except the last one.
        report: () => (passed += 7000),
      });
      assert.equal(outcome.kind, 'unavailable');
      assert.equal(requests.length, 3);
    });

    it('sends nothing more if the machine slept through the backoff', async () => {
      let slept = 0;
      const now = Date.now.bind(Date);
      mock.method(Date, 'now', () => now() + slept);
      const { outcome, requests } = await submit([UNAVAILABLE, SET], {
        report: (progress) => {
          // This report comes right before the backoff.
          if (isRetry(progress)) queueMicrotask(() => (slept = 31_000));
        },
      });
      assert.equal(outcome.kind, 'unavailable');
      assert.equal(requests.length, 1);
    });

    it('repeats no request that has no key and may have been executed', async () => {
      for (const answer of [dropConnection, SERVER_ERROR, PROXY_UNAVAILABLE, respond(504, {})]) {
        const { outcome, requests } = await submit([answer, SET], { key: undefined });
        assert.equal(outcome.kind, 'unconfirmed');
        assert.deepEqual(keysOf(requests), [undefined]);
      }
    });

    it('ends if the network goes away', async () => {
      let online = true;
      const failing: Platform = {
        ...nodePlatform(),
        online: () => online,
        fetch: () => {
          online = false;
          return Promise.reject(new TypeError('Failed to fetch'));
        },
      };
      const unreachable = new URL('https://service.invalid/graphql');
      const outcome = await submitTo(unreachable, 'key-1', failing);
      assert.deepEqual(outcome, { kind: 'unconfirmed' });
    });
  });

  describe('with a request that may have been executed', () => {
    for (const [name, unknown] of [
      ['a lost answer', dropConnection],
      ['500', SERVER_ERROR],
      ['504', respond(504, {})],
      ['the 503 of a proxy', PROXY_UNAVAILABLE],
    ] as const) {
      for (const [next, answers] of [
        ['503', [unknown, UNAVAILABLE]],
        ['429', [unknown, RATE_LIMITED]],
        ['a 429 that asks for a minute', [unknown, respond(429, {}, { 'Retry-After': '60' })]],
        ['401 and no other client token', [unknown, TOKEN_REFUSED]],
        ['400', [unknown, refuseDocument('No.')]],
        ['404', [unknown, respond(404, {})]],
      ] as const satisfies readonly (readonly [string, readonly Answer[]])[]) {
        it(`stays unconfirmed: ${name}, then ${next}`, async () => {
          const { outcome } = await submit(answers, { grants: [grantOf('first')] });
          assert.equal(outcome.kind, 'unconfirmed');
        });
      }
      for (const [answer, kind] of [
        [SET, 'set'],
        [REJECTED, 'unconfirmed'],
        [DENIED, 'unconfirmed'],
        [respond(403, {}), 'unconfirmed'],
      ] as const) {
        it(`has the outcome of a later answer: ${name}, then ${kind}`, async () => {
          assert.equal((await submit([unknown, answer])).outcome.kind, kind);
        });
      }
    }

    it('stays unconfirmed if an earlier submit was', async () => {
      for (const [answers, kind] of [
        [[UNAVAILABLE], 'unconfirmed'],
        [[refuseDocument('No.')], 'unconfirmed'],
        [[SET], 'set'],
      ] as const)
        assert.equal((await submit(answers, { mayBeSet: true })).outcome.kind, kind);
      for (const grant of [{ kind: 'none' }, { kind: 'malformed' }] as const) {
        const { outcome, requests } = await submit([SET], { mayBeSet: true, grants: [grant] });
        assert.equal(outcome.kind, 'unconfirmed');
        assert.equal(requests.length, 0);
      }
    });

    it('ends with the last answer if every answer says that nothing was executed', async () => {
      const { outcome } = await submit([UNAVAILABLE, RATE_LIMITED, UNAVAILABLE, RATE_LIMITED]);
      assert.equal(outcome.kind, 'rate-limited');
    });

    it('has no request id if its last answer has none', async () => {
      const { outcome } = await submit([dropConnection, RATE_LIMITED]);
      assert.deepEqual(outcome, { kind: 'unconfirmed' });
    });

    it('has the request id of its last answer', async () => {
      const { outcome } = await submit([dropConnection, UNAVAILABLE]);
      assert.deepEqual(outcome, { kind: 'unconfirmed', requestId: 'r-503' });
    });
  });

  describe('with a client token', () => {
    it('sends it, and after a 401 a fresh one with the same key', async () => {
      const { outcome, requests, refusals } = await submit([TOKEN_REFUSED, SET]);
      assert.equal(outcome.kind, 'set');
      assert.deepEqual(
        requests.map(({ authorization }) => authorization),
        ['Bearer first', 'Bearer second'],
      );
      assert.deepEqual(new Set(keysOf(requests)), new Set(['key-1']));
      assert.deepEqual(refusals, ['renew first r-401']);
    });

    it('ends if a second one is refused', async () => {
      const { outcome, requests, refusals } = await submit([TOKEN_REFUSED]);
      assert.deepEqual(outcome, { kind: 'token-expired', requestId: 'r-401' });
      assert.equal(requests.length, 2);
      assert.deepEqual(refusals, ['renew first r-401', 'refuse second r-401']);
    });

    it('ends without a request if none comes', async () => {
      const { outcome, requests } = await submit([SET], { grants: [{ kind: 'none' }] });
      assert.deepEqual(outcome, { kind: 'token-expired' });
      assert.equal(requests.length, 0);
    });

    it('is misconfigured if it is malformed', async () => {
      const { outcome } = await submit([SET], { grants: [{ kind: 'malformed' }] });
      assert.equal(outcome.kind === 'misconfigured' && outcome.attribute, 'client-token');
    });

    it('does not count an attempt whose token is refused', async () => {
      const { outcome, requests } = await submit([
        UNAVAILABLE,
        UNAVAILABLE,
        TOKEN_REFUSED,
        UNAVAILABLE,
        SET,
      ]);
      assert.equal(outcome.kind, 'set');
      assert.equal(requests.length, 5);
    });
  });

  describe('that reports its progress', () => {
    /** Returns each report: whether it is a retry, and whether the PIN may be set. */
    const reports = async (answers: readonly Answer[], mayBeSet = false) => {
      const progress: string[] = [];
      const report = (each: Progress) => {
        if (each.kind === 'waiting') return;
        const attempt = each.isRetry ? 'retry' : 'first';
        progress.push(`${attempt} ${each.mayBeExecuted ? 'unknown' : 'unset'}`);
      };
      await submit(answers, { report, mayBeSet });
      return progress;
    };

    it('reports each attempt, and between attempts whether the PIN may be set', async () => {
      assert.deepEqual(await reports([UNAVAILABLE, dropConnection, SET]), [
        'first unknown',
        'retry unset',
        'retry unknown',
        'retry unknown',
        'retry unknown',
      ]);
    });

    it('reports neither a fresh token nor a correction as a retry', async () => {
      assert.deepEqual(await reports([TOKEN_REFUSED, NO_LAST4, SET]), [
        'first unknown',
        'first unset',
        'first unknown',
        'first unknown',
      ]);
      assert.deepEqual(await reports([UNAVAILABLE, TOKEN_REFUSED, SET]), [
        'first unknown',
        'retry unset',
        'retry unknown',
        'retry unset',
        'retry unknown',
      ]);
      assert.deepEqual(await reports([TOKEN_REFUSED, SET], true), [
        'first unknown',
        'first unknown',
        'first unknown',
      ]);
    });
  });

  describe('that is aborted', () => {
    it('sends nothing if that happens before it starts', async () => {
      const controller = new AbortController();
      controller.abort();
      const { outcome, requests } = await submit([SET], { controller });
      assert.deepEqual(outcome, { kind: 'aborted' });
      assert.equal(requests.length, 0);
    });

    it('sends nothing if that happens while it waits for a client token', async () => {
      const controller = new AbortController();
      const { outcome, requests } = await submit([SET], {
        controller,
        onTokenRequest: () => controller.abort(),
      });
      assert.deepEqual(outcome, { kind: 'aborted' });
      assert.equal(requests.length, 0);
    });

    it('ends if that happens during a request', async () => {
      const controller = new AbortController();
      const { outcome } = await submit([() => controller.abort()], { controller });
      assert.deepEqual(outcome, { kind: 'aborted' });
    });

    it('ends at once and sends nothing more if that happens during a backoff', async () => {
      const controller = new AbortController();
      const before = performance.now();
      const { outcome, requests } = await submit([unavailable({ 'Retry-After': '20' }), SET], {
        controller,
        report: (progress) => {
          if (isRetry(progress)) setImmediate(() => controller.abort());
        },
      });
      assert.deepEqual(outcome, { kind: 'aborted' });
      assert.equal(requests.length, 1);
      assert.ok(performance.now() - before < 10_000);
    });
  });
});
