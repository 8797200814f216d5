/** One submit, from the digits to the outcome. */
import { idempotencyKey } from '../service/idempotency-key.js';
import { submit, type SubmitOptions } from '../service/submit.js';
import { setPinOperation, type PinTarget } from '../set-pin/operation.js';
import { outcomeOf, type Outcome } from '../set-pin/outcome.js';
import type { FormSettings } from '../contract/settings.js';

/** Two submits with the same request and the same PIN are one request to the service. */
export interface PinRequest extends PinTarget {
  /** The idempotency key. */
  readonly key: string;
}

/** The end of a submit. */
export interface Submitted {
  readonly outcome: Outcome;
  /** The request to send if the cardholder tries the same PIN again. */
  readonly request: PinRequest;
}

type Destination = Pick<FormSettings, 'endpoint' | 'cardId' | 'idempotencyKey'>;

export function newRequest({ endpoint, cardId, idempotencyKey: type }: Destination): PinRequest {
  return {
    endpoint: new URL(endpoint),
    paymentCardId: cardId,
    keyType: type === 'none' ? undefined : type,
    key: idempotencyKey(),
  };
}

/** Sets a PIN. Never rejects. */
export async function setPin(
  newPin: string,
  request: PinRequest,
  options: Omit<SubmitOptions, 'endpoint'>,
): Promise<Submitted> {
  // Deferred, because this may ask the page for a token, and the page's listeners must find the
  // submit in progress.
  await Promise.resolve();
  try {
    const { endpoint, key } = request;
    const end = await submit(setPinOperation(newPin, request, key), { ...options, endpoint });
    const { reply } = end;
    // A service may answer the same key with the same failure for ever.
    const isStored = reply.kind === 'doubt' && reply.isStored;
    return {
      outcome: outcomeOf(end),
      request: isStored ? { ...request, key: idempotencyKey() } : request,
    };
  } catch {
    // Page code threw, for example a redefined property. We can't know whether the request had
    // already gone out.
    return { outcome: { kind: 'unconfirmed' }, request };
  }
}
