/** The field of the answer with the client token, or with the reason why there is none. */
export const CLIENT_TOKEN_FIELD = 'generatePaymentCardClientToken';

// docs/registered-operations.md has this text.
const DOCUMENT = `mutation GeneratePaymentCardClientToken($input: GeneratePaymentCardClientTokenInput!) {
  ${CLIENT_TOKEN_FIELD}(input: $input) {
    __typename
    ... on ClientToken { value expirationDate }
    ... on UserError { errors { code } }
  }
}`;

/**
 * Returns the operation that makes a client token, which may set the PIN of one card and do nothing
 * else.
 */
export function clientTokenOperation(cardId: string) {
  return {
    name: 'GeneratePaymentCardClientToken',
    document: DOCUMENT,
    variables: { input: { paymentCardId: cardId, permissions: ['SET_PAYMENT_CARD_PIN'] } },
  };
}
