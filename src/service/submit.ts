/**
 * One submit: attempt; correct the document, refresh the client token or wait, as the service asks; attempt again → Outcome.
 */
import type { TokenSource } from './client-tokens.js';
import {
  corrected,
  setPinOperation,
  WHOLE_DOCUMENT,
  type DocumentParts,
} from '../set-pin/operation.js';
import { outcomeOf, type Outcome } from '../set-pin/outcome.js';
import { request, type Platform } from './request.js';
import { RETRY_BUDGET, waitBeforeRetry } from './retry-policy.js';

/** Where a PIN is to be set. Two tries with the same one and the same PIN are one request to the service. */
export interface PinRequest {
  readonly endpoint: URL;
  readonly paymentCardId: string;
  /** Kept over every attempt of a submit; `undefined` leaves the argument out. */
  readonly idempotencyKey: string | undefined;
}

/** How a submit goes. */
export interface Progress {
  /** Whether an attempt before this one failed. */
  readonly again: boolean;
  /** Whether the PIN may be set by now: an attempt is out, or what became of one is not known. */
  readonly mayBeSet: boolean;
}

/** What a submit needs of whoever makes it. */
export interface Submitter {
  readonly tokens: TokenSource;
  /** Asked anew for each attempt, as the page can throw a realm away while a token is waited for. */
  readonly platform: () => Platform;
  /** Told before each attempt, and after each that is not the last. */
  readonly report: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** The corrected documents that services took, by endpoint. */
const documents = new Map<string, DocumentParts>();

/**
 * Sets a PIN. Never rejects, as long as nothing that it is given throws.
 *
 * @param newPin - ASCII digits.
 * @param mayBeSet - Whether an earlier attempt with the same PIN and key may have been executed: then no end that leaves it open
 * may claim that nothing happened.
 */
export async function setPin(
  newPin: string,
  { endpoint, paymentCardId, idempotencyKey }: PinRequest,
  { tokens, platform, report, signal }: Submitter,
  mayBeSet: boolean,
): Promise<Outcome> {
  let parts = documents.get(endpoint.href) ?? WHOLE_DOCUMENT;
  let attempts = 0;
  /** Whether one of these attempts may have been executed under the key. */
  let keyUsed = false;
  const write = (parts: DocumentParts) =>
    setPinOperation(paymentCardId, newPin, idempotencyKey, parts);
  const end = (outcome: Outcome): Outcome =>
    mayBeSet && !isCertain(outcome) ? unconfirmed(outcome) : outcome;

  if (signal.aborted) return { kind: 'aborted' };
  let grant = await tokens.obtain(signal);
  /** When the first attempt began, put off by the time that was spent on waiting for tokens. */
  let began = Date.now();
  for (;;) {
    if (signal.aborted) return { kind: 'aborted' };
    if (grant.kind === 'none') return end({ kind: 'token-expired' });
    if (grant.kind === 'malformed') return end(MALFORMED_TOKEN);

    report({ again: attempts > 0, mayBeSet: true });
    const operation = write(parts);
    const reply = await request(endpoint, operation, grant.value, platform(), signal);
    if (signal.aborted) return { kind: 'aborted' };
    const outcome = outcomeOf(reply);
    const keyed = 'IdempotencyKey' in operation.variables;
    if (outcome.kind === 'unconfirmed') {
      mayBeSet = true;
      keyUsed ||= keyed;
    }

    if (outcome.kind === 'token-expired') {
      if (grant.fresh) {
        // One refresh for each submit: a service that refuses whatever it is given would otherwise be asked for ever.
        tokens.refuse(grant.value, outcome.requestId);
        return end(outcome);
      }
      report({ again: attempts > 0, mayBeSet });
      const asked = Date.now();
      grant = await tokens.renew(grant.value, outcome.requestId, signal);
      began += Date.now() - asked;
      continue;
    }

    if (reply.kind === 'answer' && reply.status === 400) {
      const fewer = corrected(parts, (Object(reply.body) as { errors?: unknown }).errors);
      // The errors may name a part that was not sent, such as the key of a submit that has none.
      if (fewer === undefined || write(fewer).query === operation.query) return end(outcome);
      // Without its key it would not be the request that may have been executed: the cardholder decides whether to send that too.
      if (keyUsed && !fewer.includes('IdempotencyKey')) return end(outcome);
      parts = fewer;
      continue;
    }
    if (reply.kind === 'answer' && reply.status === 200) documents.set(endpoint.href, parts);

    attempts++;
    const course = { attempts, elapsed: Date.now() - began, keyed };
    const wait = waitBeforeRetry(reply, course, Date.now(), Math.random());
    if (wait === undefined) return end(outcome);
    report({ again: true, mayBeSet });
    await pause(wait, signal);
    // The machine may have slept meanwhile.
    if (!signal.aborted && Date.now() - began > RETRY_BUDGET) return end(outcome);
  }
}

/** Ends at once when the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

const MALFORMED_TOKEN: Outcome = {
  kind: 'misconfigured',
  attribute: 'client-token',
  explanation:
    'The client token is neither a token as the service returns it, a string of base64-style text, nor { value, expirationDate } with such a value.',
};

/** Outcomes that stay true whatever became of earlier attempts: the service has spoken about this very PIN. */
function isCertain({ kind }: Outcome): boolean {
  return kind === 'set' || kind === 'rejected' || kind === 'denied';
}

function unconfirmed(outcome: Outcome): Outcome {
  return 'requestId' in outcome && outcome.requestId !== undefined
    ? { kind: 'unconfirmed', requestId: outcome.requestId }
    : { kind: 'unconfirmed' };
}
