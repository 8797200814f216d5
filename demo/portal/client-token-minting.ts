/** A client token as the service gives it and as the page needs it. */
export interface ClientToken {
  readonly value: string;
  /** ISO 8601. */
  readonly expirationDate: string;
}

/** Where to have client tokens made, and with what. */
export interface MintingOptions {
  /** The service's GraphQL endpoint. */
  readonly serviceEndpoint: string;
  /** The API key of that endpoint's environment. */
  readonly apiKey: string;
  /** How long to wait for the service, in milliseconds. */
  readonly timeLimit: number;
}

/**
 * No token was made. It says whose fault it was and nothing that the service said, so that neither an answer nor a log of ours can
 * hold more than it should.
 */
export class MintingError extends Error {
  /** `unavailable`: trying again later may help. `failed`: the service didn't do what was asked. */
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
 * Has the service make a client token that may set the PIN of one card, and nothing else.
 * @throws {MintingError} when there is none
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
        // The key is the user's name of Basic authentication, and there is no password.
        Authorization: `Basic ${Buffer.from(apiKey).toString('base64')}`,
      },
      body: JSON.stringify({
        query: DOCUMENT,
        operationName: 'GeneratePaymentCardClientToken',
        variables: { input: { paymentCardId: cardId, permissions: ['SET_PAYMENT_CARD_PIN'] } },
      }),
      // The API key goes where it was meant to go.
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

/** The token, if the answer is exactly a success; its members are picked, so that nothing else of the answer travels on. */
function readToken(text: string): ClientToken | undefined {
  try {
    const payload = (
      JSON.parse(text) as {
        data?: { generatePaymentCardClientToken?: Partial<Record<string, unknown>> | null } | null;
      } | null
    )?.data?.generatePaymentCardClientToken;
    if (payload?.['__typename'] !== 'ClientToken') return undefined;
    const { value, expirationDate } = payload;
    if (typeof value !== 'string' || typeof expirationDate !== 'string') return undefined;
    return { value, expirationDate };
  } catch {
    return undefined;
  }
}
