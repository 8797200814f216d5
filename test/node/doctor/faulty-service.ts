/** An API with faults that the sandbox never has, and the doctor's findings there. */
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { SUBJECTS, type Finding, type Subject } from '../../../src/node/doctor/finding.js';
import { diagnose, type DoctorOptions } from '../../../src/node/doctor/main.js';
import { createLoopbackServer } from '../../../src/node/loopback-server.js';
import { serve } from '../../support/serve.js';

export const KEY = 'faulty-service-api-key:42';
export const TOKEN = 'ZmF1bHR5LXNlcnZpY2UtdG9rZW4';
export const ORIGIN = 'https://cards.example';

/** Text that no output may contain: KEY, TOKEN and sandbox credentials, plain or in base64. */
const SECRETS = RegExp(
  `${KEY}|${TOKEN}|${btoa(KEY)}|${btoa(TOKEN)}|sandbox-(test|live)-api-key|c2FuZGJv|Y2xpZW50LXRva2Vu`,
);

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

export interface Call {
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

export type Replies = {
  [kind in keyof typeof CORRECT]?: Reply | ((call: Call) => Promise<Reply>);
};

/**
 * Runs the checks with an API that sends these replies. `received` lists the requests that the API
 * receives, with their credentials.
 */
export async function diagnoseApi(replies: Replies) {
  const received: string[] = [];
  const server = createLoopbackServer(async (request, response) => {
    const call = JSON.parse((await text(request)) || '{}') as Call;
    const { authorization, origin } = request.headers;
    const named = call.operationName as keyof Replies;
    const anonymous = origin === undefined ? 'first' : 'unauthorized';
    const kind =
      request.method === 'OPTIONS' ? 'preflight' : authorization === undefined ? anonymous : named;
    received.push(`${kind} ${authorization ?? ''}`.trim());
    const given: Replies[typeof kind] = replies[kind] ?? CORRECT[kind];
    const reply: Reply = typeof given === 'function' ? await given(call) : given;
    const { status = 200, headers, body } = reply;
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'object' ? JSON.stringify(body) : body);
  });
  const { url, close } = await serve(server);
  try {
    return { received, ...(await diagnoseAt(`${url}/graphql`)) };
  } finally {
    await close();
  }
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
  const { findings, ...rest } = JSON.parse(printed) as { readonly findings: readonly Finding[] };
  assert.deepEqual(rest, { version: 1, problems });
  const checks = findings.map(({ check }) => check);
  assert.deepEqual(checks, SUBJECTS);
  const on = (subject: Subject) => {
    const { level, text, advice } = findings[SUBJECTS.indexOf(subject)]!;
    return `${level}: ${text}${advice ? ` → ${advice}` : ''}`;
  };
  return { problems, on };
}

/** Asserts that a text contains no key, no token and no stack trace. */
export function assertNoSecret(output: string): void {
  assert.doesNotMatch(output, SECRETS);
  assert.doesNotMatch(output, /^\s+at |\bat .*:\d+:\d+/m);
}
