import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { idempotencyKey } from '../../src/form/submission.js';
import { clientTokenOperation } from '../../src/node/server/client-token-operation.js';
import type { TokenGrant } from '../../src/service/client-tokens.js';
import { setPinOperation } from '../../src/set-pin/operation.js';
import { granted, submit, type Answer, type Step } from '../support/submit.js';

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

const retryAfter = (seconds: number, status = 429): Answer => [
  status,
  {},
  { 'Retry-After': `${seconds}` },
];

/** Returns a listener that acts right before the wait for another attempt. */
const beforeWait = (act: (controller: AbortController) => void) => {
  return (step: Step, controller: AbortController) => {
    if (typeof step === 'object' && step.kind === 'submitting' && step.isRetry)
      queueMicrotask(() => act(controller));
  };
};

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
    ['Retry-After is short', [retryAfter(7), retryAfter(3, 503), SET], 'set', [0, 7500, 11_500]],
    ['Retry-After is as long as the time left', [retryAfter(30), SET], 'set', [0, 30_000]],
    ['Retry-After is longer', [retryAfter(16), retryAfter(15), SET], 'rate-limited', [0, 16_500]],
    ['no response is clear', ['lost', FAILED], 'unconfirmed', [0, 500, 1500, 3500]],
  ] as const satisfies readonly (readonly [string, readonly Answer[], string, number[]])[]) {
    it(`has the outcome ${kind} after ${times.length} of at most 4 attempts if ${name}`, async () => {
      const { outcome, requests } = await submit({ answers });
      assert.equal(outcome.kind, kind);
      if (outcome.kind === 'rate-limited') assert.equal(outcome.retryAfter, 15);
      assert.deepEqual(
        requests.map(({ at }) => at),
        times,
      );
      assert.equal(Date.now(), times.at(-1), 'the end');
    });
  }

  it('doesn’t retry if the machine slept through the wait', async () => {
    const onStep = beforeWait(() => mock.timers.setTime(Date.now() + 31_000));
    const { outcome, requests } = await submit({ answers: [LIMITED, SET], onStep });
    assert.equal(outcome.kind, 'rate-limited');
    assert.equal(requests.length, 1);
  });

  it('reports the last response’s codes and request id if an earlier request is in doubt', async () => {
    const { outcome } = await submit({ answers: ['lost', REJECTED] });
    const { explanation, ...rest } = outcome as typeof outcome & { explanation?: string };
    assert.deepEqual(rest, { kind: 'unconfirmed', codes: ['X'], requestId });
    assert.match(explanation ?? '', /^An earlier request may have set/);
  });

  it('is unconfirmed if the page’s code throws', async () => {
    const onStep = (step: Step) => {
      if (step === 'token') throw new Error('patched');
    };
    assert.equal((await submit({ answers: [SET], onStep })).outcome.kind, 'unconfirmed');
  });

  it('renews a rejected token once, even after other responses', async () => {
    const { outcome, requests, refused } = await submit({ answers: [REFUSED, LIMITED, REFUSED] });
    assert.deepEqual(outcome, { kind: 'token-expired', requestId });
    assert.deepEqual(
      requests.map(({ at, token }) => `${at} ${token}`),
      ['0 Bearer first', '0 Bearer second', '500 Bearer second'],
    );
    assert.deepEqual(refused, [`first in ${requestId}`, 'second']);
  });

  it('doesn’t count the wait for a token towards its time limit', async () => {
    for (const [perReport, kind, attempts] of [
      [0, 'set', 4],
      // There are two reports for each attempt except the last one.
      [7000, 'unconfirmed', 3],
    ] as const) {
      const onStep = (step: Step) => {
        if (step === 'token') mock.timers.setTime(Date.now() + 60 * MINUTE);
        else if (typeof step === 'object') mock.timers.setTime(Date.now() + perReport);
      };
      const answers = [FAILED, REFUSED, FAILED, SET];
      const { outcome, requests } = await submit({ answers, onStep });
      assert.equal(outcome.kind, kind);
      assert.equal(requests.length, attempts);
    }
  });

  for (const [grant, expected, mayBeSet = false] of [
    ['no-token', 'token-unavailable'],
    ['no-token', 'unconfirmed', true],
    ['signed-out', 'token-expired'],
    ['malformed-token', 'misconfigured client-token'],
    ['missing-return', 'misconfigured getClientToken'],
  ] as const)
    it(`has the outcome ${expected} if the page answers with ${grant}`, async () => {
      const ofOutcome = async (grants: readonly TokenGrant[], attempts: number) => {
        const { outcome, requests } = await submit({ answers: [REFUSED], grants, mayBeSet });
        const attribute = 'attribute' in outcome ? ` ${outcome.attribute}` : '';
        assert.equal(`${outcome.kind}${attribute}`, expected);
        assert.equal(requests.length, attempts);
        return 'requestId' in outcome ? outcome.requestId : undefined;
      };
      assert.equal(await ofOutcome([{ kind: grant }], 0), undefined);
      assert.equal(await ofOutcome([granted('first'), { kind: grant }], 1), requestId);
    });

  it('reports each wait and attempt, and whether the PIN might already be set', async () => {
    for (const [answers, mayBeSet, expected] of [
      [[LIMITED, 'lost', SET], false, 'waits, 1st set, retry, retry set, retry set, retry set'],
      [
        [LIMITED, REFUSED, SET],
        false,
        'waits, 1st set, retry, retry set, retry, renews, retry set',
      ],
      [[REFUSED, SET], true, 'waits, 1st set, 1st set, renews, 1st set'],
    ] as const satisfies readonly [Answer[], boolean, string][]) {
      const reports: string[] = [];
      const onStep = (step: Step) => {
        if (typeof step !== 'object') return;
        if (step.kind === 'waiting') reports.push(step.isFirst ? 'waits' : 'renews');
        else reports.push(`${step.isRetry ? 'retry' : '1st'}${step.mayBeExecuted ? ' set' : ''}`);
      };
      await submit({ answers, mayBeSet, onStep });
      assert.equal(reports.join(', '), expected);
    }
  });

  const STEPS = ['start', 'waiting', 'token', 'submitting', 'request'];
  for (const [moment, title] of [
    ['start', 'at its start'],
    ['token', 'while it waits for a client token'],
    ['request', 'during a request'],
  ] as const)
    it(`ends and does nothing more if it is aborted ${title}`, async () => {
      const steps: string[] = [];
      const { outcome } = await submit({
        answers: [SET],
        onStep: (step, controller) => {
          steps.push(typeof step === 'object' ? step.kind : step);
          if (step === moment) controller.abort();
        },
      });
      assert.deepEqual(outcome, { kind: 'aborted' });
      assert.deepEqual(steps, STEPS.slice(0, STEPS.indexOf(moment) + 1));
    });

  it('ends at once and sends nothing more if it is aborted during a wait', async () => {
    const onStep = beforeWait((controller) => controller.abort());
    const { outcome, requests } = await submit({ answers: [retryAfter(20), SET], onStep });
    assert.deepEqual(outcome, { kind: 'aborted' });
    assert.equal(requests.length, 1);
    assert.equal(Date.now(), 0);
  });
});

