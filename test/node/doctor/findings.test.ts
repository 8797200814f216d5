/** Tests the doctor's findings about the responses that an API may send, check by check. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSchema, graphql } from 'graphql';
import { SUBJECTS, type Subject } from '../../../src/node/doctor/finding.js';
import { setPinOperation } from '../../../src/set-pin/operation.js';
import { serve } from '../../support/serve.js';
import {
  CORS,
  diagnoseApi,
  diagnoseAt,
  failed,
  KEY,
  ORIGIN,
  payload,
  TOKEN,
  type Call,
  type Replies,
  type Reply,
} from './faulty-service.js';

const HTML = { headers: { 'Content-Type': 'text/html' }, body: '<h1>Text of the API</h1>' };
const PLAIN = { 'Content-Type': 'text/plain' };
const ALLOW_ORIGIN = { 'Access-Control-Allow-Origin': ORIGIN };
const ORIGINS = { 'Access-Control-Allow-Origin': `*, ${ORIGIN}` };
const WILDCARD = { ...CORS, 'Access-Control-Allow-Headers': '*' };
const REGISTER = /registered operations only, .*QUERY_NOT_IN_SAFELIST.* → Register the documents/;

const UNREADABLE_ERROR: Replies = { unauthorized: failed(401) };
const UNREADABLE: Replies = { TypeName: { body: { data: {} } }, Malformed: failed(400) };

const first = (reply: Reply): Replies => ({ first: reply });
const issuing = (reply: Reply): Replies => ({ GeneratePaymentCardClientToken: reply });
const setting = (reply: Reply): Replies => ({ SetPinForPaymentCard: reply });
const preflight = (headers: Record<string, string>, status = 204): Replies => ({
  preflight: { status, headers },
});
const identified = (requestId: string) => ({ status: 500, body: { extensions: { requestId } } });

const userError = { __typename: 'UserError', errors: [{ code: 'CARD_CLOSED' }, { code: 'a b' }] };
const denied = { __typename: 'AccessDeniedError' };
const malformed = { __typename: 'ClientToken', value: 'not a token', expirationDate: null };
const partial = { body: { data: {}, errors: [{ message: 'Text of the API' }] } };
const limited = failed(429, undefined, { 'Retry-After': '7' });
const unregistered = failed(200, 'CANNOT_SEND_PQ_ID_AND_BODY');

const INPUT = 'input: SetPinForPaymentCardInput!';
const NEW_PIN = 'newPin: String!';

/**
 * Returns the replies from an API that sets PINs without an idempotency key, with a part of its
 * schema replaced. If the schema is hidden, request errors have this status and a fixed text.
 */
function schemaWith(part = '', other = '', hidden?: number): Replies {
  const text = `
    scalar UUID
    type Query { ping: String }
    type Mutation { setPinForPaymentCard(${INPUT}): SetPin }
    input SetPinForPaymentCardInput { paymentCardId: ID! ${NEW_PIN} }
    union SetPin = PaymentCard | UserError | AccessDeniedError
    type PaymentCard { id: ID! bin: String! last4: String! }
    type AccessDeniedError { message: String }
    type Review { reference: String }
    type UserError { errors: [Detail!]! }
    type Detail { code: String }`;
  assert.ok(text.includes(part));
  const schema = buildSchema(text.replace(part, other));
  const reply = async ({ query, variables }: Call): Promise<Reply> => {
    const body = await graphql({ schema, source: query, variableValues: variables });
    if (body.data) return { body };
    return hidden === undefined ? { status: 400, body } : failed(hidden);
  };
  return {
    SetPinForPaymentCard: reply,
    ...(hidden === undefined && { IntrospectionQuery: reply }),
  };
}

type Situation = readonly [situation: string, replies: Replies, finding: RegExp];

