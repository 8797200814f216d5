/** A service with faults that the sandbox never has, and what the doctor finds there. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import type { Finding, Subject } from '../../../src/node/doctor/finding.js';
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

export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly operationName: RequestKind;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Returns an answer with this payload of the mutation that makes tokens. */
export const payload = (member: unknown): Reply => ({
  body: { data: { generatePaymentCardClientToken: member } },
});

export const requestError = (message: string, status = 400): Reply => ({
  status,
  body: { errors: [{ message }] },
});

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Expose-Headers': 'Retry-After',
};

/** The replies of a service without a fault, by the name of the operation. */
const CORRECT = {
  Endpoint: requestError('No.', 401),
  Ping: { headers: CORS, body: { data: { ping: 'pong' } } },
  Organizations: { body: { data: { organizations: [{ profile: { displayName: 'A' } }] } } },
  Card: { body: { data: { node: { __typename: 'PaymentCard', id: 'card_1' } } } },
  GeneratePaymentCardClientToken: payload({
    ...{ __typename: 'ClientToken', value: TOKEN, expirationDate: null },
  }),
  RefusedToken: { ...requestError('No.', 401), headers: CORS },
  SetPinForPaymentCard: { body: { data: {} } },
  IntrospectionQuery: requestError('No.'),
  Broken: { ...requestError('No.'), headers: CORS },
  preflight: { status: 204, headers: CORS },
};

type RequestKind = keyof typeof CORRECT;

/** A function returns a reply, or responds itself. */
export type Replies = Partial<Record<RequestKind, Reply | ((call: Call) => Promise<Reply> | void)>>;

/**
 * Returns a function that starts a service with these replies, and runs the checks. The services
 * stop with the suite. `received` lists the requests that a service gets.
 */
export function useDoctor() {
  const closing: (() => Promise<void>)[] = [];
  after(() => Promise.all(closing.map((close) => close())));

  return async (replies: Replies, options?: DiagnoseOptions) => {
    const received: RequestKind[] = [];
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const preflight = { operationName: 'preflight', query: '' } as const;
      const sent = await text(request);
      const call = sent === '' ? preflight : (JSON.parse(sent) as Call);
      received.push(call.operationName);
      const given: Replies[RequestKind] =
        replies[call.operationName] ?? CORRECT[call.operationName];
      const reply =
        typeof given === 'function' ? await given({ ...call, request, response }) : given;
      if (reply === undefined) return;
      const { status = 200, headers, body } = reply;
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(typeof body === 'object' ? JSON.stringify(body) : body);
    };
    const { url, close } = await serve((...exchange) => void answer(...exchange));
    closing.push(close);
    const endpoint = `${url}/graphql`;
    return { endpoint, received, ...(await diagnoseAt(endpoint, options)) };
  };
}

export type DiagnoseOptions = Partial<Omit<DoctorOptions, 'endpoint'>> & { readonly key?: string };

/**
 * Runs the checks. Asserts that the output quotes no secret and no text of the service.
 *
 * @returns the document of `--json`, and the findings of a check: each level and text, with the
 *   advice if there is one
 */
export async function diagnoseAt(
  endpoint: string,
  { key = KEY, ...options }: DiagnoseOptions = {},
) {
  let printed = '';
  const usual = { card: undefined, origin: undefined, timeLimit: 10, json: true };
  const problems = await diagnose({ ...usual, ...options, endpoint }, key, {
    write: (text) => (printed += text),
  });
  assertNoSecret(printed);
  assert.doesNotMatch(printed, /Text of the service/);
  const report = JSON.parse(printed) as {
    readonly version: number;
    readonly problems: number;
    readonly findings: readonly ({ readonly check: Subject } & Finding)[];
  };
  assert.equal(report.problems, problems);
  const on = (subject: Subject) =>
    report.findings
      .filter(({ check }) => check === subject)
      .map(({ level, text, advice }) => `${level}: ${text}${advice ? ` → ${advice}` : ''}`)
      .join();
  return { report, on };
}

/** Asserts that a text contains no key, no token and no stack trace. */
export function assertNoSecret(output: string): void {
  for (const secret of SECRETS) assert.ok(!output.includes(secret), `a secret is in: ${output}`);
  assert.doesNotMatch(output, CREDENTIAL);
  assertNoStack(output);
}
