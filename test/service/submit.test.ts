import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { Progress } from '../../src/service/submit.js';
import { submit, type Answer } from '../support/submit.js';

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
    ['the last response is a card', ['lost', LIMITED, FAILED, SET], 'set', [0, 500, 1500, 3500]],
    [
      'the API sends Retry-After',
      [retryAfter(7), [503, {}, { 'Retry-After': '3' }], SET],
      'set',
      [0, 7500, 11_500],
    ],
    [
      'Retry-After is longer than the time left',
      [retryAfter(16), retryAfter(15), SET],
      'rate-limited',
      [0, 16_500],
    ],
  ] as const satisfies readonly (readonly [string, readonly Answer[], string, number[]])[]) {
    it(`has the outcome ${kind} after ${times.length} of at most 4 attempts if ${name}`, async () => {
      const { outcome, requests } = await submit({ answers });
      assert.equal(outcome.kind, kind);
      if (outcome.kind === 'rate-limited') assert.equal(outcome.retryAfter, 15);
      assert.deepEqual(
        requests.map(({ at }) => at),
        times,
      );
    });
  }

  it('doesn’t retry if the machine slept through the wait', async () => {
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

  it('reports the last response’s codes and request id if an earlier request is in doubt', async () => {
    const { outcome } = await submit({ answers: ['lost', REJECTED] });
    assert.ok(outcome.kind === 'unconfirmed');
    const { codes, explanation } = outcome;
    assert.deepEqual({ codes, requestId: outcome.requestId }, { codes: ['X'], requestId });
    assert.match(explanation ?? '', /^An earlier request may have set/);
  });

  it('is unconfirmed if the page’s code throws', async () => {
    const onProgress = () => {
      throw new Error('patched');
    };
    assert.equal((await submit({ answers: [SET], onProgress })).outcome.kind, 'unconfirmed');
  });

  describe('with client tokens', () => {
    it('renews a rejected token once, even after other responses', async () => {
      const answers = [REFUSED, LIMITED, REFUSED];
      const { outcome, requests, refused } = await submit({ answers });
      assert.deepEqual(outcome, { kind: 'token-expired', requestId });
      assert.deepEqual(
        requests.map(({ at, token }) => [at, token]),
        [0, 0, 500].map((at, index) => [at, `Bearer ${index === 0 ? 'first' : 'second'}`]),
      );
      assert.deepEqual(refused, [`first in ${requestId}`, 'second']);
    });

    it('reports the rejected request’s id if no other token is supplied', async () => {
      const grants = [{ kind: 'token', value: 'first' }] as const;
      const { outcome } = await submit({ answers: [REFUSED], grants });
      assert.deepEqual(outcome, { kind: 'token-unavailable', requestId });
    });

    it('doesn’t count the wait for a token towards its time limit', async () => {
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

    for (const [grant, kind, attribute, mayBeSet = false] of [
      ['no-token', 'token-unavailable'],
      ['no-token', 'unconfirmed', undefined, true],
      ['signed-out', 'token-expired'],
      ['malformed-token', 'misconfigured', 'client-token'],
      ['missing-return', 'misconfigured', 'getClientToken'],
    ] as const)
      it(`has the outcome ${kind} without a request if the page answers with ${grant}`, async () => {
        const scenario = { answers: [SET], grants: [{ kind: grant }], mayBeSet };
        const { outcome, requests } = await submit(scenario);
        assert.equal(outcome.kind, kind);
        assert.equal('attribute' in outcome ? outcome.attribute : undefined, attribute);
        assert.equal(requests.length, 0);
      });
  });

  it('reports each wait and attempt, and whether the PIN may be set', async () => {
    for (const [answers, mayBeSet, expected] of [
      [[LIMITED, 'lost', SET], false, 'waits, first set, retry, retry set, retry set, retry set'],
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
