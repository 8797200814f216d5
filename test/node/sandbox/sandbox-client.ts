import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { CardState, SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import type { LoggedRequest } from '../../../src/node/sandbox/log.js';
import type { ClientToken } from '../../../src/service/client-token.js';
import {
  startSandbox,
  type Sandbox,
  type SandboxOptions,
  type ScriptedAnswer,
} from '../../../src/node/sandbox/sandbox.js';
import { until } from '../../support/until.js';

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

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, if it is JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
}

export interface PostOptions {
  readonly authorization?: string | undefined;
  readonly url?: string;
  readonly method?: string;
  readonly type?: string | undefined;
  readonly signal?: AbortSignal | undefined;
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
  async post(body: unknown, options: PostOptions = {}): Promise<Reply> {
    const { url = this.sandbox.test.url, method = 'POST', headers, signal = null } = options;
    const authorization = 'authorization' in options ? options.authorization : this.basic;
    const type = 'type' in options ? options.type : 'application/json';
    const response = await fetch(url, {
      method,
      signal,
      headers: {
        ...(type !== undefined && { 'Content-Type': type }),
        ...(authorization !== undefined && { Authorization: authorization }),
        ...headers,
      },
      body:
        typeof body === 'string' || body instanceof Uint8Array || body === null
          ? (body as BodyInit | null)
          : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }

  async token(cardId: string, permissions = ['SET_PAYMENT_CARD_PIN']): Promise<ClientToken> {
    const { json } = await this.post({
      query: GENERATE_TOKEN,
      variables: { input: { paymentCardId: cardId, permissions } },
    });
    const { value, expirationDate } = json.data.generatePaymentCardClientToken;
    return { value, expirationDate };
  }

  /** Gets a client token. Returns its `Authorization`. */
  async bearer(cardId: string, permissions?: string[]): Promise<string> {
    return `Bearer ${(await this.token(cardId, permissions)).value}`;
  }

  /** Sets a PIN, with a new token unless an authorization is given. */
  async setPin(
    cardId: string,
    {
      pin = PIN,
      key,
      authorization,
      signal,
    }: { pin?: string; key?: string; authorization?: string; signal?: AbortSignal } = {},
  ): Promise<Reply> {
    return this.post(
      {
        query: SET_PIN,
        operationName: 'SetPin',
        variables: { input: { paymentCardId: cardId, newPin: pin }, ...(key && { key }) },
      },
      { authorization: authorization ?? (await this.bearer(cardId)), signal },
    );
  }

  control(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply> {
    return this.post(body === undefined ? null : body, {
      url: `${this.sandbox.control.url}${path}`,
      method,
      authorization: undefined,
      ...(headers && { headers }),
    });
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

  async waitForPin(cardId: string, times = 1): Promise<void> {
    await until('a PIN is set', async () => (await this.state(cardId)).timesSet >= times);
  }

  answers(cardId: string, answers: readonly ScriptedAnswer[]): Promise<CardState> {
    return this.sandbox.control.scriptAnswers(cardId, answers);
  }

  /** Delays the card's answers by milliseconds, or holds them if null. */
  delay(cardId: string, milliseconds: number | null): Promise<CardState> {
    return this.sandbox.control.delayAnswers(cardId, milliseconds);
  }

  advance(seconds: number): Promise<unknown> {
    return this.sandbox.control.advanceClock(seconds);
  }

  requests(): Promise<readonly LoggedRequest[]> {
    return this.sandbox.control.requests();
  }

  /** Opens the stream of requests that the control interface sends from now on. */
  openEvents(): Promise<Response> {
    return fetch(`${this.sandbox.control.url}/requests/stream`);
  }
}

/** Reads this many events of a stream, and closes it. */
export async function readEvents(stream: Response, count: number): Promise<LoggedRequest[]> {
  const decoder = new TextDecoder();
  let text = '';
  let events: LoggedRequest[] = [];
  for await (const chunk of stream.body!) {
    text += decoder.decode(chunk, { stream: true });
    events = [...text.matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].map(([, id, data]) => {
      const logged = JSON.parse(data!) as LoggedRequest;
      assert.equal(logged.id, Number(id));
      return logged;
    });
    if (events.length >= count) break;
  }
  return events;
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
