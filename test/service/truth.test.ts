/**
 * An API that may execute a request or not, and then responds in any way. Whatever it responds,
 * the cardholder sees "is set" only after an execution that the last response reports, and "we
 * can't tell" exactly if there is a doubt. No other message mentions whether the PIN is set.
 * Without a key, a request is repeated only once, with a renewed token.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { noticeOf, setSentence } from '../../src/messages/notice.js';
import { wordsFor } from '../../src/messages/words.js';
import type { Outcome } from '../../src/set-pin/outcome.js';
import { LOCALE_TAGS } from '../../tools/build/locales.js';
import { cases, FUZZ } from '../support/fuzz.js';
import { requestOf, submit, type Answer } from '../support/submit.js';

const FIELD = 'setPinForPaymentCard';

/** Codes that have a meaning if all errors' codes share it, and other codes. */
const CODES = {
  'token-expired': ['UNAUTHENTICATED', 'UNAUTHORIZED', 'AUTH_NOT_AUTHENTICATED', 'invalid-jwt'],
  'rate-limited': ['RATE_LIMITED', 'THROTTLED', 'TOO_MANY_REQUESTS'],
  denied: ['FORBIDDEN', 'AUTH_NOT_AUTHORIZED', 'access-denied'],
  misconfigured: [
    ...['BAD_USER_INPUT', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'validation-failed'],
    ...['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_DOCUMENT_ID_REQUIRED', 'QUERY_NOT_IN_SAFELIST'],
    'CANNOT_SEND_PQ_ID_AND_BODY',
  ],
  unconfirmed: ['INTERNAL_SERVER_ERROR', ' UNAUTHENTICATED', 'NOT_FORBIDDEN', undefined],
};

const STATUSES = [
  ...[200, 200, 200, 202, 400, 401, 403, 404, 405, 408, 409, 422, 425, 429, 451],
  ...[500, 502, 503, 504, 599],
];

/** Texts that a client could be tempted to read. */
const MESSAGES = [
  'Unknown argument "IdempotencyKey" on field "Mutation.setPinForPaymentCard".',
  'Cannot query field "last4" on type "PaymentCard".',
  'The PIN was set.',
  'Not executed.',
  'Unauthorized',
];

const PAYLOADS: Readonly<Record<string, object>> = {
  card: { __typename: 'PaymentCard', id: 'card_1', bin: '999900', last4: '1001' },
  AccessDenied: { __typename: 'AccessDeniedError' },
  odd: { __typename: 'PaymentCard', last4: '1001' },
};

const seldom = fc.constantFrom(false, false, false, true);

const anyError = fc.record({
  code: fc.constantFrom(...Object.values(CODES).flat()),
  hasPath: seldom,
});

/** A request that the browser or a proxy may send twice, and its response. */
const anyAttempt = fc.record({
  executions: fc.constantFrom<number>(0, 0, 1, 1, 2),
  isLost: seldom,
  status: fc.constantFrom(...STATUSES),
  isHtml: seldom,
  data: fc.constantFrom('absent', 'null', 'card', 'card', 'UserError', 'AccessDenied', 'odd'),
  codes: fc.subarray(['UNKNOWN', 'PIN_TOO_SIMPLE', 'CARD_NOT_ACTIVE']),
  errors: fc.array(anyError, { maxLength: 2 }),
  hasRequestId: fc.boolean(),
  retryAfter: fc.constantFrom(undefined, '1', '100', '200'),
});

type Attempt = typeof anyAttempt extends fc.Arbitrary<infer T> ? T : never;

/** Writes a response. Another `order` changes only parts that the client must ignore. */
function write(attempt: Attempt, order: 0 | 1): Answer {
  const { isLost, isHtml, status, data, errors, hasRequestId, retryAfter } = attempt;
  if (isLost) return 'lost';
  const reorder = <T>(list: T[]) => (order === 0 ? list : list.reverse());
  const codes = reorder(attempt.codes.map((code) => ({ code })));
  const payload = data === 'UserError' ? { __typename: data, errors: codes } : PAYLOADS[data];
  const body = {
    ...(data !== 'absent' && { data: { [FIELD]: payload ?? null } }),
    ...(errors.length > 0 && {
      errors: reorder(
        errors.map(({ code, hasPath }, index) => ({
          message: MESSAGES[(status + index + order) % MESSAGES.length],
          ...(code !== undefined && { extensions: { code } }),
          ...(hasPath && { path: [FIELD] }),
        })),
      ),
    }),
    ...(hasRequestId && { extensions: { requestId: 'r-1' } }),
  };
  return [status, isHtml ? undefined : body, retryAfter ? { 'Retry-After': retryAfter } : {}];
}

