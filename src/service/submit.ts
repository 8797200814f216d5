/**
 * Submits a mutation. After an attempt it may correct the document, renew the client token or wait,
 * as the service asks, and make another attempt.
 */
import type { TokenSource } from './client-tokens.js';
import { replyOf, type Reply } from './reply.js';
import { request, type Operation, type Platform } from './request.js';
import { RETRY_BUDGET, waitBeforeRetry } from './retry-policy.js';

/** A mutation with its values, written without the parts that a service's schema lacks. */
export interface Mutation<Part extends string> {
  /** The operation's name. The corrected document is remembered under it. */
  readonly name: string;
  /** The parts of the document for a schema that is not known yet. */
  readonly parts: readonly Part[];
  /** Writes the operation with these parts only. Its root field has the alias `result`. */
  readonly write: (parts: readonly Part[]) => Operation;
  /**
   * Changes the parts to fit a service's schema, according to its errors. Corrections of
   * corrections must end.
   *
   * @returns The new parts, or `undefined` if the errors ask for no change.
   */
  readonly correct: (
    parts: readonly Part[],
    errors: readonly unknown[],
  ) => readonly Part[] | undefined;
}

/** The current step of a submit. */
export type Progress =
  /** It waits for a client token. */
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'submitting';
      /** `true` if an attempt before this one failed. */
      readonly isRetry: boolean;
      /**
       * `true` if an attempt may have been executed by now: one is in progress, or its outcome is
       * unknown.
       */
      readonly mayBeExecuted: boolean;
    };

/** The inputs of a submit. */
export interface SubmitOptions {
  readonly endpoint: URL;
  readonly tokens: TokenSource;
  /**
   * Called for each attempt, because the page can remove the pristine realm while the submit waits
   * for a token.
   */
  readonly platform: () => Platform;
  /** Called before each attempt, and after each one that is not the last. */
  readonly report: (progress: Progress) => void;
  readonly signal: AbortSignal;
  /** `true` if an earlier submit of the same values and key may have been executed. */
  readonly mayBeExecuted: boolean;
}

/** The end of a submit. */
export interface SubmitEnd {
  /** The reply to the last attempt, or the reason why there was none. */
  readonly reply: Reply | { readonly kind: 'no-token' | 'malformed-token' };
  /** `true` if any attempt, of an earlier submit too, may have been executed. */
  readonly mayBeExecuted: boolean;
}

/** The parts of the documents that services accepted, by operation name and endpoint. */
const acceptedParts = new Map<string, readonly string[]>();

/** Submits a mutation. Rejects only if a function in its arguments throws. */
export async function submit<Part extends string>(
  mutation: Mutation<Part>,
  { endpoint, tokens, platform, report, signal, mayBeExecuted }: SubmitOptions,
): Promise<SubmitEnd> {
  const cacheKey = `${mutation.name} ${endpoint.href}`;
  let parts = (acceptedParts.get(cacheKey) as readonly Part[] | undefined) ?? mutation.parts;
  let attempts = 0;
  /** `true` if one of these attempts may have been executed under the key. */
  let keyUsed = false;
  let renewed = false;
  const end = (reply: SubmitEnd['reply']): SubmitEnd => ({ reply, mayBeExecuted });
  const reportWaiting = (): void => report({ kind: 'waiting' });

  if (signal.aborted) return end({ kind: 'aborted' });
  let grant = await tokens.obtain(signal, reportWaiting);
  /** The start of the first attempt, plus the time spent on waiting for tokens since. */
  let began = Date.now();
  for (;;) {
    if (signal.aborted) return end({ kind: 'aborted' });
    if (grant.kind === 'none') return end({ kind: 'no-token' });
    if (grant.kind === 'malformed') return end({ kind: 'malformed-token' });

    report({ kind: 'submitting', isRetry: attempts > 0, mayBeExecuted: true });
    const operation = mutation.write(parts);
    const { keyed } = operation;
    const reply = replyOf(await request(endpoint, operation, grant.value, platform(), signal));
    if (signal.aborted) return end({ kind: 'aborted' });

    if (reply.kind === 'document-refused' || reply.kind === 'unknown') {
      const next = mutation.correct(parts, reply.errors);
      // Without the key, the service can't know that it may have executed this request already. So
      // the cardholder decides whether to retry.
      if (next !== undefined && !(keyUsed && !mutation.write(next).keyed)) {
        parts = next;
        continue;
      }
    }
    if (reply.kind === 'lost' || reply.kind === 'server-error' || reply.kind === 'unknown') {
      mayBeExecuted = true;
      keyUsed ||= keyed;
    }

    if (reply.kind === 'token-refused') {
      const { value } = grant;
      if (renewed) {
        // A service that refuses every token would otherwise be asked forever.
        tokens.refuse(value, reply.requestId);
        return end(reply);
      }
      renewed = true;
      report({ kind: 'submitting', isRetry: attempts > 0, mayBeExecuted });
      const asked = Date.now();
      grant = await tokens.renew(value, reply.requestId, signal, reportWaiting);
      began += Date.now() - asked;
      continue;
    }

    if (reply.kind === 'answered') acceptedParts.set(cacheKey, parts);

    attempts++;
    const course = { attempts, elapsed: Date.now() - began, keyed };
    const wait = waitBeforeRetry(reply, course, Date.now(), Math.random());
    if (wait === undefined) return end(reply);
    report({ kind: 'submitting', isRetry: true, mayBeExecuted });
    await pause(wait, signal);
    // The machine may have slept meanwhile.
    if (!signal.aborted && Date.now() - began > RETRY_BUDGET) return end(reply);
  }
}

/** Waits. Ends at once when the signal aborts. */
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
