/**
 * The life of one submit, from the digits to the outcome.
 */
import type { TokenSource } from '../service/client-tokens.js';
import { idempotencyKey } from '../service/idempotency-key.js';
import { submit, type Progress } from '../service/submit.js';
import { setPinMutation, type PinRequest } from '../set-pin/operation.js';
import { outcomeOf, type Misconfigured, type Outcome } from '../set-pin/outcome.js';
import type { PinPlatform } from '../shield/platform.js';
import type { FormSettings } from './settings.js';

/** Returns a new request, with a key of its own; or the mistake in the settings. */
export function newRequest({ target }: FormSettings): PinRequest | Misconfigured {
  if ('kind' in target) return target;
  return {
    endpoint: new URL(target.endpoint),
    paymentCardId: target.cardId,
    idempotencyKey: target.keyed ? idempotencyKey() : undefined,
  };
}

/** What a submission asks of its form. */
export interface SubmissionHost {
  readonly tokens: TokenSource;
  platform(): PinPlatform;
  handleProgress(progress: Progress): void;
  /** Called once, unless the submission was aborted. */
  handleOutcome(outcome: Outcome, request: PinRequest): void;
}

/** A submit that is out. */
export class Submission {
  /** How it ends. Never rejects. */
  readonly outcome: Promise<Outcome>;
  readonly #controller = new AbortController();
  #mayBeSet: boolean;

  /** @param mayBeSet - Whether an earlier submit of the same request may have set this PIN. */
  constructor(newPin: string, request: PinRequest, mayBeSet: boolean, host: SubmissionHost) {
    this.#mayBeSet = mayBeSet;
    this.outcome = this.#run(newPin, request, host);
  }

  /** Whether the PIN may be set by now. */
  get mayBeSet(): boolean {
    return this.#mayBeSet;
  }

  /** Ends it as `aborted`. */
  abort(): void {
    this.#controller.abort();
  }

  async #run(newPin: string, request: PinRequest, host: SubmissionHost): Promise<Outcome> {
    const { signal } = this.#controller;
    // The page may be asked for a token at once, and its listeners must find this submit under way.
    await Promise.resolve();
    const outcome = await submit(setPinMutation(newPin, request), {
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
      outcomeOf,
      // Page code threw, for example a redefined property. We can't know whether the request had already gone out.
      (): Outcome => ({ kind: 'unconfirmed' }),
    );
    // An aborted submit has no say any more: the form is in another phase by now.
    if (signal.aborted) return { kind: 'aborted' };
    host.handleOutcome(outcome, request);
    return outcome;
  }
}
