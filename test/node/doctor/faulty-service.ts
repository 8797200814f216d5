/** An API with faults that the sandbox never has, and the doctor's findings there. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { SUBJECTS, type Finding, type Subject } from '../../../src/node/doctor/finding.js';
import { diagnose, type DoctorOptions } from '../../../src/node/doctor/main.js';
import { serve } from '../../support/serve.js';
import { assertNoStack } from '../../support/run-command.js';

export const KEY = 'faulty-service-api-key:42';
export const TOKEN = 'ZmF1bHR5LXNlcnZpY2UtdG9rZW4';
export const ORIGIN = 'https://cards.example';

/** Texts that no output may contain: KEY and TOKEN, plain or in base64, and sandbox credentials. */
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
  readonly operationName: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Returns a response with this payload of the mutation that issues tokens. */
export const payload = (member: unknown): Reply => ({
  body: { data: { generatePaymentCardClientToken: member } },
});

/** Returns a response with an error whose text the doctor never quotes. */
export const failed = (status: number, code?: string, headers = {}): Reply => ({
  ...{ status, headers },
  body: { errors: [{ message: 'Text of the API', ...(code && { extensions: { code } }) }] },
});

export const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
};

/** The replies from an API without faults, by the operation's name. */
const CORRECT = {
  /** The first request, without a credential. */
  first: failed(401),
  GeneratePaymentCardClientToken: payload({
    ...{ __typename: 'ClientToken', value: TOKEN, expirationDate: null },
  }),
  IntrospectionQuery: failed(400),
  SetPinForPaymentCard: { body: { data: {} } },
  preflight: { status: 204, headers: CORS },
  TypeName: { headers: CORS, body: { data: { __typename: 'Query' } } },
  Malformed: failed(400, undefined, CORS),
  /** A page's request without a credential. */
  unauthorized: failed(401, undefined, CORS),
};

type RequestKind = keyof typeof CORRECT;

/** A function returns a reply, or responds itself. */
export type Replies = Partial<Record<RequestKind, Reply | ((call: Call) => Promise<Reply> | void)>>;

function kindOf({ request: { method, headers }, operationName }: Call): RequestKind {
  if (method === 'OPTIONS') return 'preflight';
  if (headers.authorization === undefined)
    return headers.origin === undefined ? 'first' : 'unauthorized';
  return operationName as RequestKind;
}

/**
 * Returns a function that starts an API with these replies, and runs the checks. The APIs stop with
 * the suite. `received` lists the requests that an API receives, with their credentials.
 */
export function useDoctor() {
  const closing: (() => Promise<void>)[] = [];
  after(() => Promise.all(closing.map((close) => close())));

  return async (replies: Replies, options?: Partial<DoctorOptions>) => {
    const received: string[] = [];
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const sent = JSON.parse((await text(request)) || '{}') as Call;
      const call = { ...sent, request, response };
      const kind = kindOf(call);
      const { authorization } = request.headers;
      received.push(authorization === undefined ? kind : `${kind} ${authorization}`);
      const given: Replies[RequestKind] = replies[kind] ?? CORRECT[kind];
      const reply = typeof given === 'function' ? await given(call) : given;
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

/**
 * Runs the checks. Asserts that the output quotes no secret and no text from the API.
 *
 * @returns the `--json` document, and a function that returns a check's finding: its level and
 *   text, with the advice if there is any
 */
export async function diagnoseAt(endpoint: string, options: Partial<DoctorOptions> = {}) {
  let printed = '';
  const usual = { card: 'card_1', origin: ORIGIN, timeLimit: 30, json: true };
  const problems = await diagnose({ ...usual, ...options, endpoint }, KEY, {
    write: (text) => (printed += text),
  });
  assertNoSecret(printed);
  assert.doesNotMatch(printed, /Text of the API/);
  const report = JSON.parse(printed) as {
    readonly version: number;
    readonly problems: number;
    readonly findings: readonly Finding[];
  };
  assert.deepEqual([report.version, report.problems], [1, problems]);
  assert.deepEqual(
    report.findings.map(({ check }) => check),
    SUBJECTS,
  );
  const on = (subject: Subject) => {
    const { level, text, advice } = report.findings.find(({ check }) => check === subject)!;
    return `${level}: ${text}${advice ? ` → ${advice}` : ''}`;
  };
  return { report, on };
}

/** Asserts that a text contains no key, no token and no stack trace. */
export function assertNoSecret(output: string): void {
  for (const secret of SECRETS) assert.ok(!output.includes(secret), `a secret is in: ${output}`);
  assert.doesNotMatch(output, CREDENTIAL);
  assertNoStack(output);
}