/**
 * Returns the attempts that are possible: the API reports a card only if it has executed a request,
 * and HTML contains nothing more.
 */
function possible(attempts: readonly Attempt[]): readonly Attempt[] {
  let executions = 0;
  return attempts.map((attempt) => {
    executions += attempt.executions;
    const isFalse = attempt.data === 'card' && executions === 0;
    return {
      ...attempt,
      executions,
      isLost: attempt.isLost || isFalse,
      ...(attempt.isHtml && { data: 'absent', errors: [], hasRequestId: false }),
    };
  });
}

type Kind = Exclude<Outcome['kind'], 'aborted' | 'invalid'>;

/** The meanings of the results, if there are no errors. */
const RESULTS: Readonly<Record<string, Kind>> = {
  card: 'set',
  UserError: 'rejected',
  AccessDenied: 'denied',
  odd: 'unconfirmed',
};

/** Returns a response's meaning according to the table in docs/errors.md. */
function meaningOf({ isLost, status, data, errors }: Attempt): Kind {
  const hasErrors = errors.length > 0;
  const isEach = (kind: keyof typeof CODES) =>
    hasErrors && errors.every(({ code }) => CODES[kind].includes(code!));
  if (isLost) return 'unconfirmed';
  if (RESULTS[data]) return hasErrors ? 'unconfirmed' : RESULTS[data];
  if (status === 401 || isEach('token-expired')) return 'token-expired';
  if (status === 429 || isEach('rate-limited')) return 'rate-limited';
  const hasPath = errors.some((each) => each.hasPath);
  if (isEach('misconfigured') && !hasPath) return 'misconfigured';
  if ((status === 403 && hasErrors) || isEach('denied')) return 'denied';
  return hasErrors && [400, 422].includes(status) && !hasPath ? 'misconfigured' : 'unconfirmed';
}

/** Returns whether a request may be repeated with its key after a response. */
function isPassing(attempt: Attempt): boolean {
  const { isLost, status, data } = attempt;
  const meaning = meaningOf(attempt);
  if (isLost || meaning === 'rate-limited') return true;
  const isLater = status >= 500 || [408, 409, 425].includes(status);
  return meaning === 'unconfirmed' && !RESULTS[data] && isLater;
}

/** In each language, words that mean that the PIN is or isn't set, and an example that it isn't. */
const CLAIMS: Readonly<Record<string, readonly [claim: RegExp, denial: string]>> = {
  en: [/\b(is|isn’t|it’s|was|wasn’t|been) set\b/, 'Your new PIN isn’t set.'],
  ar: [/تم تعيين|يُعيَّن/, 'لم يُعيَّن رقمك السري الجديد.'],
  de: [/festgelegt/, 'Ihre neue PIN ist nicht festgelegt.'],
  es: [/guardado/, 'Su nuevo PIN no está guardado.'],
  'es-419': [/guardado/, 'Su nuevo NIP no está guardado.'],
  fr: [/enregistré/, 'Votre nouveau code PIN n’est pas enregistré.'],
  'fr-CA': [/enregistré/, 'Votre nouveau NIP n’est pas enregistré.'],
  ja: [/設定(しました|され)/, '新しい暗証番号は設定されていません。'],
  pt: [/definida/, 'Sua nova senha não foi definida.'],
  'pt-PT': [/definido/, 'O seu novo PIN não foi definido.'],
  'zh-Hans': [/(已|未|没有)设置/, '新密码没有设置。'],
};

for (const tag of LOCALE_TAGS) await import(`../../src/locales/${tag}.js`);
const ALL_WORDS = ['en', ...LOCALE_TAGS].map((tag) => wordsFor(tag, undefined, 4));

const checked = new Set<string>();

