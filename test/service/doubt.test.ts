import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { noticeOf } from '../../src/messages/notice.js';
import { wordsFor } from '../../src/messages/words.js';
import { replyOf } from '../../src/service/reply.js';
import type { Platform } from '../../src/service/request.js';
import { waitBeforeRetry } from '../../src/service/retry-policy.js';
import { submit } from '../../src/service/submit.js';
import { setPinMutation } from '../../src/set-pin/operation.js';
import { outcomeOf, type Outcome } from '../../src/set-pin/outcome.js';
import { cases } from '../support/fuzz.js';

/** An answer, and what it means for the request that it answers. */
interface Event {
  readonly execution: 'executed' | 'not executed' | 'perhaps executed';
  /** `undefined` if no answer arrives. */
  readonly answer?: readonly [status: number, body: unknown];
  /** True if the machine has no network. */
  readonly isOffline?: boolean;
}

const REQUEST_ID = { extensions: { requestId: 'r-1' } };
const payload = (result: object) => ({ data: { result }, ...REQUEST_ID });

const EVENTS: Readonly<Record<string, Event>> = {
  'not sent': { execution: 'not executed', isOffline: true },
  lost: { execution: 'perhaps executed' },
  'a card': {
    execution: 'executed',
    answer: [
      200,
      payload({ __typename: 'PaymentCard', id: 'card_1', bin: '400000', last4: '1001' }),
    ],
  },
  'a UserError': {
    execution: 'not executed',
    answer: [200, payload({ __typename: 'UserError', errors: [{ code: 'UNKNOWN' }] })],
  },
  'a UserError with a sentence': {
    execution: 'not executed',
    answer: [200, payload({ __typename: 'UserError', errors: [{ code: 'PIN_TOO_SIMPLE' }] })],
  },
  'an AccessDeniedError': {
    execution: 'not executed',
    answer: [200, payload({ __typename: 'AccessDeniedError', message: 'No.' })],
  },
  'an unknown payload': {
    execution: 'perhaps executed',
    answer: [200, payload({ __typename: 'X' })],
  },
  'a 200 without JSON': { execution: 'perhaps executed', answer: [200, undefined] },
  'a 400 about the key': {
    execution: 'not executed',
    answer: [
      400,
      { errors: [{ message: 'Unknown argument "IdempotencyKey" on field "Mutation.x".' }] },
    ],
  },
  'a 400': { execution: 'not executed', answer: [400, { errors: [{ message: 'No.' }] }] },
  'a 401': { execution: 'not executed', answer: [401, REQUEST_ID] },
  'a 403': { execution: 'not executed', answer: [403, undefined] },
  'a 404': { execution: 'not executed', answer: [404, undefined] },
  'a 413': { execution: 'not executed', answer: [413, undefined] },
  'a 422': { execution: 'not executed', answer: [422, { errors: [{ message: 'No.' }] }] },
  'a 429': { execution: 'not executed', answer: [429, REQUEST_ID] },
  'a 500': { execution: 'perhaps executed', answer: [500, REQUEST_ID] },
  'a 502': { execution: 'perhaps executed', answer: [502, undefined] },
  'a 503 of the service': { execution: 'not executed', answer: [503, REQUEST_ID] },
  'a 503 of a proxy': { execution: 'perhaps executed', answer: [503, { message: 'upstream' }] },
  'a 504': { execution: 'perhaps executed', answer: [504, undefined] },
};

/**
 * Answers that the client treats in the same way as another one, so that the longer sequences have
 * only the other one.
 */
const SIMILAR: Readonly<Record<string, readonly string[]>> = {
  'an unknown payload': ['a 200 without JSON'],
  'a UserError with a sentence': ['a UserError'],
  'a 400': ['a 422'],
  'a 404': ['a 413'],
  'a 500': ['a 502', 'a 503 of a proxy', 'a 504'],
};

const ALL = Object.keys(EVENTS);
const REPRESENTATIVES = ALL.filter((name) => !Object.values(SIMILAR).flat().includes(name));

/** The longest sequence of events. */
const LENGTH = cases(10) < 10 ? 3 : 4;

const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh-Hans'];

/** Returns what a submit does after an answer. */
function nextStepAfter(name: string): object {
  const [status, body] = EVENTS[name]!.answer!;
  const headers = { retryAfter: undefined, challenge: undefined };
  const reply = replyOf({ kind: 'answer', status, ...headers, body });
  const course = { attempts: 1, elapsed: 0, keyed: true };
  return {
    end: outcomeOf({ reply, mayBeExecuted: false }).kind,
    isCorrected: 'errors' in reply && reply.errors.length > 0,
    isRetried: waitBeforeRetry(reply, course, 0, 0) !== undefined,
  };
}

/** What a cardholder sees of a sequence of events, who submits again after each unconfirmed end. */
interface Course {
  readonly outcomes: readonly Outcome[];
  /** The events of each submit. */
  readonly submits: readonly (readonly Event[])[];
  /** True if the events did not suffice. */
  readonly isCut: boolean;
}

/**
 * Returns a response with the members that the client reads. A real one takes ten times as long.
 */
function responseOf(status: number, body: unknown): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(body ?? '<html>'));
  let isRead = false;
  const read = () =>
    Promise.resolve(isRead ? { done: true } : ((isRead = true), { done: false, value: bytes }));
  const type = body === undefined ? 'text/html' : 'application/json';
  return {
    status,
    headers: { get: (name: string) => (name === 'Content-Type' ? type : null) },
    clone: () => ({ body: { getReader: () => ({ read }) } }),
  } as unknown as Response;
}

