import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Outcome } from '../../src/set-pin/outcome.js';
import { BODILESS, repeating, type WireAnswer } from '../support/any-answer.js';
import {
  anyScenario,
  KEY,
  PIN,
  TOKENS,
  useScenarios,
  type Attempt,
  type EndedSubmit,
  type Scenario,
} from '../support/any-submit.js';
import {
  assertOutcome,
  expectedKind,
  isJson,
  jsonOf,
  meaningOf,
} from '../support/expected-outcome.js';
import { cases, FUZZ } from '../support/fuzz.js';

/** The timeout of an attempt, in milliseconds. */
const TIMEOUT = 15_000;

describe('a submit with any answers', () => {
  const run = useScenarios();

  it('ends once, knows whether the PIN may be set, and claims nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario, async (scenario) => {
        const { outcome, attempts, reports, aborted, lastGrant } = await run(scenario);
        const replies = repliesTo(attempts);
        const last = replies.at(-1);
        assertOutcome(outcome, last?.json);
        assert.doesNotMatch(JSON.stringify(outcome), new RegExp([PIN, ...TOKENS, KEY].join('|')));
        const mayBeSet = scenario.mayBeSet || replies.some(({ mayBeExecuted }) => mayBeExecuted);
        if (aborted) {
          assert.equal(outcome.kind, 'aborted');
          // The last report decides the message for a cardholder who cancels.
          const lastReport = reports.at(-1);
          if (mayBeSet && lastReport !== undefined)
            assert.ok(lastReport.kind === 'submitting' && lastReport.mayBeExecuted);
          return;
        }
        const isOffline = scenario.online[attempts.length] === false;
        const known = [
          ...(lastGrant === 'token' ? [last?.kind] : []),
          ...(lastGrant === 'none' ? ['token-expired'] : []),
          ...(lastGrant === 'malformed' ? ['misconfigured'] : []),
          ...(lastGrant === 'token' && isOffline ? ['unavailable'] : []),
        ];
        if (mayBeSet && outcome.kind !== 'set') assert.equal(outcome.kind, 'unconfirmed');
        else assert.ok(known.includes(outcome.kind), `${outcome.kind}, but not ${known.join()}`);
        if (outcome.kind === 'unconfirmed') assert.ok(mayBeSet);
      }),
      { ...FUZZ, numRuns: cases(2500) },
    );
  });

  it('repeats only requests that may be repeated, under one key and within its time, and does not end while a retry is possible', async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario, async (scenario) => {
        const ended = await run(scenario);
        const { attempts, requestsAfterAbort } = ended;
        assert.equal(requestsAfterAbort, 0, 'A request is sent after the abort.');
        const replies = repliesTo(attempts);
        for (const { newPin, document, token } of attempts) {
          assert.equal(newPin, PIN);
          assert.doesNotMatch(document, new RegExp(`${PIN}|${KEY}`));
          assert.ok(TOKENS.some((value) => token === `Bearer ${value}`));
        }
        const [first] = attempts;
        if (first !== undefined) assert.equal(first.key, scenario.keyed ? KEY : undefined);
        for (const [index, next] of attempts.entries()) {
          if (index > 0) assertMayFollow(next, attempts.slice(0, index), replies.slice(0, index));
        }
        const counted = replies.filter(({ status }) => status !== 400 && status !== 401);
        assert.ok(counted.length <= 4, `${counted.length} attempts`);
        assert.ok(replies.filter(({ status }) => status === 401).length <= 2);
        if (!ended.aborted) assertNotTooSoon(ended, scenario, replies);
      }),
      { ...FUZZ, numRuns: cases(2500) },
    );
  });
});

/** The facts that a client can know about an attempt that has ended. */
interface Reply {
  /** The status that the answer stands for; `undefined` if there was no complete answer. */
  readonly status: number | undefined;
  readonly json: unknown;
  readonly kind: Outcome['kind'];
  readonly mayBeExecuted: boolean;
  /**
   * Milliseconds that the service asks for; `undefined` if its header is not a number of seconds.
   */
  readonly requestedWait: number | undefined;
}