function assertTexts(outcome: Outcome): void {
  const name = JSON.stringify(outcome);
  if (checked.has(name)) return;
  assert.ok(outcome.kind !== 'aborted', 'Nobody aborted it.');
  for (const words of ALL_WORDS) {
    const text: string =
      outcome.kind === 'set'
        ? setSentence(outcome.card.last4 ?? '')(words)
        : noticeOf(outcome, words).sentence(words);
    const isClaim: boolean = outcome.kind === 'set' || outcome.kind === 'unconfirmed';
    assert.equal(CLAIMS[words.lang]![0].test(text), isClaim, `${name}: ${text}`);
  }
  checked.add(name);
}

/** Presses the button until the outcome is known or every attempt was made. */
async function run(attempts: readonly Attempt[], keyType: string, order: 0 | 1) {
  const ends: Awaited<ReturnType<typeof submit>>[] = [];
  let sent = 0;
  let request = requestOf(keyType);
  let mayBeSet = false;
  do {
    const answers = attempts.slice(sent).map((attempt) => write(attempt, order));
    const end = await submit({ answers, request, mayBeSet });
    ends.push(end);
    sent += end.requests.length;
    request = end.next ?? request;
    mayBeSet = true;
  } while (ends.at(-1)!.outcome.kind === 'unconfirmed' && sent < attempts.length);
  return ends;
}

describe('a message', () => {
  it('makes a claim about the PIN only if it was or might have been set, in every language', () => {
    for (const words of ALL_WORDS) {
      const [claim, denial] = CLAIMS[words.lang]!;
      assert.match(denial, claim);
      const { set, cancelled, cancelledUnconfirmed, rateLimitedLonger } = words;
      const { unconfirmed, ...outcomes } = words.outcomes;
      for (const text of [set, unconfirmed, cancelledUnconfirmed]) assert.match(text, claim);
      for (const text of [cancelled, rateLimitedLonger, outcomes, words.codes].flatMap((texts) =>
        typeof texts === 'string' ? texts : Object.values(texts),
      ))
        assert.doesNotMatch(text, claim);
    }
  });
});

describe('a submit', () => {
  const { random } = Math;
  before(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    // Not a mock, because a mock would keep each call.
    Math.random = () => 0;
  });
  after(() => {
    mock.timers.reset();
    Math.random = random;
  });

  it('shows the cardholder a true outcome, whatever the API executes and returns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyAttempt, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('String!', ''),
        async (generated, keyType) => {
          const attempts = possible(generated);
          const ends = await run(attempts, keyType, 0);
          let rest = attempts;
          let isInDoubt = false;
          for (const [index, { outcome, requests, refused }] of ends.entries()) {
            const used = requests.map((_, at) => rest[at] ?? rest.at(-1)!);
            rest = rest.slice(requests.length);
            const last = used.at(-1)!;
            const meaning = meaningOf(last);
            isInDoubt ||= used.some((attempt) => meaningOf(attempt) === 'unconfirmed');
            assert.equal(outcome.kind, meaning === 'set' || !isInDoubt ? meaning : 'unconfirmed');
            if (outcome.kind === 'set') assert.ok(last.executions > 0);
            assertTexts(outcome);

            for (const attempt of used.slice(0, -1))
              if (meaningOf(attempt) !== 'token-expired')
                assert.ok(keyType !== '' && isPassing(attempt), 'It repeats a request.');
            const isSoon = last.isLost || (last.retryAfter?.length ?? 1) === 1;
            if (keyType !== '' && isPassing(last) && isSoon)
              assert.equal(used.filter((each) => meaningOf(each) !== 'token-expired').length, 4);
            assert.ok(refused.filter((text) => text.includes(' in ')).length <= 1);

            const [{ key }] = requests as [(typeof requests)[0]];
            assert.equal(key === undefined, keyType === '');
            for (const request of requests) assert.equal(request.key, key);
            const next = ends[index + 1]?.requests[0]?.key;
            const isOdd = last.data === 'odd' && last.errors.length === 0;
            const isFailure = meaning === 'unconfirmed' && !isOdd && !last.isLost;
            const isStored = isFailure && last.status >= 500 && last.hasRequestId;
            if (next !== undefined) assert.equal(next !== key, isStored);
          }
          // The parts that the client must ignore don't change anything.
          const others = await run(attempts, keyType, 1);
          const summary = (all: typeof ends) =>
            all.map(({ outcome, requests }) => [outcome.kind, requests.length]);
          assert.deepEqual(summary(others), summary(ends));
        },
      ),
      { ...FUZZ, numRuns: cases(20_000, 0.03) },
    );
  });
});