/** Situations by the check that finds them, with the finding: its cause, and its fix after →. */
const SITUATIONS: Readonly<Record<Subject, readonly Situation[]>> = {
  endpoint: [
    ['a redirect', first({ status: 302 }), /redirects \(302\)\. → .* login page/],
    ['a wrong path', first(failed(404)), /accepts a POST .*\(404\)\. → .*\/graphql/],
    ['a web page', first(HTML), /\(200\) is a web page.* → .* captive portal/],
    ['a proxy’s text', first({ status: 502, body: 'Bad' }), /\(502\) is not JSON .* → .* again/],
    ['non-GraphQL JSON', first({ body: { data: null } }), /is not JSON from a GraphQL API\. → /],
    ['a wrong media type', first({ headers: PLAIN, body: { data: {} } }), /Content-Type must be/],
  ],
  'client-token': [
    ['a wrong key', issuing(failed(401)), /rejects the API key \(401\)\. → .* environment/],
    ['error codes', issuing(failed(200, 'UNAUTHENTICATED')), /key \(UNAUTHENTICATED, status 200\)/],
    ['a wrong card', issuing(payload(userError)), /card \(CARD_CLOSED\)\. → Check that the card’s/],
    ['a limited key', issuing(payload(denied)), /isn’t allowed .* → .* SET_PAYMENT_CARD_PIN /],
    ['a malformed token', issuing(payload(malformed)), /other than a client token\. → Contact/],
    ['a rate limit', issuing(limited), /limit has been reached \(429\)\. → Try again in 7 s\./],
    ['a server error', issuing(identified('r-1')), /failed \(500\)\. Request id: r-1 → Try again/],
    ['an echoed key', issuing(identified(btoa(KEY).replace(/=+$/, ''))), /Request id: •••• →/],
    ['a partial failure', issuing(partial), /failed, at least in part\. → Contact/],
    ['an unregistered document', issuing(unregistered), /CANNOT_SEND.* → Register/],
    ['a firewall', issuing({ ...HTML, status: 403 }), /\(403\) is a web page.* → .* firewall/],
  ],
  operation: [
    ['a wrong token', setting(failed(401)), /rejects the client token \(401\)\. → .* just issued/],
    ['a limited token', setting(failed(403, 'NO')), /token .* lacks permission .*\(NO, .* → Ask/],
    ['an echoed token', setting(identified(TOKEN)), /Request id: •••• →/],
    ['an unregistered document', setting(failed(403, 'QUERY_NOT_IN_SAFELIST')), REGISTER],
    ['Hot Chocolate’s rejection', setting(failed(400, 'HC0067')), /HC0067.* → Register/],
    ['a missing mutation', schemaWith('setPinForPaymentCard(', 'other('), /has no mutation setPin/],
    ['a new field', schemaWith(NEW_PIN, 'newPin: ID! oldPin: ID!'), /PIN\. .*"oldPin" of req/],
    ['a new type', schemaWith(NEW_PIN, 'newPin: Int!'), /PIN\. .*"input\.newPin"; Int cannot repr/],
    ['a new union', schemaWith('PaymentCard |', 'Review |'), /PIN\. .* never be of type "PaymentC/],
    ['a new argument', schemaWith(INPUT, 'pin: ID'), /can’t set a PIN\. Unknown argument "input"/],
    ['a hidden schema', schemaWith(INPUT, 'pin: ID', 400), /with every type of idempotency key/],
  ],
  browser: [
    ['a rejected preflight', preflight({}, 405), /status 405, so browsers don’t send the request/],
    ['missing CORS headers', preflight({}), /preflight response doesn’t allow https:.* → Ask/],
    ['a list of origins', preflight(ORIGINS), /doesn’t allow https:/],
    ['a wildcard for headers', preflight(WILDCARD), /Authorization \(a wildcard/],
    ['missing allowed headers', preflight(ALLOW_ORIGIN), /allow Authorization and Content-Type,/],
    [
      'a response without CORS headers',
      UNREADABLE_ERROR,
      /a token \(401\)\. Browsers hide .* → .*err/,
    ],
    [
      'several of them',
      UNREADABLE,
      /response to a query \(200\), a malformed document \(400\)\. .* → /,
    ],
  ],
};

describe('set-card-pin doctor', () => {
  it('finds no problems with a complete API, and sends the operation with a skipped field and no PIN or card', async () => {
    const { problems, on, received } = await diagnoseApi({
      SetPinForPaymentCard: ({ query, variables }) => {
        assert.match(query, /^ {2}setPinForPaymentCard\([^)]*\) @skip\(if: true\) \{$/m);
        const input = { paymentCardId: 'set-card-pin-doctor', newPin: '' };
        assert.deepEqual(variables?.['input'], input);
        return Promise.resolve({ body: { data: {} } });
      },
    });
    assert.equal(problems, 0);
    assert.match(on('client-token'), /^ok: .* no expiry date/);
    assert.match(on('operation'), /^ok: .* The tag: <set-card-pin endpoint="…" card-id="…">$/);
    const readable = `ok: Pages from ${ORIGIN} can call the API and read its responses.`;
    assert.equal(on('browser'), readable);
    const [key, bearer] = [`Basic ${btoa(KEY)}`, `Bearer ${TOKEN}`];
    assert.deepEqual(received, [
      ...['first', `GeneratePaymentCardClientToken ${key}`, `IntrospectionQuery ${key}`],
      ...[`SetPinForPaymentCard ${bearer}`, 'preflight', `TypeName ${bearer}`],
      ...[`Malformed ${bearer}`, 'unauthorized'],
    ]);
  });

  for (const subject of SUBJECTS)
    for (const [situation, replies, finding] of SITUATIONS[subject])
      it(`finds ${situation} in the ${subject} check`, async () => {
        const { on, received } = await diagnoseApi(replies);
        assert.match(on(subject), finding);
        assert.match(on(subject), /^wrong: .+ → .+/);
        if (subject !== 'endpoint') return;
        assert.match(on(subject), /The API key was not sent\.$/);
        assert.equal(on('browser'), 'skipped: Not checked until this check passes: endpoint.');
        assert.deepEqual(received, ['first']);
      });

  it('finds a server that responds too late', async (context) => {
    const { url, close } = await serve((_, response) => response.writeHead(200).write(' '));
    context.after(close);
    const { on } = await diagnoseAt(url, { timeLimit: 0.1 });
    assert.match(on('endpoint'), /^wrong: No complete response arrived within 0\.1 s\. → /);
  });

  it('finds a TLS error, and sends nothing to an address that isn’t allowed to receive a PIN', async (context) => {
    const { url, close } = await serve(() => assert.fail('It received a request.'));
    context.after(close);
    for (const [address, finding] of [
      [url.replace('http:', 'https:'), /^wrong: .* failed \(\w*SSL\w*\)\. → .* https: and/],
      // Reaches loopback, but is not a loopback address.
      [url.replace('127.0.0.1', '0.0.0.0'), /^wrong: .* must be an https: .* was sent\.$/],
    ] as const)
      assert.match((await diagnoseAt(address)).on('endpoint'), finding);
  });

  it('accepts any GraphQL error after a request without credentials', async () => {
    const type = { 'Content-Type': 'application/graphql-response+json; charset=utf-8' };
    for (const first of [failed(500, 'UNAUTHENTICATED'), failed(200), failed(400, '', type)])
      assert.match((await diagnoseApi({ first })).on('endpoint'), /^ok: /);
  });

  for (const [part, other, attribute] of [
    [INPUT, `${INPUT}, IdempotencyKey: String`, ''],
    [INPUT, `${INPUT}, IdempotencyKey: UUID!`, ' idempotency-key="UUID!"'],
    ['', '', ' idempotency-key="none"'],
    // As the provider publishes it.
    ['bin: String! last4: String!', 'bin: String last4: String', ' idempotency-key="none"'],
  ] as const)
    it(`prints the tag for a schema with ${other || 'no key'}, with or without introspection`, async () => {
      for (const hidden of [undefined, 400, 200]) {
        const finding = (await diagnoseApi(schemaWith(part, other, hidden))).on('operation');
        assert.match(finding, /^ok: /);
        const tag = `<set-card-pin endpoint="…" card-id="…"${attribute}>`;
        assert.equal(/<[^>]*>/.exec(finding)?.[0], tag);
      }
    });

  it('recognises that a document is registered, without sending variables', async () => {
    const { query } = setPinOperation('', { paymentCardId: '', keyType: undefined }, '');
    const reply = (call: Call): Promise<Reply> => {
      if (call.query !== query) return Promise.resolve(failed(400, 'HC0067'));
      assert.deepEqual(call.variables, {});
      return Promise.resolve(failed(400));
    };
    const { on, problems } = await diagnoseApi({ SetPinForPaymentCard: reply });
    assert.equal(problems, 0);
    assert.match(on('operation'), /^ok: The API knows .* idempotency-key="none">/);
  });
});
