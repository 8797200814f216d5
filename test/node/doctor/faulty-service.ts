import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import { addressOf, listen, stop } from '../../../src/node/loopback-server.js';

export const KEY = 'faulty-service-api-key:42';
export const TOKEN = 'ZmF1bHR5LXNlcnZpY2UtdG9rZW4';

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

/** The kind of a request: an operation or a preflight. */
export type RequestKind =
  | 'Endpoint'
  | 'Ping'
  | 'Organizations'
  | 'Card'
  | 'GeneratePaymentCardClientToken'
  | 'RefusedToken'
  | 'SetPinForPaymentCard'
  | 'IntrospectionQuery'
  | 'Broken'
  | 'preflight';

export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The GraphQL document, or an empty string. */
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
}

/** A function returns a reply, or responds itself. */
export type Replies = Partial<Record<RequestKind, Reply | ((call: Call) => Promise<Reply> | void)>>;

/** Returns an answer with this payload of the mutation that makes tokens. */
export const payload = (member: unknown): Reply => ({
  body: { data: { generatePaymentCardClientToken: member } },
});

export const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000).toISOString();

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Expose-Headers': 'Retry-After',
};

export const requestError = (message: string, status = 400): Reply => ({
  status,
  body: { errors: [{ message }] },
});

const CORRECT: Record<RequestKind, () => Reply> = {
  Endpoint: () => ({ status: 401, body: { errors: [{ message: 'No.' }] } }),
  Ping: () => ({ headers: CORS, body: { data: { ping: 'pong' } } }),
  Organizations: () => ({ body: { data: { organizations: [{ profile: { displayName: 'A' } }] } } }),
  Card: () => ({ body: { data: { node: { __typename: 'PaymentCard', id: 'card_1' } } } }),
  GeneratePaymentCardClientToken: () =>
    payload({ __typename: 'ClientToken', value: TOKEN, expirationDate: inMinutes(15) }),
  RefusedToken: () => ({ status: 401, headers: CORS, body: { errors: [{ message: 'No.' }] } }),
  SetPinForPaymentCard: () => ({ body: { data: {} } }),
  IntrospectionQuery: () => requestError('No.'),
  Broken: () => ({ ...requestError('No.'), headers: CORS }),
  preflight: () => ({ status: 204, headers: CORS }),
};

/**
 * Starts services that each have a fault that the sandbox never has. They stop with the suite.
 *
 * @returns A function that starts a service. `received` lists the requests that the service gets.
 */
export function useFaultyServices(): (
  replies: Replies,
) => Promise<{ endpoint: string; received: RequestKind[] }> {
  const closing: (() => Promise<void>)[] = [];
  after(() => Promise.all(closing.map((close) => close())));

  return async (replies) => {
    const received: RequestKind[] = [];
    const server = createServer((request, response) => {
      void readCall(request).then(async ({ kind, query, variables }) => {
        received.push(kind);
        const given = replies[kind] ?? CORRECT[kind]();
        const reply =
          typeof given === 'function'
            ? await given({ request, response, query, variables })
            : given;
        if (reply === undefined) return;
        const { status = 200, headers, body = '' } = reply;
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
        response.end(status === 204 ? undefined : text);
      });
    });
    await listen(server, 0);
    closing.push(() => stop(server));
    return { endpoint: `${addressOf(server)}/graphql`, received };
  };
}

async function readCall(
  request: IncomingMessage,
): Promise<{ kind: RequestKind } & Pick<Call, 'query' | 'variables'>> {
  if (request.method === 'OPTIONS') return { kind: 'preflight', query: '', variables: {} };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { operationName, ...call } = JSON.parse(Buffer.concat(chunks).toString()) as {
    operationName: RequestKind;
  } & Pick<Call, 'query' | 'variables'>;
  return { kind: operationName, ...call };
}
