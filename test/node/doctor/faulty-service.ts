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

/** The kind of a request: an operation, a preflight, or any request without credentials. */
export type RequestKind =
  | 'Ping'
  | 'Organizations'
  | 'Card'
  | 'GeneratePaymentCardClientToken'
  | 'Schema'
  | 'preflight'
  | 'no credentials';

export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The GraphQL document, or an empty string. */
  readonly query: string;
}

export type Replies = Partial<Record<RequestKind, Reply | ((call: Call) => void)>>;

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

/** The replies of a correct service. */
const CORRECT: Record<RequestKind, () => Reply> = {
  Ping: () => ({ body: { data: { ping: 'pong' } } }),
  Organizations: () => ({ body: { data: { organizations: [{ profile: { displayName: 'A' } }] } } }),
  Card: () => ({ body: { data: { node: { __typename: 'PaymentCard', id: 'card_1' } } } }),
  GeneratePaymentCardClientToken: () =>
    payload({ __typename: 'ClientToken', value: TOKEN, expirationDate: inMinutes(15) }),
  Schema: () => ({ status: 400, body: { data: null, errors: [{ message: 'No.' }] } }),
  preflight: () => ({ status: 204, headers: CORS }),
  'no credentials': () => ({ status: 401, headers: CORS, body: { errors: [{ message: 'No.' }] } }),
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
      void readCall(request).then(({ kind, query }) => {
        received.push(kind);
        const reply = replies[kind] ?? CORRECT[kind]();
        if (typeof reply === 'function') {
          reply({ request, response, query });
          return;
        }
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

async function readCall(request: IncomingMessage): Promise<{ kind: RequestKind; query: string }> {
  if (request.method === 'OPTIONS') return { kind: 'preflight', query: '' };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { operationName, query } = JSON.parse(Buffer.concat(chunks).toString()) as {
    operationName: RequestKind;
    query: string;
  };
  return { kind: request.headers.authorization ? operationName : 'no credentials', query };
}
