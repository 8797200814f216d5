import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { diagnose, type DoctorOptions } from '../../../src/node/doctor/main.js';
import { serve } from '../../support/serve.js';
import { assertNoStack } from '../run-command.js';

export const KEY = 'faulty-service-api-key:42';
export const TOKEN = 'ZmF1bHR5LXNlcnZpY2UtdG9rZW4';

/** Texts that no output may contain: these two, plain or in base64, and those of the sandbox. */
const SECRETS = [KEY, TOKEN].flatMap((secret) => [secret, btoa(secret)]);
const CREDENTIAL = /sandbox-(?:test|live)-api-key|(?:c2FuZGJv|Y2xpZW50LXRva2Vu)[\w+/-]+/;

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

/** The kind of a request: an operation or a preflight. */
type RequestKind =
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
  Endpoint: () => requestError('No.', 401),
  Ping: () => ({ headers: CORS, body: { data: { ping: 'pong' } } }),
  Organizations: () => ({ body: { data: { organizations: [{ profile: { displayName: 'A' } }] } } }),
  Card: () => ({ body: { data: { node: { __typename: 'PaymentCard', id: 'card_1' } } } }),
  GeneratePaymentCardClientToken: () =>
    payload({ __typename: 'ClientToken', value: TOKEN, expirationDate: inMinutes(15) }),
  RefusedToken: () => ({ ...requestError('No.', 401), headers: CORS }),
  SetPinForPaymentCard: () => ({ body: { data: {} } }),
  IntrospectionQuery: () => requestError('No.'),
  Broken: () => ({ ...requestError('No.'), headers: CORS }),
  preflight: () => ({ status: 204, headers: CORS }),
};

/**
 * Returns a function that starts a service with a fault that the sandbox never has, and runs the
 * checks. The services stop with the suite. `received` lists the requests that a service gets.
 */
export function useDoctor() {
  const closing: (() => Promise<void>)[] = [];
  after(() => Promise.all(closing.map((close) => close())));

  return async (replies: Replies, options?: DiagnoseOptions) => {
    const received: RequestKind[] = [];
    const { url, close } = await serve((request, response) => {
      void readCall(request).then(async ({ kind, query, variables }) => {
        received.push(kind);
        const given = replies[kind] ?? CORRECT[kind]();
        const reply =
          typeof given === 'function'
            ? await given({ request, response, query, variables })
            : given;
        if (reply === undefined) return;
        const { status = 200, headers, body = '' } = reply;
        const sent = typeof body === 'string' ? body : JSON.stringify(body);
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
        response.end(status === 204 ? undefined : sent);
      });
    });
    closing.push(close);
    const endpoint = `${url}/graphql`;
    return { endpoint, received, ...(await diagnoseAt(endpoint, options)) };
  };
}

async function readCall(
  request: IncomingMessage,
): Promise<{ kind: RequestKind } & Pick<Call, 'query' | 'variables'>> {
  if (request.method === 'OPTIONS') return { kind: 'preflight', query: '', variables: {} };
  const { operationName, ...call } = JSON.parse(await text(request)) as {
    operationName: RequestKind;
  } & Pick<Call, 'query' | 'variables'>;
  return { kind: operationName, ...call };
}

export type DiagnoseOptions = Partial<Omit<DoctorOptions, 'endpoint'>> & { readonly key?: string };

/**
 * Runs the checks. Asserts that the output quotes no secret and no text of the service.
 *
 * @returns the output, and the findings on a subject: each level and text, with the advice if there
 *   is one
 */
export async function diagnoseAt(
  endpoint: string,
  { key = KEY, card, origin, json = false, timeLimit = 10 }: DiagnoseOptions = {},
) {
  let stdout = '';
  const problems = await diagnose({ endpoint, card, origin, timeLimit, json }, key, {
    write: (text) => (stdout += text),
  });
  assertNoSecret(stdout);
  assert.doesNotMatch(stdout, /Text of the service/);
  if (!json) assert.equal(stdout.match(/^ {2}wrong /gm)?.length ?? 0, problems);
  const findings = stdout.replaceAll(/\n +→/g, ' →').matchAll(/^ {2}(\w+) +(\S.*)$/gm);
  const found = [...findings].map(([, level = '', rest = '']) => ({ level, rest }));
  const on = (subject: string) =>
    found
      .filter(({ rest }) => rest.startsWith(`${subject} `))
      .map(({ level, rest }) => `${level}: ${rest.slice(subject.length).trim()}`)
      .join();
  return { stdout, on };
}

/** Asserts that a text contains no key, no token and no stack trace. */
export function assertNoSecret(output: string): void {
  for (const secret of SECRETS) assert.ok(!output.includes(secret), `a secret is in: ${output}`);
  assert.doesNotMatch(output, CREDENTIAL);
  assertNoStack(output);
}
