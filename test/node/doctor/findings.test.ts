/** What the doctor finds in the responses that an API may send, check by check. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { SUBJECTS, type Subject } from '../../../src/node/doctor/finding.js';
import { addressOf, listen } from '../../../src/node/loopback-server.js';
import {
  CORS,
  diagnoseAt,
  failed,
  KEY,
  ORIGIN,
  payload,
  TOKEN,
  useDoctor,
  type Call,
  type Replies,
  type Reply,
} from './faulty-service.js';

const HTML = { headers: { 'Content-Type': 'text/html' }, body: '<h1>Text of the API</h1>' };
const PLAIN = { 'Content-Type': 'text/plain' };
const LONG = { data: { text: 'x'.repeat(1_048_576) } };
const ORIGIN_ONLY = { 'Access-Control-Allow-Origin': ORIGIN };
const ALLOW = 'Access-Control-Allow-Headers';

const first = (reply: Reply): Replies => ({ first: reply });
const issuing = (reply: Reply): Replies => ({ GeneratePaymentCardClientToken: reply });
const setting = (reply: Reply): Replies => ({ SetPinForPaymentCard: reply });
const preflight = (headers: Record<string, string>, status = 204): Replies => ({
  preflight: { status, headers },
});

const token = { __typename: 'ClientToken', value: TOKEN, expirationDate: null };
const userError = { __typename: 'UserError', errors: [{ code: 'CARD_CLOSED' }, { code: 'a b' }] };
const denied = { __typename: 'AccessDeniedError' };
const unsendable = { ...token, value: `${TOKEN}\r\nX: y` };
const failedWithId = { status: 500, body: { extensions: { requestId: 'r-1' } } };
const partial = { body: { data: {}, errors: [{ message: 'Text of the API' }] } };
const limited = failed(429, undefined, { 'Retry-After': '7' });

type Situation = readonly [situation: string, replies: Replies, finding: RegExp];

/** Situations by the check that finds them, with the finding: its cause, and after → its fix. */
const SITUATIONS: Readonly<Record<Subject, readonly Situation[]>> = {
  endpoint: [
    ['a redirect', first({ status: 302 }), /redirects \(302\)\. → .* login page/],
    ['a wrong path', first(failed(404)), /accepts a POST .*\(404\)\. → .*\/graphql/],
    ['a web page', first(HTML), /\(200\) is a web page.* → .* captive portal/],
    ['a proxy’s text', first({ status: 502, body: 'Bad' }), /\(502\) is not JSON .* → .* again/],
    ['non-GraphQL JSON', first({ body: { data: null } }), /is not JSON from a GraphQL API\. → /],
    ['another media type', first({ headers: PLAIN, body: { data: {} } }), /Content-Type must be/],
    ['a response over 1 MiB', first({ body: LONG }), /is not JSON/],
  ],
  'client-token': [
    ['a wrong key', issuing(failed(401)), /refuses the API key \(401\)\. → .* environment/],
    ['error codes', issuing(failed(200, 'UNAUTHENTICATED')), /key \(UNAUTHENTICATED, status 200\)/],
    ['a wrong card', issuing(payload(userError)), /this card \(CARD_CLOSED\)\. → Check the card’s/],
    ['a limited key', issuing(payload(denied)), /may not issue .* → .* SET_PAYMENT_CARD_PIN\./],
    ['a malformed token', issuing(payload(unsendable)), /other than a client token\. → Ask/],
    ['a rate limit', issuing(limited), /limit is reached \(429\)\. → Try again in 7 s\./],
    ['a server error', issuing(failedWithId), /failed \(500\)\. Request id: r-1 → Try again later/],
    ['a partial failure', issuing(partial), /failed, at least in part\. → Ask/],
    ['a firewall', issuing({ ...HTML, status: 403 }), /\(403\) is a web page.* → .* firewall/],
  ],
  operation: [
    [
      'a token without the permission',
      setting(failed(403, 'FORBIDDEN')),
      /client token .* not allowed .*\(FORBIDDEN, status 403\)\. → Ask/,
    ],
    [
      'a rejected token',
      setting(failed(401)),
      /refuses the client token \(401\)\. → .* just issued/,
    ],
  ],
  browser: [
    [
      'no preflight',
      preflight({}, 405),
      /preflight’s status is 405, so browsers don’t send the request\./,
    ],
    ['no CORS at all', preflight({}), /preflight’s response doesn’t allow https:.* → Ask/],
    [
      'a list of allowed origins',
      preflight({ 'Access-Control-Allow-Origin': `*, ${ORIGIN}` }),
      /doesn’t allow https:/,
    ],
    [
      'a wildcard for allowed headers',
      preflight({ ...CORS, [ALLOW]: '*' }),
      /Authorization \(a wildcard doesn’t cover/,
    ],
    ['no headers', preflight(ORIGIN_ONLY), /the header Authorization and Content-Type, so /],
    [
      'no CORS for one response',
      { unauthorized: failed(401) },
      /in the response to a request without a token \(401\)\. Browsers hide .* → .*too/,
    ],
    [
      'no CORS for several responses',
      { TypeName: { body: { data: {} } }, Malformed: failed(400) },
      /the response to a query \(200\), a malformed document \(400\)\. .* → /,
    ],
  ],
};

describe('set-card-pin doctor', () => {
  const diagnose = useDoctor();

  it('finds no problems with a complete API', async () => {
    const { report, on, received } = await diagnose({});
    assert.equal(report.problems, 0);
    assert.match(on('client-token'), /^ok: .* no expiry date/);
    assert.match(on('operation'), /^ok: .* The tag: <set-card-pin endpoint="…" card-id="…">$/);
    assert.equal(on('browser'), `ok: Pages of ${ORIGIN} may call the API and read its responses.`);
    assert.deepEqual(received, [
      ...['first', 'GeneratePaymentCardClientToken', 'IntrospectionQuery', 'SetPinForPaymentCard'],
      ...['preflight', 'TypeName', 'Malformed', 'unauthorized'],
    ]);
  });

  for (const subject of SUBJECTS)
    for (const [situation, replies, finding] of SITUATIONS[subject])
      it(`finds ${situation} in the ${subject} check`, async () => {
        const { on, received } = await diagnose(replies);
        assert.match(on(subject), finding);
        assert.match(on(subject), /^wrong: .+ → .+/);
        if (subject !== 'endpoint') return;
        assert.match(on(subject), /The API key was not sent\.$/);
        assert.equal(on('browser'), 'skipped: Not checked until this passes: endpoint.');
        assert.deepEqual(received, ['first']);
      });

  it('finds a server that responds too late', async () => {
    const silent: Replies = { first: ({ response }) => void response.writeHead(200).write(' ') };
    const { on } = await diagnose(silent, { timeLimit: 0.1 });
    assert.match(on('endpoint'), /^wrong: No complete response arrived within 0\.1 s\. → /);
  });

  it('finds a TLS error, and a server that doesn’t speak HTTP', async (context) => {
    const server = createServer((socket) => socket.end('220 mail\r\n\r\n'));
    await listen(server, 0);
    context.after(() => server.close());
    const { host } = new URL(addressOf(server));
    const findingAt = async (endpoint: string) => (await diagnoseAt(endpoint)).on('endpoint');
    assert.match(
      await findingAt(`https://${host}/graphql`),
      /^wrong: The request failed \(\w*SSL\w*\)\. → Check the host name, https: and the certif/,
    );
    assert.match(
      await findingAt(`http://${host}/graphql`),
      /^wrong: The request failed \(HPE_\w+\)\. → Check the host and the port/,
    );
  });

  it('sends nothing to an address that may not receive a PIN', async () => {
    const { endpoint, received } = await diagnose({});
    received.length = 0;
    // Reaches loopback, but is not a loopback address.
    const { on } = await diagnoseAt(endpoint.replace('127.0.0.1', '0.0.0.0'));
    assert.match(on('endpoint'), /^wrong: The endpoint is not an https: .* Nothing was sent\.$/);
    assert.deepEqual(received, []);
  });

  it('accepts any GraphQL error after a request without credentials', async () => {
    const type = { 'Content-Type': 'application/graphql-response+json; charset=utf-8' };
    for (const first of [failed(500, 'UNAUTHENTICATED'), failed(200), failed(400, '', type)])
      assert.match((await diagnose({ first })).on('endpoint'), /^ok: /);
  });

  it('masks a key and a token that the API echoes', async () => {
    for (const credential of ['GeneratePaymentCardClientToken', 'SetPinForPaymentCard'] as const) {
      const reply: Replies[typeof credential] = ({ request: { headers } }) => {
        const [, requestId = ''] = (headers.authorization ?? '').replace(/=+$/, '').split(' ');
        return Promise.resolve({ status: 500, body: { extensions: { requestId } } });
      };
      const { report } = await diagnose({ [credential]: reply });
      assert.match(JSON.stringify(report), /Request id: ••••/);
    }
  });

  it('sends each request with the right credential', async () => {
    const sent: (string | undefined)[] = [];
    const record =
      (reply: Reply) =>
      ({ request }: Call): Promise<Reply> => {
        sent.push(request.headers.authorization);
        return Promise.resolve(reply);
      };
    await diagnose({
      GeneratePaymentCardClientToken: record(payload(token)),
      IntrospectionQuery: record(failed(400)),
      SetPinForPaymentCard: record({ body: { data: {} } }),
      Malformed: record(failed(400)),
    });
    const [basic, bearer] = [`Basic ${btoa(KEY)}`, `Bearer ${TOKEN}`];
    assert.deepEqual(sent, [basic, basic, bearer, bearer]);
  });
});
