/**
 * The requests that the provider's server SDK sends, captured from its version 0.2.1. Every header
 * that it sets is here; the API key is the user name of Basic authentication.
 */
import { getIntrospectionQuery } from 'graphql';

/** The body of a request. */
export interface SdkRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

/** The headers of each request, apart from `Authorization`. */
export const SDK_HEADERS = {
  accept: 'application/graphql-response+json, application/json',
  'content-type': 'application/json',
};

/** Returns the `Authorization` that the SDK makes from an API key. */
export function sdkAuthorization(apiKey: string): string {
  return `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
}

/** The requests without a method of their own in the SDK. It takes their text. */
export const QUERIES = {
  ping: { query: '{ ping }' },
  node: {
    query: 'query Node($id: ID!) { node(id: $id) { __typename id } }',
    variables: { id: 'card_test_accepted' },
    operationName: 'Node',
  },
  organizations: { query: '{ organizations { id profile { displayName } } }' },
  introspection: { query: getIntrospectionQuery(), operationName: 'IntrospectionQuery' },
} satisfies Readonly<Record<string, SdkRequest>>;

/** Returns the request of `clientTokens.createForPaymentCard`. */
export function clientTokenRequest(input: object): SdkRequest {
  return {
    query: `mutation GeneratePaymentCardClientToken($input: GeneratePaymentCardClientTokenInput!) {
  generatePaymentCardClientToken(input: $input) {
    ... on ClientToken {
      __typename
      value
      expirationDate
    }
    ... on UserError {
      __typename
      errors {
        code
        errorPath
        description
      }
    }
    ... on AccessDeniedError {
      __typename
      message
    }
  }
}`,
    variables: { input },
    operationName: 'GeneratePaymentCardClientToken',
  };
}
