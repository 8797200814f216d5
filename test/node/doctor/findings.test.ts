/** What the doctor finds in the answers that a service may give, check by check. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MADE_UP_TOKEN } from '../../../src/node/doctor/account-checks.js';
import {
  diagnoseAt,
  inMinutes,
  KEY,
  payload,
  requestError,
  TOKEN,
  useDoctor,
  type DiagnoseOptions,
  type Replies,
  type Reply,
} from './faulty-service.js';

const ORIGIN = 'https://cards.example';
const CARD = { card: 'card_1' };
const ALL = { ...CARD, origin: ORIGIN };

const PAGE = { 'Content-Type': 'text/html' };
const TEXT = { 'Content-Type': 'text/plain' };
/** A text that the doctor never quotes. */
const message = 'Text of the service';

type Row<Given> = readonly [given: Given, finding: RegExp];

describe('set-card-pin doctor', () => {
  const diagnose = useDoctor();
  type Run = Awaited<ReturnType<typeof diagnose>>;

  /** Tests the findings of a check, and what else holds for all of them. */
  function finds<Given>(
    subject: string,
    rows: readonly Row<Given>[],
    repliesOf: (given: Given) => Replies,
    options?: DiagnoseOptions,
    alsoHolds?: (run: Run) => void,
  ): void {
    for (const [given, finding] of rows)
      it(`finds in its check of the ${subject}: ${finding.source}`, async () => {
        const run = await diagnose(repliesOf(given), options);
        assert.match(run.on(subject), finding);
        alsoHolds?.(run);
      });
  }

  describe('at a wrong address', () => {
    const redirect: Reply = { status: 302, headers: { Location: '/else' } };
    finds<Reply>(
      'endpoint',
      [
        [redirect, /redirects \(302\).* login page of your network/],
        [requestError(message, 404), /accepts a POST .*\(404\).*\/graphql/],
        [{ headers: PAGE, body: message }, /\(200\) is a web page.* captive portal/],
        [{ headers: TEXT, body: ` <!doctype html>${message}` }, /\(200\) is a web page/],
        [{ body: '' }, /\(200\) is not JSON/],
        [{ body: { data: null } }, /is JSON, but not from a GraphQL service/],
        [
          { headers: TEXT, body: { data: { __typename: 'Query' } } },
          /is text\/plain: the element reads only JSON/,
        ],
      ],
      (Endpoint) => ({ Endpoint }),
      ALL,
      ({ on, received }) => {
        assert.match(on('endpoint'), /^wrong: .* → .* The API key was not sent\.$/);
        assert.equal(on('API key'), 'skipped: Not checked until this passes: endpoint.');
        assert.deepEqual(received, ['Endpoint']);
      },
    );

    it('sends nothing if a PIN may not be sent there', async () => {
      const { endpoint, received } = await diagnose({});
      received.length = 0;
      // Reaches loopback, but is not a loopback address.
      const run = await diagnoseAt(endpoint.replace('127.0.0.1', '0.0.0.0'), ALL);
      assert.match(run.on('endpoint'), /^wrong: The endpoint is not an https: address/);
      assert.equal(run.on('API key'), 'skipped: Nothing was sent.');
      assert.deepEqual(received, []);
    });
  });

  it('accepts a GraphQL service that refuses a request without credentials, in any way', async () => {
    const refusals: readonly Reply[] = [
      { status: 500, body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } },
      { status: 503, body: { extensions: { requestId: 'r-1' } } },
      { body: { errors: [{ message }] } },
      // The element reads an answer with a byte order mark too.
      { body: '\ufeff{"data":{"__typename":"Query"}}' },
    ];
    for (const Endpoint of refusals) {
      const run = await diagnose({ Endpoint });
      assert.match(run.on('endpoint'), /^ok: /);
      assert.match(run.on('API key'), /^ok: /);
    }
  });

  const withId = (status: number): Reply => ({
    status,
    body: { errors: [{ message }], extensions: { requestId: 'r-1' } },
  });
  const withCode = (code: string, status: number): Reply => ({
    status,
    body: { data: null, errors: [{ message, extensions: { code } }] },
  });
  const pong = { data: { ping: 'pong' } };
  finds<Reply>(
    'API key',
    [
      [withId(400), /refuses the operation \(400\).* Request id: r-1 →/],
      [{ status: 401, headers: PAGE }, /refuses the API key \(401\).* gateway/],
      [withCode('UNAUTHENTICATED', 400), /the API key \(UNAUTHENTICATED, status 400/],
      [withId(403), /not allowed to do this \(403\)\. Request id: r-1 →/],
      [{ status: 403, headers: PAGE }, /\(403\).* a firewall may answer/],
      [withId(404), /accepts a POST at the endpoint’s address \(404\)/],
      [withId(418), /unexpected status \(418\)/],
      [{ status: 500, body: { extensions: { requestId: message } } }, /failed \(500\)\. →/],
      [
        { ...withId(429), headers: { 'Retry-After': '7' } },
        /budget .*\(429\).* Try again in 7 s\./,
      ],
      [withCode('FORBIDDEN', 200), /not allowed .*\(FORBIDDEN, status 200/],
      [{ body: { ...pong, errors: [{ message }] } }, /failed, at least in part/],
      [{ body: { data: { ping: message } } }, /is not pong/],
      [{ body: { data: 'x'.repeat(1_048_576) } }, /larger than 1 MiB/],
      [
        { headers: TEXT, body: pong },
        /Content-Type of the answer is text\/plain: the element reads/,
      ],
    ],
    (Ping) => ({ Ping }),
    {},
    ({ on }) => assert.match(on('API key'), /^wrong: .* → /),
  );

  it('accepts every JSON media type, and sends the Accept header of the element', async () => {
    const accepted: (string | undefined)[] = [];
    const run = await diagnose({
      Ping: ({ request, response }) => {
        accepted.push(request.headers.accept);
        response.setHeader('Content-Type', 'application/graphql-response+json; charset=utf-8');
        response.end('{"data":{"ping":"pong"}}');
      },
    });
    assert.match(run.on('API key'), /^ok: /);
    assert.deepEqual(accepted, ['application/graphql-response+json, application/json;q=0.9']);
  });

  it('sends nothing more to a machine in between that answered a request with the key', async () => {
    const wall: Reply = { status: 403, headers: PAGE, body: '<html>' };
    for (const [kind, card] of [
      ['Ping', undefined],
      ['Organizations', undefined],
      ['Card', 'card_1'],
      ['GeneratePaymentCardClientToken', 'card_1'],
      ['IntrospectionQuery', undefined],
      ['SetPinForPaymentCard', undefined],
    ] as const) {
      const run = await diagnose({ [kind]: wall }, { origin: ORIGIN, ...(card && { card }) });
      assert.deepEqual(run.received.slice(run.received.indexOf(kind)), [kind]);
      assert.equal(
        run.on('browser'),
        'skipped: Not checked, because a request got no answer from the service.',
      );
    }
  });

  const names = ['\u001b[31mA\r\n\u202eB', 'x'.repeat(61), null, 'D', 'E', 'F', 'G'];
  finds<unknown>(
    'organizations',
    [
      [
        names.map((displayName) => ({ profile: { displayName } })),
        /^ok: The key belongs to: \[31mAB, x{60}…, \(no name\), D, E and 2 more\.$/,
      ],
      [[], /^wrong: The key belongs to no organization/],
    ],
    (organizations) => ({ Organizations: { body: { data: { organizations } } } }),
  );

  finds<unknown>(
    'card',
    [
      [null, /^wrong: The key finds nothing with this id/],
      [{ __typename: 'Organization' }, /^wrong: This id does not belong to a payment card/],
    ],
    (node) => ({ Card: { body: { data: { node } } } }),
    CARD,
  );

  const token = { __typename: 'ClientToken', value: TOKEN, expirationDate: inMinutes(15) };
  const codes = [{ code: 'CARD_CLOSED' }, { code: message }];
  // Of one moment, however long a test takes.
  const now = Date.now();
  const at = (minutes: number) => new Date(now + minutes * 60_000);
  const lasting = (minutes: number) => ({ ...token, expirationDate: at(minutes).toISOString() });
  finds<[member: unknown, date?: number]>(
    'client token',
    [
      [[{ __typename: 'UserError', errors: codes }], /^wrong: .* no token .*: CARD_CLOSED\. → /],
      [[{ __typename: 'AccessDeniedError' }], /^wrong: The key may not make a token .* → /],
      [[{ ...token, __typename: message }], /^wrong: .* of an unknown type instead of a token/],
      [[{ ...token, value: `${TOKEN}\r\nX: y` }], /^wrong: .* not base64-style text/],
      [[{ ...token, value: undefined }], /^wrong: .* not base64-style text/],
      [[{ ...token, expirationDate: '2099-13-01T00:00:00.000Z' }], /^wrong: .* is not a date that/],
      [[{ ...token, expirationDate: null }], /^ok: .* no expiry date: the element uses it/],
      // By the clock of the service.
      [[lasting(75), 60], /^ok: .* in 15 minutes\.$/],
      [[lasting(15), 60], /^wrong: The token expired 45 minutes before it arrived/],
    ],
    ([member, date = 0]) => ({
      GeneratePaymentCardClientToken: {
        headers: { Date: at(date).toUTCString() },
        ...payload(member),
      },
    }),
    CARD,
  );

  const invalidToken = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
  finds<Reply>(
    'refused token',
    [
      [{ status: 401, headers: TEXT }, /^ok: .* \(401\)/],
      [withCode('UNAUTHENTICATED', 200), /^ok: .* \(200\)/],
      [{ status: 403, headers: invalidToken }, /^ok: .* \(403\)/],
      [{ status: 403 }, /^wrong: .* with 403, .* → .* 401, or .* UNAUTHENTICATED/],
      [{ body: { data: null, errors: [{ message: 'No.' }] } }, /^wrong: .* with 200, /],
      [{ body: { data: { organizations: [] } } }, /^note: The service accepted an invalid token/],
    ],
    (RefusedToken) => ({ RefusedToken }),
  );

  const ALLOW = 'Access-Control-Allow-Headers';
  const allowing = { 'Access-Control-Allow-Origin': ORIGIN };
  const preflight = (headers: Record<string, string>, status = 204) => ({
    preflight: { status, headers },
  });
  const from = (origin: string) => preflight({ 'Access-Control-Allow-Origin': origin });
  const exposing = { ...allowing, 'Access-Control-Expose-Headers': '*' };
  finds<Replies>(
    'browser',
    [
      [preflight({}, 405), /^wrong: The preflight is answered with 405/],
      [from(`*, ${ORIGIN}`), /^wrong: .* does not allow https:\/\/cards\.example, so/],
      [
        preflight({ ...allowing, [ALLOW]: '*' }),
        /^wrong: .* the header Authorization \(a wildcard doesn’t cover it\), so /,
      ],
      [preflight(allowing), /^wrong: .* the header Authorization and Content-Type, so /],
      [{ Ping: { body: pong } }, /^wrong: The answer to a POST \(200\) does not .* never learns/],
      [
        // Headers on a 200 only, as nginx adds them.
        { Broken: { status: 400 }, RefusedToken: { status: 401 } },
        /^wrong: .* malformed document \(400\) .* gets no answer, and .*,wrong: .* refused token \(401\) .* never asks for another token/,
      ],
      [
        { RefusedToken: { status: 403, headers: { ...allowing, ...invalidToken } } },
        /^wrong: A token is refused with 403, and WWW-Authenticate, .* is not exposed/,
      ],
      [
        { RefusedToken: { status: 401, headers: allowing } },
        /^ok: .*,note: Retry-After is not exposed/,
      ],
      [
        {
          ...preflight({ ...allowing, [ALLOW]: 'AUTHORIZATION,*' }),
          RefusedToken: { status: 401, headers: exposing },
        },
        /^ok: [^,]*$/,
      ],
    ],
    (replies) => replies,
    { origin: ORIGIN },
  );

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
    const replies: Replies = {
      Organizations: ({ request, response }) => {
        response.setHeader('Content-Type', 'application/json');
        const displayName = `${KEY} ${request.headers.authorization}`;
        response.end(JSON.stringify({ data: { organizations: [{ profile: { displayName } }] } }));
      },
      SetPinForPaymentCard: { status: 500, body: { extensions: { requestId: TOKEN } } },
    };
    const run = await diagnose(replies, ALL);
    assert.equal(run.on('organizations'), 'ok: The key belongs to: •••• Basic ••••.');
    assert.match(run.on('operation'), /Request id: ••••/);
  });
});
