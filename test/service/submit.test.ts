import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { outcomeOf, type Outcome } from '../../src/set-pin/outcome.js';
import type { Platform } from '../../src/service/request.js';
import type { TokenGrant, TokenSource } from '../../src/service/client-tokens.js';
import { submit as submitMutation, type Progress } from '../../src/service/submit.js';
import { setPinMutation } from '../../src/set-pin/operation.js';
import {
  answering,
  CARD,
  lost,
  nodePlatform,
  payload,
  serving,
  type Answer,
  type Asked,
} from '../support/scripted-service.js';

const SET = answering(200, payload(CARD));
const REJECTED = answering(
  200,
  payload({ __typename: 'UserError', errors: [{ code: 'X', errorPath: ['input', 'newPin'] }] }),
);
const DENIED = answering(200, payload({ __typename: 'AccessDeniedError' }));
const ODD = answering(200, payload({ __typename: 'SomethingNew' }));
const HTML = answering(200, '<html>', { 'Content-Type': 'text/html' });
const REFUSED = answering(401, { errors: [], extensions: { requestId: 'r-401' } });
const BUSY = answering(429, { data: {}, extensions: { rateLimit: { count: { limit: 1 } } } });
const BROKEN = answering(500, {});
const AWAY = answering(503, {});
const lacking = (...complaints: string[]) =>
  answering(400, { data: null, errors: complaints.map((message) => ({ message })) });
const NO_KEY = lacking(
  'Unknown argument "IdempotencyKey" on field "Mutation.setPinForPaymentCard".',
);
const NO_ERROR_PATH = lacking('Cannot query field "errorPath" on type "UserErrorDetail".');

interface Submit {
  readonly key?: string | undefined;
  readonly mayBeSet?: boolean;
  readonly grants?: readonly TokenGrant[];
  readonly platform?: Platform;
  readonly controller?: AbortController;
  readonly report?: (progress: Progress) => void;
  readonly waits?: () => void;
}

interface Ended {
  readonly outcome: Outcome;
  readonly asked: readonly Asked[];
  /** What the source of tokens was told. */
  readonly told: readonly string[];
}

const token = (value: string, fresh = false): TokenGrant => ({ kind: 'token', value, fresh });

/** Submits once to a service that gives these answers, with the client tokens of a page that has these. */
async function submit(answers: readonly Answer[], given: Submit = {}): Promise<Ended> {
  const { mayBeSet = false, controller = new AbortController(), report = () => {} } = given;
  const grants = [...(given.grants ?? [token('first'), token('second', true)])];
  const told: string[] = [];
  const take = (): Promise<TokenGrant> => {
    given.waits?.();
    return Promise.resolve(grants.shift() ?? { kind: 'none' });
  };
  const tokens: TokenSource = {
    obtain: take,
    renew: (refused, requestId) => {
      told.push(`renew ${refused} ${requestId}`);
      return take();
    },
    refuse: (refused, requestId) => void told.push(`refuse ${refused} ${requestId}`),
  };
  return serving(answers, async ({ url, asked }) => {
    const idempotencyKey = 'key' in given ? given.key : 'key-1';
    const end = await submitMutation(
      setPinMutation('4826', { endpoint: url, paymentCardId: 'card_1', idempotencyKey }),
      {
        endpoint: url,
        tokens,
        platform: () => given.platform ?? nodePlatform(),
        report,
        signal: controller.signal,
        mayBeExecuted: mayBeSet,
      },
    );
    const outcome = outcomeOf(end);
    return { outcome, asked, told };
  });
}

/** Submits once with a token that is at hand. */
async function submitTo(
  endpoint: URL,
  idempotencyKey: string,
  platform: () => Platform,
): Promise<Outcome> {
  const mutation = setPinMutation('4826', { endpoint, paymentCardId: 'card_1', idempotencyKey });
  const end = await submitMutation(mutation, {
    endpoint,
    tokens: {
      obtain: () => Promise.resolve(token('token', true)),
      renew: () => Promise.resolve({ kind: 'none' }),
      refuse: () => {},
    },
    platform,
    report: () => {},
    signal: new AbortController().signal,
    mayBeExecuted: false,
  });
  return outcomeOf(end);
}

