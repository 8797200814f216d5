/** The field of the answer with the client token, or with the reason why there is none. */
export const CLIENT_TOKEN_FIELD = 'generatePaymentCardClientToken';

/** A GraphQL request for a client token. */
export interface ClientTokenOperation {
  readonly name: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Returns the operation that makes a client token, which may set the PIN of one card and do nothing
 * else.
 *
 * @param selections - Selections of the answer, beside those of the token.
 */
export function clientTokenOperation(cardId: string, selections = ''): ClientTokenOperation {
  return {
    name: 'GeneratePaymentCardClientToken',
    document: /* GraphQL */ `
      mutation GeneratePaymentCardClientToken($input: GeneratePaymentCardClientTokenInput!) {
        ${CLIENT_TOKEN_FIELD}(input: $input) {
          __typename
          ... on ClientToken {
            value
            expirationDate
          }
          ${selections}
        }
      }
    `,
    variables: { input: { paymentCardId: cardId, permissions: ['SET_PAYMENT_CARD_PIN'] } },
  };
}
