/**
 * One submit, from the digits to the outcome.
 */
import type { TokenSource } from '../service/client-tokens.js';
import { idempotencyKey } from '../service/idempotency-key.js';
import { submit, type Progress } from '../service/submit.js';
import { setPinOperation, type PinTarget } from '../set-pin/operation.js';
import { outcomeOf, type Misconfigured, type Outcome } from '../set-pin/outcome.js';
import type { PinPlatform } from '../shield/platform.js';
import type { FormSettings } from './settings.js';

/**
 * One request to set a PIN. Two submits with the same request and the same PIN are one request to
 * the service.
 */
export interface PinRequest extends PinTarget {
  /** The idempotency key. */
  readonly key: string;
}

/** Returns a new request with its own idempotency key, or the mistake in the settings. */
export function newRequest({ target }: FormSettings): PinRequest | Misconfigured {
  if ('kind' in target) return target;
  return {
    endpoint: new URL(target.endpoint),
    paymentCardId: target.cardId,
    keyType: target.keyType || undefined,
    key: idempotencyKey(),
  };
}

/** The form, as its submission sees it. */
export interface SubmissionHost {
  readonly tokens: TokenSource;
  platform(): PinPlatform;
  handleProgress(progress: Progress): void;
  /**
   * Called once, unless the submission was aborted.
   *
   * @param request - The request to send if the cardholder tries the same PIN again.
   */
  handleOutcome(outcome: Outcome, request: PinRequest): void;
}

/** A submit in progress. */
export class Submission {
  /** The outcome. Never rejects. */
  readonly outcome: Promise<Outcome>;
  readonly #controller = new AbortController();
  #mayBeSet: boolean;

  /** @param mayBeSet - `true` if an earlier submit of the same request may have set this PIN. */
  constructor(newPin: string, request: PinRequest, mayBeSet: boolean, host: SubmissionHost) {
    this.#mayBeSet = mayBeSet;
    this.outcome = this.#run(newPin, request, host);
  }

  /** `true` if the PIN may be set by now. */
  get mayBeSet(): boolean {
    return this.#mayBeSet;
  }

  /** Ends it as `aborted`. */
  abort(): void {
    this.#controller.abort();
  }

  async #run(newPin: string, request: PinRequest, host: SubmissionHost): Promise<Outcome> {
    const { signal } = this.#controller;
    // Deferred, because this may ask the page for a token, and the page's listeners must find the
    // submit in progress.
    await Promise.resolve();
    let next = request;
    const outcome = await submit(setPinOperation(newPin, request, request.key), {
      endpoint: request.endpoint,
      tokens: host.tokens,
      platform: () => host.platform(),
      report: (progress) => {
        if (progress.kind === 'submitting') this.#mayBeSet = progress.mayBeExecuted;
        host.handleProgress(progress);
      },
      signal,
      mayBeExecuted: this.#mayBeSet,
    }).then(
      (end) => {
        const { reply } = end;
        // A service may answer the same key with the same failure for ever.
        if (reply.kind === 'doubt' && reply.isStored) next = { ...request, key: idempotencyKey() };
        return outcomeOf(end);
      },
      // Page code threw, for example a redefined property. We can't know whether the request had
      // already gone out.
      (): Outcome => ({ kind: 'unconfirmed' }),
    );
    // The form has already moved on to another phase.
    if (signal.aborted) return { kind: 'aborted' };
    host.handleOutcome(outcome, next);
    return outcome;
  }
}
