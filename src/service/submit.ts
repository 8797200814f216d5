/**
 * One submit of a mutation: attempt; correct the document, renew the client token or wait, as the service asks; attempt again.
 */
import type { TokenSource } from './client-tokens.js';
import { replyOf, type Reply } from './reply.js';
import { request, type Operation, type Platform } from './request.js';
import { RETRY_BUDGET, waitBeforeRetry } from './retry-policy.js';

/** A mutation with its values, and what its document becomes if a service's schema lacks a part of it. */
export interface Mutation<Part extends string> {
  /** The operation's name. The corrected document is remembered under it. */
  readonly name: string;
  /** All parts that the document can do without. */
  readonly parts: readonly Part[];
  /** Writes the operation with these parts only. Its root field has the alias `result`. */
  readonly write: (parts: readonly Part[]) => Operation;
  /**
   * Leaves out what a service says that its schema lacks.
   *
   * @returns The parts that remain, or `undefined` if the errors name none.
   */
  readonly correct: (
    parts: readonly Part[],
    errors: readonly unknown[],
  ) => readonly Part[] | undefined;
}

/** What a submit does at the moment. */
export type Progress =
  /** It waits for a client token. */
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'submitting';
      /** Whether an attempt before this one failed. */
      readonly isRetry: boolean;
      /** Whether an attempt may have been executed by now: one is out, or its outcome is unknown. */
      readonly mayBeExecuted: boolean;
    };

/** What a submit needs of its caller. */
export interface SubmitOptions {
  readonly endpoint: URL;
  readonly tokens: TokenSource;
  /** Asked for each attempt, as the page can throw a realm away while a token is waited for. */
  readonly platform: () => Platform;
  /** Told before each attempt, and after each that is not the last. */
  readonly report: (progress: Progress) => void;
  readonly signal: AbortSignal;
  /** Whether an earlier submit of the same values and key may have been executed. */
  readonly mayBeExecuted: boolean;
}

/** How a submit ended. */
export interface SubmitEnd {
  /** What became of the last attempt; or why there was none. */
  readonly reply: Reply | { readonly kind: 'no-token' | 'malformed-token' };
  /** Whether any attempt, of an earlier submit too, may have been executed. */
  readonly mayBeExecuted: boolean;
}

/** The corrected documents that services accepted, by operation name and endpoint. */
const accepted = new Map<string, readonly string[]>();

/** Submits a mutation. Never rejects, as long as nothing that it is given throws. */
export async function submit<Part extends string>(
  mutation: Mutation<Part>,
  { endpoint, tokens, platform, report, signal, mayBeExecuted }: SubmitOptions,
): Promise<SubmitEnd> {
  const memory = `${mutation.name} ${endpoint.href}`;
  let parts = (accepted.get(memory) as readonly Part[] | undefined) ?? mutation.parts;
  let attempts = 0;
  /** Whether one of these attempts may have been executed under the key. */
  let keyUsed = false;
  const end = (reply: SubmitEnd['reply']): SubmitEnd => ({ reply, mayBeExecuted });
  const reportWaiting = (): void => report({ kind: 'waiting' });

  if (signal.aborted) return end({ kind: 'aborted' });
  let grant = await tokens.obtain(signal, reportWaiting);
  /** When the first attempt began, plus the time spent on waiting for tokens since. */
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
    if (reply.kind === 'lost' || reply.kind === 'server-error' || reply.kind === 'unknown') {
      mayBeExecuted = true;
      keyUsed ||= keyed;
    }

    if (reply.kind === 'token-refused') {
      const { value } = grant;
      if (grant.fresh) {
        // A submit renews its token once. A service that refuses every token would otherwise be asked forever.
        tokens.refuse(value, reply.requestId);
        return end(reply);
      }
      report({ kind: 'submitting', isRetry: attempts > 0, mayBeExecuted });
      const asked = Date.now();
      grant = await tokens.renew(value, reply.requestId, signal, reportWaiting);
      began += Date.now() - asked;
      continue;
    }

    if (reply.kind === 'document-refused') {
      const fewer = mutation.correct(parts, reply.errors);
      const corrected = fewer && mutation.write(fewer);
      // The errors may name a part that was not sent, such as the key of a submit that has none.
      if (corrected === undefined || corrected.query === operation.query) return end(reply);
      // Without its key it would be another request than the one that may have been executed: the cardholder decides.
      if (keyUsed && !corrected.keyed) return end(reply);
      parts = fewer!;
      continue;
    }
    if (reply.kind === 'answered') accepted.set(memory, parts);

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
