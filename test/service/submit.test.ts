import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { Progress } from '../../src/service/submit.js';
import { requestOf, submit, type Answer } from '../support/submit.js';

const MINUTE = 60_000;

const requestId = 'r-1';
const payload = (result: object) => ({ data: { setPinForPaymentCard: result } });
const SET: Answer = [200, payload({ __typename: 'PaymentCard', id: 'card_1' })];
const REJECTED: Answer = [
  200,
  { ...payload({ __typename: 'UserError', errors: [{ code: 'X' }] }), extensions: { requestId } },
];
const REFUSED: Answer = [401, { extensions: { requestId } }];
const LIMITED: Answer = [429];
const FAILED: Answer = [503];
const STORED: Answer = [500, { errors: [], extensions: { requestId } }];
const HTML: Answer = [200];

const retryAfter = (seconds: number): Answer => [429, {}, { 'Retry-After': `${seconds}` }];

describe('a submit', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    mock.method(Math, 'random', () => 0.5);
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  for (const [name, answers, kind, times] of [
    ['the first answer is certain', [REJECTED, SET], 'rejected', [0]],
    ['an answer never changes', [HTML, SET], 'unconfirmed', [0]],
    ['the second answer is a card', [FAILED, SET], 'set', [0, 500]],
    ['the last answer is a card', ['lost', LIMITED, FAILED, SET], 'set', [0, 500, 1500, 3500]],
    ['no answer comes', ['lost'], 'unconfirmed', [0, 500, 1500, 3500]],
    ['the service fails', [FAILED], 'unconfirmed', [0, 500, 1500, 3500]],
    ['requests are limited', [LIMITED], 'rate-limited', [0, 500, 1500, 3500]],
    ['the service names a time', [retryAfter(7), SET], 'set', [0, 7500]],
    ['it names more time than is left', [retryAfter(31), SET], 'rate-limited', [0]],
    ['it names that later', [retryAfter(16), retryAfter(15), SET], 'rate-limited', [0, 16_500]],
  ] as const satisfies readonly (readonly [string, readonly Answer[], string, number[]])[]) {
    it(`ends as ${kind} after ${times.length} of at most 4 attempts under a key if ${name}`, async () => {
      const request = requestOf('String!');
      const { outcome, requests } = await submit({ answers, request });
      assert.equal(outcome.kind, kind);
      assert.deepEqual(
        requests.map(({ at }) => at),
        times,
      );
      for (const { key } of requests) assert.equal(key, request.key);
    });
  }

  it('repeats nothing without a key', async () => {
    for (const answer of ['lost', LIMITED, FAILED, STORED, [408], [409], [425]] as const) {
      const { requests } = await submit({ answers: [answer, SET], request: requestOf() });
      assert.deepEqual(requests, [{ at: Date.now(), token: 'Bearer first', key: undefined }]);
    }
  });

  it('tells how long the service asked to wait', async () => {
    const { outcome } = await submit({ answers: [retryAfter(60)] });
    assert.deepEqual(outcome, { kind: 'rate-limited', retryAfter: 60 });
  });

  it('sends nothing more if the machine slept through the wait', async () => {
    const { outcome, requests } = await submit({
      answers: [LIMITED, SET],
      onProgress: (progress) => {
        // This report comes right before the wait.
        if (progress.kind === 'submitting' && progress.isRetry)
          queueMicrotask(() => mock.timers.setTime(Date.now() + 31_000));
      },
    });
    assert.equal(outcome.kind, 'rate-limited');
    assert.equal(requests.length, 1);
  });

  it('stays unconfirmed after an attempt that may have been executed, unless it ends as set', async () => {
    for (const answers of [
      ['lost', LIMITED],
      ['lost', retryAfter(60)],
      ['lost', REFUSED],
      ['lost', [403, { errors: [{}] }]],
      [FAILED, [400, { errors: [{}] }]],
    ] as const satisfies Answer[][])
      assert.equal((await submit({ answers })).outcome.kind, 'unconfirmed');
    assert.equal((await submit({ answers: ['lost', REFUSED, SET] })).outcome.kind, 'set');
  });

  it('has the codes and the request id of the last answer then', async () => {
    const { outcome } = await submit({ answers: ['lost', REJECTED] });
    assert.ok(outcome.kind === 'unconfirmed');
    const { codes, explanation } = outcome;
    assert.deepEqual({ codes, requestId: outcome.requestId }, { codes: ['X'], requestId });
    assert.match(explanation ?? '', /earlier attempt/);
  });

  it('stays unconfirmed if an earlier submit was', async () => {
    for (const answers of [[LIMITED], [REJECTED], [REFUSED]] as const)
      assert.equal((await submit({ answers, mayBeSet: true })).outcome.kind, 'unconfirmed');
    const { outcome, requests } = await submit({ answers: [SET], mayBeSet: true, grants: [] });
    assert.equal(outcome.kind, 'unconfirmed');
    assert.equal(requests.length, 0);
  });

  it('is unconfirmed if code of the page throws', async () => {
    const onProgress = () => {
      throw new Error('patched');
    };
    assert.equal((await submit({ answers: [SET], onProgress })).outcome.kind, 'unconfirmed');
  });

  it('has a fresh key for the next press only if the service itself failed', async () => {
    for (const [answer, isFresh] of [
      [STORED, true],
      [FAILED, false],
      [HTML, false],
      ['lost', false],
    ] as const) {
      const request = requestOf('String!');
      const { next } = await submit({ answers: [answer], request });
      assert.deepEqual({ ...next, key: '' }, { ...request, key: '' });
      assert.equal(next?.key !== request.key, isFresh, String(answer));
    }
  });

  describe('with client tokens', () => {
    for (const keyType of ['String!', undefined])
      it(`renews a refused one ${keyType ? 'with' : 'without'} a key`, async () => {
        const request = requestOf(keyType);
        const { outcome, requests, refused } = await submit({ answers: [REFUSED, SET], request });
        assert.equal(outcome.kind, 'set');
        const key = keyType && request.key;
        assert.deepEqual(requests, [
          { at: 0, token: 'Bearer first', key },
          { at: 0, token: 'Bearer second', key },
        ]);
        assert.deepEqual(refused, [`first in ${requestId}`]);
      });

    it('ends if a second one is refused, also after other answers', async () => {
      for (const answers of [[REFUSED], [REFUSED, LIMITED, REFUSED]] as const) {
        const { outcome, refused } = await submit({ answers });
        assert.deepEqual(outcome, { kind: 'token-expired', requestId });
        assert.deepEqual(refused, [`first in ${requestId}`, 'second']);
      }
    });

    it('has the id of the refused request if no other token comes', async () => {
      const grants = [{ kind: 'token', value: 'first' }] as const;
      const { outcome } = await submit({ answers: [REFUSED], grants });
      assert.deepEqual(outcome, { kind: 'token-unavailable', requestId });
    });

    it('does not count an attempt whose token is refused', async () => {
      const answers = [FAILED, FAILED, REFUSED, FAILED, SET];
      const { outcome, requests } = await submit({ answers });
      assert.equal(outcome.kind, 'set');
      assert.equal(requests.length, 5);
    });

    it('does not count the wait for one as its time', async () => {
      const onTokenRequest = () => mock.timers.setTime(Date.now() + 60 * MINUTE);
      const answers = [FAILED, REFUSED, FAILED, SET];
      assert.equal((await submit({ answers, onTokenRequest })).outcome.kind, 'set');
      const { outcome, requests } = await submit({
        answers,
        onTokenRequest,
        // Twice for each attempt except the last one.
        onProgress: () => mock.timers.setTime(Date.now() + 7000),
      });
      assert.equal(outcome.kind, 'unconfirmed');
      assert.equal(requests.length, 3, 'The time before and after the wait counts.');
    });

    for (const [grant, kind, attribute] of [
      ['no-token', 'token-unavailable'],
      ['signed-out', 'token-expired'],
      ['malformed-token', 'misconfigured', 'client-token'],
      ['missing-return', 'misconfigured', 'getClientToken'],
    ] as const)
      it(`ends as ${kind} without a request if the answer of the page is ${grant}`, async () => {
        const { outcome, requests } = await submit({ answers: [SET], grants: [{ kind: grant }] });
        assert.equal(outcome.kind, kind);
        assert.equal('attribute' in outcome ? outcome.attribute : undefined, attribute);
        assert.equal(requests.length, 0);
      });
  });

  it('reports each wait and attempt, and between attempts whether the PIN may be set', async () => {
    for (const [answers, mayBeSet, expected] of [
      [[LIMITED, 'lost', SET], false, 'waits, first set, retry, retry set, retry set, retry set'],
      [[REFUSED, SET], false, 'waits, first set, first, waits again, first set'],
      [
        [LIMITED, REFUSED, SET],
        false,
        'waits, first set, retry, retry set, retry, waits again, retry set',
      ],
      [[REFUSED, SET], true, 'waits, first set, first set, waits again, first set'],
    ] as const satisfies readonly [Answer[], boolean, string][]) {
      const reports: string[] = [];
      const onProgress = (progress: Progress) => {
        if (progress.kind === 'waiting') reports.push(progress.isFirst ? 'waits' : 'waits again');
        else {
          const { isRetry, mayBeExecuted } = progress;
          reports.push(`${isRetry ? 'retry' : 'first'}${mayBeExecuted ? ' set' : ''}`);
        }
      };
      await submit({ answers, mayBeSet, onProgress });
      assert.equal(reports.join(', '), expected);
    }
  });

  for (const [moment, on, log] of [
    ['at its start', 'onStart', []],
    ['while it waits for a client token', 'onTokenRequest', ['onProgress', 'onTokenRequest']],
    ['during a request', 'onRequest', ['onProgress', 'onTokenRequest', 'onProgress', 'onRequest']],
  ] as const)
    it(`ends and does nothing more if it is aborted ${moment}`, async () => {
      const steps: string[] = [];
      const { outcome } = await submit({
        answers: [SET],
        onTokenRequest: () => steps.push('onTokenRequest'),
        onProgress: () => steps.push('onProgress'),
        [on]: (controller: AbortController) => {
          if (on !== 'onStart') steps.push(on);
          controller.abort();
        },
      });
      assert.deepEqual(outcome, { kind: 'aborted' });
      assert.deepEqual(steps, log);
    });

  it('ends at once and sends nothing more if it is aborted during a wait', async () => {
    const { outcome, requests } = await submit({
      answers: [retryAfter(20), SET],
      onProgress: (progress, controller) => {
        if (progress.kind === 'submitting' && progress.isRetry)
          queueMicrotask(() => controller.abort());
      },
    });
    assert.deepEqual(outcome, { kind: 'aborted' });
    assert.equal(requests.length, 1);
    assert.equal(Date.now(), 0);
  });
});
