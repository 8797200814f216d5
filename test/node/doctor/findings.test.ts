/** What the doctor finds in the answers that a service may give, check by check. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MADE_UP_TOKEN } from '../../../src/node/doctor/account-checks.js';
import type { Subject } from '../../../src/node/doctor/finding.js';
import {
  diagnoseAt,
  KEY,
  payload,
  requestError,
  TOKEN,
  useDoctor,
  type Replies,
  type Reply,
} from './faulty-service.js';

const ORIGIN = 'https://cards.example';
const ALL = { card: 'card_1', origin: ORIGIN };

const PAGE = { 'Content-Type': 'text/html' };
const TEXT = { 'Content-Type': 'text/plain' };
/** A text that the doctor never quotes. */
const message = 'Text of the service';

const pong = { data: { ping: 'pong' } };
const typeName = { data: { __typename: 'Query' } };
const withId = (status: number, headers = {}): Reply => ({
  ...{ status, headers },
  body: { errors: [{ message }], extensions: { requestId: 'r-1' } },
});
const withCode = (code: string, status: number): Reply => ({
  status,
  body: { data: null, errors: [{ message, extensions: { code } }] },
});

const ADDRESS: readonly (readonly [Endpoint: Reply, finding: RegExp])[] = [
  [{ status: 302, headers: { Location: '/else' } }, /redirects \(302\).* login page of your net/],
  [requestError(message, 404), /accepts a POST .*\(404\).*\/graphql/],
  [{ headers: PAGE, body: message }, /\(200\) is a web page.* captive portal/],
  [{ status: 502, headers: TEXT, body: message }, /\(502\) is not JSON\. → .* try again/],
  [{ body: { data: null } }, /is JSON, but not from a GraphQL service/],
  [{ headers: TEXT, body: typeName }, /is text\/plain: the element reads only JSON/],
];

