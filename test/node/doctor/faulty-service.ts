import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import { addressOf, listen, stop } from '../../../src/node/loopback-server.js';

export const KEY = 'faulty-service-api-key:42';
export const TOKEN = 'ZmF1bHR5LXNlcnZpY2UtdG9rZW4';

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is, or what is sent as JSON. */
  readonly body?: unknown;
}

/** What the service is asked: an operation by its name, a preflight, or anything without credentials. */
export type Asked =
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
  /** The GraphQL document, if there is one. */
  readonly query: string;
}

export type Replies = Partial<Record<Asked, Reply | ((call: Call) => void)>>;

/** The data of an answer of the token's mutation. */
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

const SOUND: Record<Asked, () => Reply> = {
  Ping: () => ({ body: { data: { ping: 'pong' } } }),
  Organizations: () => ({ body: { data: { organizations: [{ profile: { displayName: 'A' } }] } } }),
  Card: () => ({ body: { data: { node: { __typename: 'PaymentCard', id: 'card_1' } } } }),
  GeneratePaymentCardClientToken: () =>
    payload({ __typename: 'ClientToken', value: TOKEN, expirationDate: inMinutes(15) }),
  Schema: () => ({ status: 400, body: { data: null, errors: [{ message: 'No.' }] } }),
  preflight: () => ({ status: 204, headers: CORS }),
  'no credentials': () => ({ status: 401, headers: CORS, body: { errors: [{ message: 'No.' }] } }),
};

/** Services that go wrong in one way each, which the sandbox never does. They end with the suite. */
export function useFaultyServices(): (
  replies: Replies,
) => Promise<{ endpoint: string; asked: Asked[] }> {
  const closing: (() => Promise<void>)[] = [];
  after(() => Promise.all(closing.map((close) => close())));

  return async (replies) => {
    const asked: Asked[] = [];
    const server = createServer((request, response) => {
      void readCall(request).then(({ name, query }) => {
        asked.push(name);
        const reply = replies[name] ?? SOUND[name]();
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
    return { endpoint: `${addressOf(server)}/graphql`, asked };
  };
}

async function readCall(request: IncomingMessage): Promise<{ name: Asked; query: string }> {
  if (request.method === 'OPTIONS') return { name: 'preflight', query: '' };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { operationName, query } = JSON.parse(Buffer.concat(chunks).toString()) as {
    operationName: Asked;
    query: string;
  };
  return { name: request.headers.authorization ? operationName : 'no credentials', query };
}
