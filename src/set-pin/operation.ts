/**
 * The operation that sets a PIN, as the service's schema has it. Pure.
 */

/** What a GraphQL request carries; the service takes these members and no other. */
export interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Writes the mutation `setPinForPaymentCard`.
 *
 * The PIN and the idempotency key are variables, never part of the document's text: servers log documents.
 *
 * @param newPin - ASCII digits. A string, as a PIN may begin with 0.
 * @param idempotencyKey - A UUID, or `undefined` to leave the argument out.
 */
export function setPinOperation(
  paymentCardId: string,
  newPin: string,
  idempotencyKey: string | undefined,
): Operation {
  const input = { paymentCardId, newPin };
  return idempotencyKey === undefined
    ? { query: document('', ''), variables: { input } }
    : {
        query: document(', $IdempotencyKey: String', ', IdempotencyKey: $IdempotencyKey'),
        variables: { input, IdempotencyKey: idempotencyKey },
      };
}

function document(keyVariable: string, keyArgument: string): string {
  return `mutation SetPinForPaymentCard($input: SetPinForPaymentCardInput!${keyVariable}) {
  setPinForPaymentCard(input: $input${keyArgument}) {
    __typename
    ... on PaymentCard { id bin last4 }
    ... on UserError { errors { code errorPath } }
  }
}`;
}