function repliesTo(attempts: readonly Attempt[]): readonly Reply[] {
  return attempts.map((attempt, index) => {
    const reply = replyTo(attempt);
    const next = attempts[index + 1];
    const isCorrected = next !== undefined && next.document !== attempt.document;
    const errors = (reply.json as { errors?: unknown } | undefined)?.errors;
    // The schema refused the document although the answer does not say so elsewhere.
    return isCorrected && reply.kind === 'unconfirmed' && Array.isArray(errors)
      ? { ...reply, status: 400, mayBeExecuted: false }
      : reply;
  });
}

function replyTo({ timedAnswer: { answer, delay }, endedAt }: Attempt): Reply {
  if (answer === undefined || delay > TIMEOUT || endedAt === undefined || isTruncated(answer))
    return {
      status: undefined,
      json: undefined,
      kind: 'unconfirmed',
      mayBeExecuted: true,
      requestedWait: 0,
    };
  const { status, headers } = answer;
  const json = jsonOf(answer, '');
  const readable = { status, json, challenge: headers['WWW-Authenticate'] };
  const kind = expectedKind(readable);
  const wait = headers['Retry-After'] ?? '0';
  return {
    status: meaningOf(readable),
    json,
    kind,
    mayBeExecuted: kind === 'unconfirmed',
    requestedWait: /^\d+$/.test(wait) ? Number(wait) * 1000 : undefined,
  };
}

/** Returns whether an answer counts as lost: a 2xx says nothing before its last byte. */
function isTruncated({ status, headers, text, cutAfter = Infinity }: WireAnswer): boolean {
  return (
    status < 300 &&
    !BODILESS.includes(status) &&
    isJson(headers['Content-Type']) &&
    cutAfter < Buffer.byteLength(repeating(text, '')) &&
    cutAfter <= 256 * 1024
  );
}

/** Fails if an attempt is not allowed after the attempts before it. */
function assertMayFollow(
  next: Attempt,
  before: readonly Attempt[],
  replies: readonly Reply[],
): void {
  const previous = before.at(-1)!;
  const { status, requestedWait = 0 } = replies.at(-1)!;
  const waited = next.sentAt - previous.endedAt!;
  if (previous.key === undefined && status !== 400)
    assert.equal(next.key, undefined, 'It adds a key.');
  if (next.key === undefined)
    assert.ok(
      !before.some(({ key }, index) => key !== undefined && replies[index]!.mayBeExecuted),
      'It drops the key of a request that may have been executed.',
    );
  switch (status) {
    case 400:
      assert.notEqual(next.document, previous.document);
      return assert.equal(waited, 0);
    case 401:
      assert.notEqual(next.token, previous.token);
      assert.equal(next.key, previous.key);
      return assert.equal(waited, 0);
    default:
      assert.ok(isTemporary(replies.at(-1)!, previous.key), `It repeats a ${status}.`);
  }
  assert.equal(next.key, previous.key);
  assert.equal(next.document, previous.document);
  assert.ok(waited >= requestedWait, `It waits ${waited} ms instead of ${requestedWait} ms.`);
  assert.ok(next.sentAt - before[0]!.sentAt <= 30_000, 'It starts too late.');
}

/** Fails if a submit ended after a temporary failure although time and an attempt were left. */
function assertNotTooSoon(
  { attempts, lastGrant, refused }: EndedSubmit,
  { online }: Scenario,
  replies: readonly Reply[],
): void {
  for (const [index, { status }] of replies.entries())
    if (status === 401) assert.ok(refused.includes(attempts[index]!.token.slice('Bearer '.length)));
  const last = replies.at(-1);
  if (last === undefined || lastGrant !== 'token' || online[attempts.length] === false) return;
  const { key, endedAt, sentAt } = attempts.at(-1)!;
  if (last.status === 401)
    assert.equal(replies.filter(({ status }) => status === 401).length, 2, 'It renews no token.');
  if (!isTemporary(last, key) || last.requestedWait === undefined) return;
  const counted = replies.filter(({ status }) => status !== 400 && status !== 401).length;
  const soonest = (endedAt ?? sentAt) - attempts[0]!.sentAt + last.requestedWait;
  assert.ok(counted === 4 || soonest > 30_000, `It ends after ${counted} attempts.`);
}

/** Returns whether a request may be repeated. Without a key only if it was not executed. */
function isTemporary({ status, mayBeExecuted }: Reply, key: unknown): boolean {
  const isFailure = status === undefined || status === 429 || status >= 500;
  return isFailure && (key !== undefined || !mayBeExecuted);
}
