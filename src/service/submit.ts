/** Submits a mutation. Retries the request, renews the client token, and waits as the API asks. */
import type { TokenGrant, TokenSource } from './client-tokens.js';
import { replyOf, type Reply } from './reply.js';
import { request, type Operation, type Platform } from './attempt.js';
import { RETRY_BUDGET, waitBeforeRetry } from './retry-policy.js';

export type Progress =
  /** The submit is waiting for a client token, either the first one or a replacement. */
  | { readonly kind: 'waiting'; readonly isFirst: boolean }
  | {
      readonly kind: 'submitting';
      /** `true` if an earlier attempt failed. */
      readonly isRetry: boolean;
      /** `true` if an attempt is in progress, or the outcome of one is unknown. */
      readonly mayBeExecuted: boolean;
    };

export interface Connection {
  readonly tokens: TokenSource;
  /** Returns the functions that send the request. Called for each attempt. */
  readonly platform: () => Platform;
}

export interface SubmitOptions extends Connection {
  readonly endpoint: URL;
  /** Called before each attempt, and after each one except the last. */
  readonly report: (progress: Progress) => void;
  readonly signal: AbortSignal;
  /** `true` if an earlier submit with the same values and key may have been executed. */
  readonly mayBeExecuted: boolean;
}

type Tokenless = Exclude<TokenGrant, { kind: 'token' }> & {
  /** The rejected request's id, if there is one. */
  readonly requestId?: string;
};

export interface SubmitEnd {
  /** The last attempt's reply, or the reason why there was no token for the next one. */
  readonly reply: Reply | Tokenless;
  /** `true` if any attempt, even in an earlier submit, may have been executed. */
  readonly mayBeExecuted: boolean;
}

/** Submits an operation. Rejects only if a function in its arguments throws. */
export async function submit(
  operation: Operation,
  { endpoint, tokens, platform, report, signal, mayBeExecuted }: SubmitOptions,
): Promise<SubmitEnd> {
  let attempts = 0;
  let renewed = false;
  let refusal: Pick<Reply, 'requestId'> = {};
  const end = (reply: SubmitEnd['reply']): SubmitEnd => ({ reply, mayBeExecuted });
  const reportWaiting = (isFirst: boolean): void => report({ kind: 'waiting', isFirst });

  if (signal.aborted) return end({ kind: 'aborted' });
  let grant = await tokens.obtain(signal, reportWaiting);
  /** The first attempt's start time, plus the time spent waiting for tokens since then. */
  let began = Date.now();
  for (;;) {
    if (signal.aborted) return end({ kind: 'aborted' });
    if (grant.kind !== 'token') return end({ ...grant, ...refusal });

    report({ kind: 'submitting', isRetry: attempts > 0, mayBeExecuted: true });
    const exchange = await request(endpoint, operation, grant.value, platform(), signal);
    const reply = replyOf(exchange, operation.field);
    if (signal.aborted) return end({ kind: 'aborted' });
    mayBeExecuted ||= reply.kind === 'doubt';

    if (reply.kind === 'token-refused') {
      const { value } = grant;
      const { requestId } = reply;
      if (renewed) {
        // Otherwise, an API that rejects every token would cause an endless loop.
        tokens.refuse(value);
        return end(reply);
      }
      renewed = true;
      refusal = requestId === undefined ? {} : { requestId };
      report({ kind: 'submitting', isRetry: attempts > 0, mayBeExecuted });
      const asked = Date.now();
      grant = await tokens.renew(value, requestId, signal, reportWaiting);
      began += Date.now() - asked;
      continue;
    }

    attempts++;
    const made = { attempts, elapsed: Date.now() - began, keyed: operation.keyed };
    const wait = waitBeforeRetry(reply, made, Math.random());
    if (wait === undefined) return end(reply);
    report({ kind: 'submitting', isRetry: true, mayBeExecuted });
    await pause(wait, signal);
    // The device may have been asleep in the meantime.
    if (!signal.aborted && Date.now() - began > RETRY_BUDGET) return end(reply);
  }
}

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
