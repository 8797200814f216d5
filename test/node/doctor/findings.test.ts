/** What the doctor finds in the responses that an API may send, check by check. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import type { Subject } from '../../../src/node/doctor/finding.js';
import { addressOf, listen } from '../../../src/node/loopback-server.js';
import {
  CORS,
  diagnoseAt,
  failed,
  ORIGIN,
  payload,
  TOKEN,
  useDoctor,
  type Replies,
  type Reply,
} from './faulty-service.js';

const HTML = { headers: { 'Content-Type': 'text/html' }, body: '<h1>Text of the API</h1>' };
const ALLOW = 'Access-Control-Allow-Headers';

const issuing = (reply: Reply): Replies => ({ GeneratePaymentCardClientToken: reply });
const token = { __typename: 'ClientToken', value: TOKEN, expirationDate: null };
const userError = { __typename: 'UserError', errors: [{ code: 'CARD_CLOSED' }, { code: 'a b' }] };
const preflight = (headers: Record<string, string>, status = 204): Replies => ({
  preflight: { status, headers },
});

/** A situation, the check that finds it, and the finding: its cause, and after → its fix. */
const SITUATIONS: readonly (readonly [string, Replies, Subject, RegExp])[] = [
  ['a redirect', { first: { status: 302 } }, 'endpoint', /redirects \(302\)\. → .* login page/],
  ['a wrong path', { first: failed(404) }, 'endpoint', /accepts a POST .*\(404\)\. → .*\/graphql/],
  ['a web page', { first: HTML }, 'endpoint', /\(200\) is a web page.* → .* captive portal/],
  [
    'a proxy’s text',
    { first: { status: 502, body: 'Bad' } },
    'endpoint',
    /\(502\) is not .* again/,
  ],
  [
    'other JSON',
    { first: { body: { data: null } } },
    'endpoint',
    /is not JSON from a GraphQL API\./,
  ],
  [
    'a media type that the element doesn’t read',
    { first: { headers: { 'Content-Type': 'text/plain' }, body: { data: {} } } },
    ...(['endpoint', /is not JSON .* Content-Type must be application\/json/] as const),
  ],
  [
    'a response over 1 MiB',
    { first: { body: { data: { text: 'x'.repeat(1_048_576) } } } },
    ...(['endpoint', /is not JSON/] as const),
  ],
  [
    'a wrong key',
    issuing(failed(401)),
    'client-token',
    /refuses the API key \(401\)\. → .* environ/,
  ],
  [
    'a wrong key, by its code',
    issuing(failed(200, 'UNAUTHENTICATED')),
    ...(['client-token', /refuses the API key \(UNAUTHENTICATED, status 200\)/] as const),
  ],
  [
    'a wrong card',
    issuing(payload(userError)),
    ...([
      'client-token',
      /won’t issue .* this card \(CARD_CLOSED\)\. → Check the card’s id/,
    ] as const),
  ],
  [
    'a key that may not issue such a token',
    issuing(payload({ __typename: 'AccessDeniedError' })),
    ...(['client-token', /may not issue .* → .* permission SET_PAYMENT_CARD_PIN\./] as const),
  ],
  [
    'a token that can’t be sent',
    issuing(payload({ ...token, value: `${TOKEN}\r\nX: y` })),
    ...(['client-token', /something other than a client token\. → Ask/] as const),
  ],
  [
    'a rate limit',
    issuing(failed(429, undefined, { 'Retry-After': '7' })),
    ...(['client-token', /rate limit is reached \(429\)\. → Try again in 7 s\./] as const),
  ],
  [
    'a failure, with its request id',
    issuing({ status: 500, body: { extensions: { requestId: 'r-1' } } }),
    ...(['client-token', /The API failed \(500\)\. Request id: r-1 → Try again later/] as const),
  ],
  [
    'a partial failure',
    issuing({ body: { data: {}, errors: [{ message: 'Text of the API' }] } }),
    ...(['client-token', /failed, at least in part\. → Ask/] as const),
  ],
  [
    'a firewall that stops the key',
    issuing({ ...HTML, status: 403 }),
    ...(['client-token', /\(403\) is a web page.* → .* firewall/] as const),
  ],
  [
    'a token without the permission',
    { SetPinForPaymentCard: failed(403, 'FORBIDDEN') },
    ...(['operation', /client token .* not allowed .*\(FORBIDDEN, status 403\)\. → Ask/] as const),
  ],
  [
    'a token that is refused at once',
    { SetPinForPaymentCard: failed(401) },
    ...(['operation', /refuses the client token \(401\)\. → .* just issued/] as const),
  ],
  ['no preflight', preflight({}, 405), 'browser', /preflight’s status is 405, so browsers send no/],
  ['no CORS at all', preflight({}), 'browser', /preflight’s response doesn’t allow https:.* → Ask/],
  [
    'two origins in one header',
    preflight({ ...CORS, 'Access-Control-Allow-Origin': `*, ${ORIGIN}` }),
    ...(['browser', /preflight’s response doesn’t allow https:/] as const),
  ],
  [
    'a wildcard for headers',
    preflight({ ...CORS, [ALLOW]: '*' }),
    ...([
      'browser',
      /the header Authorization \(a wildcard doesn’t cover it\), so browsers/,
    ] as const),
  ],
  [
    'no allowed header',
    preflight({ 'Access-Control-Allow-Origin': ORIGIN }),
    ...(['browser', /doesn’t allow the header Authorization and Content-Type, so /] as const),
  ],
  [
    'no CORS for one response',
    { unauthorized: failed(401) },
    ...([
      'browser',
      /hide them .*: the response to a request without a token \(401\)\. → .*too/,
    ] as const),
  ],
  [
    'no CORS for several responses',
    { TypeName: { body: { data: {} } }, Malformed: failed(400) },
    ...(['browser', /the response to a query \(200\), a malformed document \(400\)\. → /] as const),
  ],
];