let runs = 0;

/** Submits until an outcome is certain or the events run out. */
async function run(names: readonly string[], keyed: boolean): Promise<Course> {
  const waiting = names.map((name) => EVENTS[name]!);
  const outcomes: Outcome[] = [];
  const submits: Event[][] = [];
  let isCut = false;
  // The corrected document of an endpoint is remembered.
  const endpoint = new URL(`https://service.invalid/${runs++}`);
  const idempotencyKey = keyed ? 'key-1' : undefined;
  for (;;) {
    const controller = new AbortController();
    const events: Event[] = [];
    const next = (): Event | undefined => {
      const event = waiting.shift();
      if (event !== undefined) return (events.push(event), event);
      isCut = true;
      controller.abort();
      return undefined;
    };
    let event: Event | undefined;
    const platform: Platform = {
      json: JSON,
      online: () => !(event = next())?.isOffline,
      fetch: () => {
        if (event?.answer === undefined) return Promise.reject(new TypeError('Failed to fetch'));
        return Promise.resolve(responseOf(...event.answer));
      },
    };
    let tokens = 0;
    const grant = () => Promise.resolve({ kind: 'token', value: `t${++tokens}` } as const);
    const end = await submit(
      setPinMutation('4826', { endpoint, paymentCardId: 'card_1', idempotencyKey }),
      {
        endpoint,
        tokens: { obtain: grant, renew: grant, refuse() {} },
        platform: () => platform,
        report() {},
        signal: controller.signal,
        mayBeExecuted: outcomes.at(-1)?.kind === 'unconfirmed',
      },
    );
    submits.push(events);
    const outcome = outcomeOf(end);
    if (isCut) return { outcomes, submits, isCut };
    outcomes.push(outcome);
    if (outcome.kind !== 'unconfirmed') return { outcomes, submits, isCut };
  }
}

function assertTrue({ outcomes, submits }: Course, keyed: boolean, name: string): void {
  let mayBeExecuted = false;
  for (const [index, events] of submits.entries()) {
    for (const [position, { execution }] of events.entries()) {
      if (execution !== 'not executed') mayBeExecuted = true;
      const isLast = position === events.length - 1;
      if (!keyed && execution === 'perhaps executed') assert.ok(isLast, `repeated: ${name}`);
    }
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    if (outcome.kind === 'set') {
      assert.equal(events.at(-1)!.execution, 'executed', name);
      continue;
    }
    assert.equal(outcome.kind === 'unconfirmed', mayBeExecuted, `${outcome.kind}: ${name}`);
    assert.ok(outcome.kind !== 'aborted');
    if (mayBeExecuted) assertNoClaim(outcome, name);
  }
}

/**
 * Fails if the sentence for an outcome is one that says or implies that the PIN has not changed.
 */
function assertNoClaim(outcome: Exclude<Outcome, { kind: 'set' | 'aborted' }>, name: string): void {
  const outcomeText = JSON.stringify(outcome);
  if (unclaimed.has(outcomeText)) return;
  for (const words of WORDS) {
    const sentence = noticeOf(outcome, words).sentence(words);
    assert.ok(sentence.includes(words.outcomes.unconfirmed), name);
    for (const [kind, claim] of Object.entries(words.outcomes))
      if (kind !== 'unconfirmed') assert.ok(!sentence.includes(claim), `${kind}: ${name}`);
  }
  unclaimed.add(outcomeText);
}

/** The outcomes whose sentences were checked. */
const unclaimed = new Set<string>();

const WORDS = await Promise.all(
  LANGUAGES.map(async (lang) => {
    if (lang !== 'en') await import(`../../src/locales/${lang}.js`);
    return wordsFor(lang, {}, 4);
  }),
);

describe('a submit with every sequence of answers', () => {
  const { setTimeout } = globalThis;
  const { random } = Math;
  before(() => {
    // Not mocks of the test runner, which keep each call.
    Math.random = () => 0;
    // There is no backoff without jitter, and no attempt is late.
    globalThis.setTimeout = ((callback: () => void, delay: number) =>
      delay === 0 ? setImmediate(callback) : undefined) as unknown as typeof setTimeout;
  });
  after(() => {
    Math.random = random;
    globalThis.setTimeout = setTimeout;
  });

  it('treats similar answers in the same way', () => {
    for (const [name, similar] of Object.entries(SIMILAR)) {
      for (const other of similar) {
        assert.deepEqual(nextStepAfter(other), nextStepAfter(name), other);
        assert.equal(EVENTS[other]!.execution, EVENTS[name]!.execution);
      }
    }
  });

  for (const keyed of [true, false]) {
    it(`never says a false word about the PIN, ${keyed ? 'with' : 'without'} a key`, async () => {
      let count = 0;
      let unfinished: readonly (readonly string[])[] = [[]];
      for (let length = 1; length <= LENGTH; length++) {
        const longer: string[][] = [];
        for (const start of unfinished) {
          for (const name of length <= 2 ? ALL : REPRESENTATIVES) {
            const names = [...start, name];
            const course = await run(names, keyed);
            assertTrue(course, keyed, names.join(', then '));
            count++;
            if (course.isCut && REPRESENTATIVES.includes(name)) longer.push(names);
          }
        }
        unfinished = longer;
      }
      assert.ok(count > (LENGTH === 3 ? 900 : 10_000), `only ${count} sequences`);
    });
  }
});
