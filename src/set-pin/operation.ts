/** The mutation that sets a PIN. Only the idempotency key's type differs between APIs. Pure. */
import type { Operation } from '../service/attempt.js';

/** The card, and the API that sets its PIN. */
export interface PinTarget {
  readonly endpoint: URL;
  readonly paymentCardId: string;
  /** The GraphQL type of the `IdempotencyKey` argument. `undefined` omits the argument. */
  readonly keyType: string | undefined;
}

/**
 * Returns the mutation for one PIN. Drop the mutation, with its PIN, once the submit has ended.
 *
 * The PIN and the key are variables, never part of the document, because servers log documents.
 * `id` isn't the first field, because a common firewall rule mistakes `{ id` for a shell command.
 *
 * @param newPin - ASCII digits. A string, because a PIN can begin with 0.
 * @param key - The idempotency key, the same for all attempts of a submit.
 */
export function setPinOperation(
  newPin: string,
  { paymentCardId, keyType }: Omit<PinTarget, 'endpoint'>,
  key: string,
): Operation {
  const [declared, passed] =
    keyType === undefined
      ? ['', '']
      : [`, $IdempotencyKey: ${keyType}`, ', IdempotencyKey: $IdempotencyKey'];
  return {
    field: 'setPinForPaymentCard',
    query: `mutation SetPinForPaymentCard($input: SetPinForPaymentCardInput!${declared}) {
  setPinForPaymentCard(input: $input${passed}) {
    __typename
    ... on PaymentCard { bin last4 id }
    ... on UserError { errors { code } }
  }
}`,
    variables: {
      input: { paymentCardId, newPin },
      ...(keyType !== undefined && { IdempotencyKey: key }),
    },
    keyed: keyType !== undefined,
  };
}
