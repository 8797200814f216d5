/** A client token, with the members that the service returns and the page needs. */
export interface ClientToken {
  readonly value: string;
  /** ISO 8601. `null` if the service doesn't say when the token expires. */
  readonly expirationDate: string | null;
}

export interface MintingOptions {
  /** The service's GraphQL endpoint. */
  readonly serviceEndpoint: string;
  /** An API key for the endpoint's environment. */
  readonly apiKey: string;
  /** Milliseconds that the service has to respond. */
  readonly timeLimit: number;
}

/**
 * No token was minted. The error holds nothing from the service's response, which must not get into
 * our own responses and logs.
 */
export class MintingError extends Error {
  /** `unavailable`: a later retry may succeed. `failed`: the service returned no token. */
  readonly reason: 'unavailable' | 'failed';

  constructor(reason: 'unavailable' | 'failed') {
    super(`No client token: ${reason}.`);
    this.reason = reason;
  }
}

const DOCUMENT = /* GraphQL */ `
  mutation GeneratePaymentCardClientToken($input: GeneratePaymentCardClientTokenInput!) {
    generatePaymentCardClientToken(input: $input) {
      __typename
      ... on ClientToken {
        value
        expirationDate
      }
    }
  }
`;

/**
 * Requests a client token that may set the PIN of one card and do nothing else.
 *
 * @throws {MintingError} if the service returns no token.
 */
export async function mintClientToken(
  cardId: string,
  { serviceEndpoint, apiKey, timeLimit }: MintingOptions,
): Promise<ClientToken> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(serviceEndpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        // The key is the user name of Basic authentication. There is no password.
        Authorization: `Basic ${Buffer.from(apiKey).toString('base64')}`,
      },
      body: JSON.stringify({
        query: DOCUMENT,
        operationName: 'GeneratePaymentCardClientToken',
        variables: { input: { paymentCardId: cardId, permissions: ['SET_PAYMENT_CARD_PIN'] } },
      }),
      // Never send the API key to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit),
    });
    status = response.status;
    text = await response.text();
  } catch {
    throw new MintingError('unavailable');
  }
  if (status === 429 || status === 503) throw new MintingError('unavailable');
  const token = status === 200 ? readToken(text) : undefined;
  if (!token) throw new MintingError('failed');
  return token;
}

/** Returns the token if the response is a success. Copies only its two members. */
function readToken(text: string): ClientToken | undefined {
  try {
    const payload = (
      JSON.parse(text) as {
        data?: { generatePaymentCardClientToken?: Partial<Record<string, unknown>> | null } | null;
      } | null
    )?.data?.generatePaymentCardClientToken;
    if (payload?.['__typename'] !== 'ClientToken') return undefined;
    const { value, expirationDate } = payload;
    const isExpiry = typeof expirationDate === 'string' || expirationDate === null;
    return typeof value === 'string' && isExpiry ? { value, expirationDate } : undefined;
  } catch {
    return undefined;
  }
}