it('sends the documents that docs/registered-operations.md lists', () => {
  const target = { paymentCardId: 'card_1', keyType: 'String!' };
  const page = readFileSync('docs/registered-operations.md', 'utf8');
  const keyless = setPinOperation('4826', { ...target, keyType: undefined }, 'a-key');
  const { query, variables } = setPinOperation('0482', target, 'a-key');
  for (const document of [query, keyless.query, clientTokenOperation('card_1').document])
    assert.ok(
      page.includes(`\`\`\`graphql\n${document}\n\`\`\``),
      `Write it into the page, and report the change in CHANGELOG.md: ${document}`,
    );
  assert.notEqual(query, keyless.query);
  const input = { paymentCardId: 'card_1', newPin: '0482' };
  assert.deepEqual(variables, { input, IdempotencyKey: 'a-key' });
});

it('generates idempotency keys as version 4 UUIDs, in which each random position can hold any digit', () => {
  const keys = Array.from({ length: 2000 }, idempotencyKey);
  const template = '10000000-1000-4000-8000-100000000000';
  for (const [at, character] of [...template].entries()) {
    const found = [...new Set(keys.map((key) => key[at]))].sort().join('');
    const expected = { '-': '-', '4': '4', '8': '89ab' }[character] ?? '0123456789abcdef';
    assert.equal(found, expected, `position ${at}`);
  }
  assert.equal(new Set(keys).size, keys.length);
});