const isRetry = (progress: Progress) => progress.kind === 'submitting' && progress.isRetry;

const keysOf = (asked: readonly Asked[]) => asked.map(({ variables }) => variables.IdempotencyKey);

describe('set-pin', () => {
  // Without jitter there is no wait but the one that the service asks for.
  beforeEach(() => void mock.method(Math, 'random', () => 0));
  afterEach(() => mock.restoreAll());

  describe('retry', () => {
    for (const [name, answers, kind, requests] of [
      ['429, then success', [BUSY, SET], 'set', 2],
      ['503, then success', [AWAY, SET], 'set', 2],
      ['500, then success', [BROKEN, SET], 'set', 2],
      ['a lost answer, then success', [lost, SET], 'set', 2],
      ['three failures, then success', [lost, BUSY, BROKEN, SET], 'set', 4],
      ['429 for ever', [BUSY], 'rate-limited', 4],
      ['503 for ever', [AWAY], 'unavailable', 4],
      ['500 for ever', [BROKEN], 'unconfirmed', 4],
      ['answers lost for ever', [lost], 'unconfirmed', 4],
      ['a payload that nobody knows', [ODD, SET], 'unconfirmed', 1],
      ['HTML', [HTML, SET], 'unconfirmed', 1],
      ['a refusal of the PIN', [REJECTED, SET], 'rejected', 1],
      ['a denial', [DENIED, SET], 'denied', 1],
      ['403', [answering(403, {}), SET], 'denied', 1],
      ['404', [answering(404, {}), SET], 'misconfigured', 1],
      ['a 400 of which nothing can be corrected', [lacking('No.'), SET], 'misconfigured', 1],
    ] as const satisfies readonly (readonly [string, readonly Answer[], string, number])[]) {
      it(`ends as ${kind} after ${requests} with ${name} (transport 7.7, 7.10, 7.11, C.43, C.45)`, async () => {
        const { outcome, asked } = await submit(answers);
        assert.equal(outcome.kind, kind);
        assert.equal(asked.length, requests);
        assert.deepEqual(new Set(keysOf(asked)), new Set(['key-1']));
      });
    }

    it('carries the budget of the last 429, as the service gave it (transport 7.10, C.51)', async () => {
      const { outcome } = await submit([AWAY, BUSY]);
      assert.deepEqual(outcome, { kind: 'rate-limited', rateLimit: { count: { limit: 1 } } });
    });

    it('waits as long as the service asks (transport 8.6, C.44)', async () => {
      const before = performance.now();
      const { outcome } = await submit([answering(429, {}, { 'Retry-After': '1' }), SET]);
      assert.equal(outcome.kind, 'set');
      const waited = performance.now() - before;
      assert.ok(waited >= 995 && waited < 5000, `${waited} ms`);
    });

    it('ends at once where the service asks for more time than there is (transport C.44)', async () => {
      const { outcome, asked } = await submit([answering(503, {}, { 'Retry-After': '31' }), SET]);
      assert.equal(outcome.kind, 'unavailable');
      assert.equal(asked.length, 1);
    });

    it('counts from the first attempt, and not the time that tokens took (transport C.23)', async () => {
      // A clock on which every wait for a token takes an hour.
      let hours = 0;
      const now = Date.now.bind(Date);
      mock.method(Date, 'now', () => now() + hours * 3_600_000);
      const { outcome } = await submit([AWAY, REFUSED, AWAY, SET], { waits: () => void hours++ });
      assert.equal(outcome.kind, 'set');
    });

    it('counts the time after a token came on top of the time before', async () => {
      let passed = 0;
      const now = Date.now.bind(Date);
      mock.method(Date, 'now', () => now() + passed);
      const { outcome, asked } = await submit([AWAY, REFUSED, AWAY, SET], {
        waits: () => (passed += 3_600_000),
        // Twice for each attempt but the last.
        report: () => (passed += 7000),
      });
      assert.equal(outcome.kind, 'unavailable');
      assert.equal(asked.length, 3);
    });

    it('sends nothing more when the machine has slept through its wait', async () => {
      let slept = 0;
      const now = Date.now.bind(Date);
      mock.method(Date, 'now', () => now() + slept);
      const { outcome, asked } = await submit([AWAY, SET], {
        report: (progress) => {
          // Told right before the wait.
          if (isRetry(progress)) queueMicrotask(() => (slept = 31_000));
        },
      });
      assert.equal(outcome.kind, 'unavailable');
      assert.equal(asked.length, 1);
    });

    it('repeats nothing that may have been executed without a key (transport C.46)', async () => {
      const { outcome, asked } = await submit([lost, SET], { key: undefined });
      assert.equal(outcome.kind, 'unconfirmed');
      assert.deepEqual(keysOf(asked), [undefined]);
    });

    it('ends where the network has gone', async () => {
      let online = true;
      const failing: Platform = {
        ...nodePlatform(),
        online: () => online,
        fetch: () => {
          online = false;
          return Promise.reject(new TypeError('Failed to fetch'));
        },
      };
      const away = new URL('https://service.invalid/graphql');
      const outcome = await submitTo(away, 'key-1', () => failing);
      assert.deepEqual(outcome, { kind: 'unconfirmed' });
    });
  });

  describe('an open question', () => {
    for (const [name, open] of [
      ['a lost answer', lost],
      ['500', BROKEN],
      ['504', answering(504, {})],
    ] as const) {
      for (const [next, answers] of [
        ['503', [open, AWAY]],
        ['429', [open, BUSY]],
        ['a 429 that asks for a minute', [open, answering(429, {}, { 'Retry-After': '60' })]],
        ['401, and no token', [open, REFUSED]],
        ['400', [open, lacking('No.')]],
        ['404', [open, answering(404, {})]],
      ] as const satisfies readonly (readonly [string, readonly Answer[]])[]) {
        it(`stays open after ${name} with ${next} (transport C.8, C.9, C.10)`, async () => {
          const { outcome } = await submit(answers, { grants: [token('first')] });
          assert.equal(outcome.kind, 'unconfirmed');
        });
      }
      for (const [answer, kind] of [
        [SET, 'set'],
        [REJECTED, 'rejected'],
        [DENIED, 'denied'],
      ] as const) {
        it(`is answered after ${name} with ${kind} (transport C.8)`, async () => {
          assert.equal((await submit([open, answer])).outcome.kind, kind);
        });
      }
    }

    it('stays open where an earlier submit left it so', async () => {
      for (const [answers, kind] of [
        [[AWAY], 'unconfirmed'],
        [[lacking('No.')], 'unconfirmed'],
        [[SET], 'set'],
      ] as const)
        assert.equal((await submit(answers, { mayBeSet: true })).outcome.kind, kind);
      for (const grant of [{ kind: 'none' }, { kind: 'malformed' }] as const) {
        const { outcome, asked } = await submit([SET], { mayBeSet: true, grants: [grant] });
        assert.equal(outcome.kind, 'unconfirmed');
        assert.equal(asked.length, 0);
      }
    });

    it('was none where nothing was executed', async () => {
      const { outcome } = await submit([AWAY, BUSY, AWAY, BUSY]);
      assert.equal(outcome.kind, 'rate-limited');
    });

    it('has no request id where its last answer has none', async () => {
      const { outcome } = await submit([lost, AWAY]);
      assert.deepEqual(outcome, { kind: 'unconfirmed' });
    });

    it('keeps the request id of its last answer', async () => {
      const away = answering(503, { extensions: { requestId: 'r-503' } });
      const { outcome } = await submit([lost, away]);
      assert.deepEqual(outcome, { kind: 'unconfirmed', requestId: 'r-503' });
    });
  });

  describe('correction', () => {
    it('sends the request again at once, without what the schema lacks (transport 7.12, C.36, C.39)', async () => {
      const both = lacking(
        'Unknown argument "IdempotencyKey" on field "Mutation.setPinForPaymentCard".',
        'Cannot query field "errorPath" on type "UserErrorDetail". Did you mean "path"?',
      );
      const { outcome, asked } = await submit([both, SET]);
      assert.equal(outcome.kind, 'set');
      assert.deepEqual(keysOf(asked), ['key-1', undefined]);
      assert.match(asked[1]?.query ?? '', /errors \{ code path \}/);
    });

    it('does not count as an attempt (transport C.45)', async () => {
      const { outcome, asked } = await submit([NO_ERROR_PATH, AWAY, BUSY, AWAY, SET]);
      assert.equal(outcome.kind, 'set');
      assert.equal(asked.length, 5);
    });

    it('ends where a correction has not helped (transport 7.4, C.40)', async () => {
      const { outcome, asked } = await submit([NO_KEY]);
      assert.deepEqual(
        { ...outcome, explanation: undefined },
        { kind: 'misconfigured', detail: 'operation-refused', explanation: undefined },
      );
      assert.equal(asked.length, 2);
    });

    it('sends nothing again unchanged (transport 7.4)', async () => {
      const { outcome, asked } = await submit([NO_KEY, SET], { key: undefined });
      assert.equal(outcome.kind, 'misconfigured');
      assert.equal(asked.length, 1);
    });

    it('takes the key out of force (transport C.46)', async () => {
      const { outcome, asked } = await submit([NO_KEY, lost, SET]);
      assert.equal(outcome.kind, 'unconfirmed');
      assert.equal(asked.length, 2);
    });

    it('gives up no key under which the request may have been executed (transport C.36)', async () => {
      const { outcome, asked } = await submit([lost, NO_KEY, SET]);
      assert.equal(outcome.kind, 'unconfirmed');
      assert.equal(asked.length, 2);
      // What is no key may go.
      assert.equal((await submit([lost, NO_ERROR_PATH, SET])).outcome.kind, 'set');
      assert.equal((await submit([NO_KEY, BROKEN, NO_ERROR_PATH, SET])).outcome.kind, 'set');
    });

    it('gives up the key in another try, for which the cardholder has decided (transport C.11, C.46)', async () => {
      const { outcome, asked } = await submit([NO_KEY, SET], { mayBeSet: true });
      assert.equal(outcome.kind, 'set');
      assert.deepEqual(keysOf(asked), ['key-1', undefined]);
    });

    const twice = (answers: readonly Answer[]): Promise<readonly Asked[]> =>
      serving(answers, async ({ url, asked }) => {
        for (const key of ['key-1', 'key-2']) await submitTo(url, key, nodePlatform);
        return asked;
      });

    it('is remembered for the endpoint once the service has taken it (transport C.39)', async () => {
      assert.deepEqual(keysOf(await twice([NO_KEY, SET])), ['key-1', undefined, undefined]);
    });

    it('is forgotten where the service did not take it', async () => {
      const refusals = await twice([NO_KEY, lacking('No.')]);
      assert.deepEqual(keysOf(refusals), ['key-1', undefined, 'key-2']);
    });

    it('is not remembered where the service never came to say', async () => {
      const far = answering(503, {}, { 'Retry-After': '60' });
      assert.deepEqual(keysOf(await twice([NO_KEY, far, SET])), ['key-1', undefined, 'key-2']);
    });

    it('is remembered for no other endpoint', async () => {
      await twice([NO_KEY, SET]);
      assert.deepEqual(keysOf(await twice([SET])), ['key-1', 'key-2']);
    });
  });

  describe('token', () => {
    it('goes with the request, and a fresh one with the same key after 401 (transport 4.3, C.35, C.42)', async () => {
      const { outcome, asked, told } = await submit([REFUSED, SET]);
      assert.equal(outcome.kind, 'set');
      assert.deepEqual(
        asked.map(({ authorization }) => authorization),
        ['Bearer first', 'Bearer second'],
      );
      assert.deepEqual(new Set(keysOf(asked)), new Set(['key-1']));
      assert.deepEqual(told, ['renew first r-401']);
    });

    it('that is fresh and refused ends the submit (transport C.21)', async () => {
      const { outcome, asked, told } = await submit([REFUSED]);
      assert.deepEqual(outcome, { kind: 'token-expired', requestId: 'r-401' });
      assert.equal(asked.length, 2);
      assert.deepEqual(told, ['renew first r-401', 'refuse second r-401']);
    });

    it('that never comes ends it with nothing sent', async () => {
      const { outcome, asked } = await submit([SET], { grants: [{ kind: 'none' }] });
      assert.deepEqual(outcome, { kind: 'token-expired' });
      assert.equal(asked.length, 0);
    });

    it('that is none is a mistake of the page', async () => {
      const { outcome } = await submit([SET], { grants: [{ kind: 'malformed' }] });
      assert.equal(outcome.kind === 'misconfigured' && outcome.attribute, 'client-token');
    });

    it('does not count as an attempt when it is refused (transport C.45)', async () => {
      const { outcome, asked } = await submit([AWAY, AWAY, REFUSED, AWAY, SET]);
      assert.equal(outcome.kind, 'set');
      assert.equal(asked.length, 5);
    });
  });

  describe('report', () => {
    const reported = async (answers: readonly Answer[], mayBeSet = false) => {
      const progress: string[] = [];
      const report = (each: Progress) => {
        if (each.kind === 'waiting') return;
        progress.push(
          `${each.isRetry ? 'again' : 'first'} ${each.mayBeExecuted ? 'open' : 'closed'}`,
        );
      };
      await submit(answers, { report, mayBeSet });
      return progress;
    };

    it('tells of each attempt, and between them whether the PIN may be set', async () => {
      assert.deepEqual(await reported([AWAY, lost, SET]), [
        'first open',
        'again closed',
        'again open',
        'again open',
        'again open',
      ]);
    });

    it('takes neither a fresh token nor a correction for another try', async () => {
      assert.deepEqual(await reported([REFUSED, NO_ERROR_PATH, SET]), [
        'first open',
        'first closed',
        'first open',
        'first open',
      ]);
      assert.deepEqual(await reported([AWAY, REFUSED, SET]), [
        'first open',
        'again closed',
        'again open',
        'again closed',
        'again open',
      ]);
      assert.deepEqual(await reported([REFUSED, SET], true), [
        'first open',
        'first open',
        'first open',
      ]);
    });
  });

  describe('abort', () => {
    it('before it begins sends nothing', async () => {
      const controller = new AbortController();
      controller.abort();
      const { outcome, asked } = await submit([SET], { controller });
      assert.deepEqual(outcome, { kind: 'aborted' });
      assert.equal(asked.length, 0);
    });

    it('while a token is awaited sends nothing', async () => {
      const controller = new AbortController();
      const { outcome, asked } = await submit([SET], {
        controller,
        waits: () => controller.abort(),
      });
      assert.deepEqual(outcome, { kind: 'aborted' });
      assert.equal(asked.length, 0);
    });

    it('while a request is out ends it', async () => {
      const controller = new AbortController();
      const { outcome } = await submit([() => controller.abort()], { controller });
      assert.deepEqual(outcome, { kind: 'aborted' });
    });

    it('during a wait ends at once, and sends nothing more', async () => {
      const controller = new AbortController();
      const before = performance.now();
      const { outcome, asked } = await submit([answering(503, {}, { 'Retry-After': '20' }), SET], {
        controller,
        report: (progress) => {
          if (isRetry(progress)) setImmediate(() => controller.abort());
        },
      });
      assert.deepEqual(outcome, { kind: 'aborted' });
      assert.equal(asked.length, 1);
      assert.ok(performance.now() - before < 10_000);
    });
  });
});