const API_KEY: readonly (readonly [Ping: Reply, finding: RegExp])[] = [
  [withId(400), /refuses the operation \(400\).* Request id: r-1 →/],
  [{ status: 401, headers: PAGE }, /refuses the API key \(401\).* gateway/],
  [withId(418), /unexpected status \(418\)/],
  [{ status: 500, body: { extensions: { requestId: message } } }, /failed \(500\)\. →/],
  [withId(429, { 'Retry-After': '7' }), /budget .*\(429\).* Try again in 7 s\./],
  [withCode('FORBIDDEN', 200), /not allowed .*\(FORBIDDEN, status 200/],
  [{ body: { ...pong, errors: [{ message }] } }, /failed, at least in part/],
  [{ body: { data: { ping: message } } }, /is not pong/],
  [{ body: { data: 'x'.repeat(1_048_576) } }, /larger than 1 MiB/],
  [{ headers: TEXT, body: pong }, /Content-Type of the answer is text\/plain: the element reads/],
];

const names = ['\u001b[31mA\r\n\u202eB', 'x'.repeat(61), null, 'D', 'E', 'F', 'G'];
const organizations = (list: unknown): Replies => ({
  Organizations: { body: { data: { organizations: list } } },
});
const card = (node: unknown): Replies => ({ Card: { body: { data: { node } } } });

const token = { __typename: 'ClientToken', value: TOKEN, expirationDate: null };
const codes = [{ code: 'CARD_CLOSED' }, { code: message }];
/** A token, or another member. */
const minted = (member: unknown): Replies => ({ GeneratePaymentCardClientToken: payload(member) });

const invalidToken = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
const ALLOW = 'Access-Control-Allow-Headers';
const allowing = { 'Access-Control-Allow-Origin': ORIGIN };
const preflight = (headers: Record<string, string>, status = 204): Replies => ({
  preflight: { status, headers },
});
const refused = (headers: Record<string, string>, status = 401): Replies => ({
  RefusedToken: { status, headers },
});

const OTHERS: readonly (readonly [Subject, Replies, finding: RegExp])[] = [
  [
    'organizations',
    organizations(names.map((displayName) => ({ profile: { displayName } }))),
    /^ok: The key belongs to: \[31mAB, x{60}…, \(no name\), D, E and 2 more\.$/,
  ],
  ['organizations', organizations([]), /^wrong: The key belongs to no organization/],
  ['card', card(null), /^wrong: The key finds nothing with this id/],
  ['card', card({ __typename: 'Organization' }), /^wrong: .* does not belong to a payment card/],
  [
    'client-token',
    minted({ __typename: 'UserError', errors: codes }),
    /^wrong: .* no token .*: CARD_CLOSED\. → /,
  ],
  [
    'client-token',
    minted({ __typename: 'AccessDeniedError' }),
    /^wrong: The key may not make a to/,
  ],
  ['client-token', minted({ ...token, __typename: message }), /^wrong: .* of an unknown type/],
  ['client-token', minted({ ...token, value: `${TOKEN}\r\nX: y` }), /^wrong: .* not base64-style/],
  ['client-token', minted({ ...token, expirationDate: '2099-13-01' }), /^wrong: .* is not a date/],
  ['client-token', minted(token), /^ok: .* no expiry date: the element uses it/],
  [
    'client-token',
    minted({ ...token, expirationDate: '2099-01-01' }),
    /^ok: .* date is 2099-01-01T/,
  ],
  [
    'client-token',
    minted({ ...token, expirationDate: '2020-01-01' }),
    /^wrong: .* has expired: .* 2020/,
  ],
  ['refused-token', refused(TEXT), /^ok: .* \(401\)/],
  ['refused-token', { RefusedToken: withCode('UNAUTHENTICATED', 200) }, /^ok: .* \(200\)/],
  ['refused-token', refused(invalidToken, 403), /^ok: .* \(403\)/],
  // The service is down.
  ['refused-token', { Ping: requestError('Down.', 503), ...refused({}, 503) }, /^skipped: /],
  ['refused-token', refused({}, 403), /^wrong: .* with 403, .* → .* 401, or .* UNAUTHENTICATED/],
  [
    'refused-token',
    { RefusedToken: { body: { data: { organizations: [] } } } },
    /^note: The service accepted an invalid token/,
  ],
  ['browser', preflight({}, 405), /^wrong: The preflight is answered with 405/],
  [
    'browser',
    preflight({ 'Access-Control-Allow-Origin': `*, ${ORIGIN}` }),
    /^wrong: .* does not allow https:\/\/cards\.example, so/,
  ],
  [
    'browser',
    preflight({ ...allowing, [ALLOW]: '*' }),
    /^wrong: .* the header Authorization \(a wildcard doesn’t cover it\), so /,
  ],
  ['browser', preflight(allowing), /^wrong: .* the header Authorization and Content-Type, so /],
  ['browser', { Ping: { body: pong } }, /^wrong: The answer to a POST \(200\) does not .* never/],
  [
    'browser',
    // Headers on a 200 only, as nginx adds them.
    { Broken: { status: 400 }, ...refused({}) },
    /^wrong: .* malformed document \(400\) .* gets no answer, and .*,wrong: .* refused token \(401\) .* never asks for another token/,
  ],
  [
    'browser',
    refused({ ...allowing, ...invalidToken }, 403),
    /^wrong: A token is refused with 403, and WWW-Authenticate, .* is not exposed/,
  ],
  ['browser', refused(allowing), /^ok: .*,note: Retry-After is not exposed/],
  [
    'browser',
    {
      ...preflight({ ...allowing, [ALLOW]: 'AUTHORIZATION,*' }),
      ...refused({ ...allowing, 'Access-Control-Expose-Headers': '*' }),
    },
    /^ok: [^,]*$/,
  ],
];

describe('set-card-pin doctor', () => {
  const diagnose = useDoctor();

  for (const [Endpoint, finding] of ADDRESS)
    it(`finds a wrong address, and sends no key: ${finding.source}`, async () => {
      const { on, received } = await diagnose({ Endpoint }, ALL);
      assert.match(on('endpoint'), finding);
      assert.match(on('endpoint'), /^wrong: .* → .* The API key was not sent\.$/);
      assert.equal(on('api-key'), 'skipped: Not checked until this passes: endpoint.');
      assert.deepEqual(received, ['Endpoint']);
    });

  for (const [Ping, finding] of API_KEY)
    it(`finds a refused key or request: ${finding.source}`, async () => {
      const { on } = await diagnose({ Ping });
      assert.match(on('api-key'), finding);
      assert.match(on('api-key'), /^wrong: .* → /);
    });

  for (const [subject, replies, finding] of OTHERS)
    it(`finds in its check of the ${subject}: ${finding.source}`, async () => {
      assert.match((await diagnose(replies, ALL)).on(subject), finding);
    });

  it('sends nothing if a PIN may not be sent to the address', async () => {
    const { endpoint, received } = await diagnose({});
    received.length = 0;
    // Reaches loopback, but is not a loopback address.
    const { on } = await diagnoseAt(endpoint.replace('127.0.0.1', '0.0.0.0'), ALL);
    assert.match(on('endpoint'), /^wrong: The endpoint is not an https: address/);
    assert.equal(on('api-key'), 'skipped: Nothing was sent.');
    assert.deepEqual(received, []);
  });

  it('accepts a GraphQL service that refuses a request without credentials, in any way', async () => {
    for (const Endpoint of [
      { status: 500, body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } },
      { body: { errors: [{ message }] } },
      // The element reads an answer with a byte order mark too.
      { body: `\ufeff${JSON.stringify(typeName)}` },
    ])
      assert.match((await diagnose({ Endpoint })).on('api-key'), /^ok: /);
  });

  it('accepts every JSON media type', async () => {
    const headers = { 'Content-Type': 'application/graphql-response+json; charset=utf-8' };
    const { on } = await diagnose({ Ping: { headers, body: pong } });
    assert.match(on('api-key'), /^ok: /);
  });

  it('sends nothing more to a machine in between that answered a request with the key', async () => {
    const wall: Reply = { status: 403, headers: PAGE, body: '<html>' };
    for (const [kind, options] of [
      ...(['Ping', 'Organizations', 'Card', 'GeneratePaymentCardClientToken'] as const).map(
        (each) => [each, ALL] as const,
      ),
      // Later a client token is sent in place of the key, if there is one.
      ...(['IntrospectionQuery', 'SetPinForPaymentCard'] as const).map(
        (each) => [each, { origin: ORIGIN }] as const,
      ),
    ]) {
      const { on, received } = await diagnose({ [kind]: wall }, options);
      assert.deepEqual(received.slice(received.indexOf(kind)), [kind]);
      const text = 'Not checked, because a request got no answer from the service.';
      assert.equal(on('browser'), `skipped: ${text}`);
    }
  });

  it('sends the client token, and the key only if the service has accepted it', async () => {
    const sent: string[] = [];
    const Broken: Replies['Broken'] = ({ request }) => {
      sent.push(request.headers.authorization ?? '');
      return Promise.resolve({ status: 400, headers: allowing });
    };
    await diagnose({ Broken }, ALL);
    await diagnose({ Broken }, { origin: ORIGIN });
    await diagnose({ Broken, Ping: requestError('No.', 401) }, { origin: ORIGIN });
    let pings = 0;
    const Ping: Replies['Ping'] = () =>
      Promise.resolve(pings++ === 0 ? { body: pong } : { status: 403 });
    await diagnose({ Broken, Ping }, { origin: ORIGIN });
    const madeUp = `Bearer ${MADE_UP_TOKEN}`;
    assert.deepEqual(sent, [`Bearer ${TOKEN}`, `Basic ${btoa(KEY)}`, madeUp, madeUp]);
  });

  it('masks a key and a token that the service repeats', async () => {
    const { on } = await diagnose(
      {
        Organizations: ({ request }) => {
          const displayName = `${KEY} ${request.headers.authorization}`;
          const list = [{ profile: { displayName } }];
          return Promise.resolve({ body: { data: { organizations: list } } });
        },
        SetPinForPaymentCard: { status: 500, body: { extensions: { requestId: TOKEN } } },
      },
      ALL,
    );
    assert.equal(on('organizations'), 'ok: The key belongs to: •••• Basic ••••.');
    assert.match(on('operation'), /Request id: ••••/);
  });
});
