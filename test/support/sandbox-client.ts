import { after, before } from 'node:test';
import type { CardState, SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import type { LoggedRequest } from '../../src/node/sandbox/log.js';
import type { ClientToken } from '../../src/service/client-token.js';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/node/sandbox/sandbox.js';
import { until } from './until.js';

/** Digits that don't occur anywhere by chance. */
export const PIN = '804513796102';

export const SET_PIN = `mutation SetPin($input: SetPinForPaymentCardInput!, $key: String) {
  setPinForPaymentCard(input: $input, IdempotencyKey: $key) {
    __typename
    ... on PaymentCard { id bin last4 }
    ... on UserError { errors { code path errorPath } }
    ... on AccessDeniedError { message }
  }
}`;

export const GENERATE_TOKEN = `mutation GenerateToken($input: GeneratePaymentCardClientTokenInput!) {
  generatePaymentCardClientToken(input: $input) {
    __typename
    ... on ClientToken { value expirationDate }
    ... on UserError { errors { code errorPath } }
    ... on AccessDeniedError { message }
  }
}`;

export type Reply = Awaited<ReturnType<SandboxClient['post']>>;

export interface PostOptions {
  readonly authorization?: string | undefined;
  readonly url?: string;
  readonly method?: string;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

export function basicAuthorization(apiKey: string): string {
  return `Basic ${Buffer.from(apiKey).toString('base64')}`;
}

export class SandboxClient {
  readonly sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  get basic(): string {
    return basicAuthorization(this.sandbox.test.apiKey);
  }

  /** Posts a body. The defaults are JSON, the test environment and its API key. */
  async post(body: unknown, options: PostOptions = {}) {
    const { authorization, url, headers, ...init } = {
      authorization: this.basic,
      url: this.sandbox.test.url,
      method: 'POST',
      ...options,
    };
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body === null;
    const response = await fetch(url, {
      ...init,
      headers: {
        'Content-Type': 'application/json',
        ...(authorization !== undefined && { Authorization: authorization }),
        ...headers,
      },
      body: isRaw ? (body as BodyInit | null) : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json' && text !== '';
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    const json: any = isJson ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  }

  async token(cardId: string, permissions = ['SET_PAYMENT_CARD_PIN']): Promise<ClientToken> {
    const variables = { input: { paymentCardId: cardId, permissions } };
    const { json } = await this.post({ query: GENERATE_TOKEN, variables });
    const { value, expirationDate } = json.data.generatePaymentCardClientToken;
    return { value, expirationDate };
  }

  /** Requests a client token. Returns its `Authorization` header. */
  async bearer(cardId: string, permissions?: string[]): Promise<string> {
    return `Bearer ${(await this.token(cardId, permissions)).value}`;
  }

  /** Sets a PIN, with a new token unless an authorization is given. */
  async setPin(
    cardId: string,
    { pin = PIN, key, ...options }: PostOptions & { pin?: string; key?: string } = {},
  ): Promise<Reply> {
    const variables = { input: { paymentCardId: cardId, newPin: pin }, ...(key && { key }) };
    const authorization = options.authorization ?? (await this.bearer(cardId));
    return this.post({ query: SET_PIN, variables }, { ...options, authorization });
  }

  control(
    method: string,
    path: string,
    body: unknown = null,
    headers: PostOptions['headers'] = {},
  ): Promise<Reply> {
    const url = `${this.sandbox.control.url}${path}`;
    return this.post(body, { url, method, authorization: undefined, headers });
  }

  /** Creates a card that no other test uses. */
  card(behaviour: SandboxBehaviour): Promise<CardState> {
    return this.sandbox.control.createCard(behaviour);
  }

  state(cardId: string): Promise<CardState> {
    return this.sandbox.control.card(cardId);
  }

  matches(cardId: string, pin: string): Promise<boolean> {
    return this.sandbox.control.hasPin(cardId, pin);
  }

  async waitForPin(cardId: string): Promise<void> {
    await until('a PIN is set', async () => (await this.state(cardId)).pinSet);
  }

  requests(): Promise<readonly LoggedRequest[]> {
    return this.sandbox.control.requests();
  }
}

/** Starts a sandbox for a suite. Call the returned function inside a test to get the client. */
export function useSandbox(options: SandboxOptions = {}): () => SandboxClient {
  let client: SandboxClient;
  before(async () => {
    client = new SandboxClient(await startSandbox({ port: 0, ...options }));
  });
  after(() => client.sandbox.close());
  return () => client;
}
