/** The response field with the client token, or with the reason why there isn't one. */
export const CLIENT_TOKEN_FIELD = 'generatePaymentCardClientToken';

// docs/registered-operations.md repeats this text.
const DOCUMENT = `mutation GeneratePaymentCardClientToken($input: GeneratePaymentCardClientTokenInput!) {
  ${CLIENT_TOKEN_FIELD}(input: $input) {
    __typename
    ... on ClientToken { value expirationDate }
    ... on UserError { errors { code } }
  }
}`;

/**
 * Returns the operation that issues a client token, which can set one card's PIN and do nothing
 * else.
 */
export function clientTokenOperation(cardId: string) {
  return {
    name: 'GeneratePaymentCardClientToken',
    document: DOCUMENT,
    variables: { input: { paymentCardId: cardId, permissions: ['SET_PAYMENT_CARD_PIN'] } },
  };
}