describe('set-card-pin doctor', () => {
  const diagnose = useDoctor();

  it('finds no problem with an API that has everything', async () => {
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

  for (const [situation, replies, subject, finding] of SITUATIONS)
    it(`finds ${situation}`, async () => {
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

  it('finds a fault of TLS, and a server that doesn’t speak HTTP', async (context) => {
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

  it('sends nothing if a PIN may not be sent to the address', async () => {
    const { endpoint, received } = await diagnose({});
    received.length = 0;
    // Reaches loopback, but is not a loopback address.
    const { on } = await diagnoseAt(endpoint.replace('127.0.0.1', '0.0.0.0'));
    assert.match(on('endpoint'), /^wrong: The endpoint is not an https: address/);
    assert.equal(on('client-token'), 'skipped: Nothing was sent.');
    assert.deepEqual(received, []);
  });

  it('accepts a GraphQL API that refuses a request without credentials, in any way', async () => {
    const type = { 'Content-Type': 'application/graphql-response+json; charset=utf-8' };
    for (const first of [failed(500, 'UNAUTHENTICATED'), failed(200), failed(400, '', type)])
      assert.match((await diagnose({ first })).on('endpoint'), /^ok: /);
  });

  it('masks a key and a token that the API repeats', async () => {
    for (const credential of ['GeneratePaymentCardClientToken', 'SetPinForPaymentCard'] as const) {
      const reply: Replies[typeof credential] = ({ request: { headers } }) => {
        const [, requestId = ''] = (headers.authorization ?? '').replace(/=+$/, '').split(' ');
        return Promise.resolve({ status: 500, body: { extensions: { requestId } } });
      };
      const { report } = await diagnose({ [credential]: reply });
      assert.match(JSON.stringify(report), /Request id: ••••/);
    }
  });

  it('sends the API key and the client token where they belong', async () => {
    const sent = new Map<string, string | undefined>();
    const record =
      (name: string, reply: Reply): ((call: { request: { headers: object } }) => Promise<Reply>) =>
      ({ request: { headers } }) => {
        sent.set(name, (headers as { authorization?: string }).authorization);
        return Promise.resolve(reply);
      };
    await diagnose({
      GeneratePaymentCardClientToken: record('issue', payload(token)),
      IntrospectionQuery: record('introspect', failed(400)),
      SetPinForPaymentCard: record('set', { body: { data: {} } }),
      Malformed: record('malformed', failed(400)),
    });
    const [basic, bearer] = ['Basic ZmF1bHR5LXNlcnZpY2UtYXBpLWtleTo0Mg==', `Bearer ${TOKEN}`];
    assert.deepEqual([...sent.values()], [basic, basic, bearer, bearer]);
  });
});
