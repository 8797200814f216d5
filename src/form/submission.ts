/** One submit, from the digits to the outcome. */
import { submit, type SubmitOptions } from '../service/submit.js';
import { setPinOperation, type PinTarget } from '../set-pin/operation.js';
import { outcomeOf, type Outcome } from '../set-pin/outcome.js';
import type { FormSettings } from '../contract/settings.js';

/** The API treats two submits with the same request and the same PIN as one. */
export interface PinRequest extends PinTarget {
  readonly key: string;
}

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
  // Deferred, because the page's `token-expired` listeners must find the submit in progress.
  await Promise.resolve();
  try {
    const { endpoint, key } = request;
    const end = await submit(setPinOperation(newPin, request, key), { ...options, endpoint });
    const { reply } = end;
    // The API may return a stored failure for every further request with the same key.
    const isStored = reply.kind === 'doubt' && reply.isStored;
    return {
      outcome: outcomeOf(end),
      request: isStored ? { ...request, key: idempotencyKey() } : request,
    };
  } catch {
    // The page's code threw, for example in a redefined property. The request may have been sent.
    return { outcome: { kind: 'unconfirmed' }, request };
  }
}

/** Returns a UUID (RFC 9562, section 5.4). `crypto.randomUUID` exists only in secure contexts. */
export function idempotencyKey(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (placeholder) => {
    const random = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    // 0 and 1 each become a random hexadecimal digit. 8 is the variant, and becomes 8, 9, a or b.
    const digit = placeholder === '8' ? 8 + (random & 3) : random & 15;
    return digit.toString(16);
  });
}
