import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestError, useFaultyServices, type Reply } from './faulty-service.js';
import { diagnoseEndpoint, findingsOn } from './run-doctor.js';

describe('the endpoint check of set-card-pin doctor', () => {
  const serve = useFaultyServices();
  const ALL = { card: 'card_1', origin: 'https://cards.example' };

  const TEXT = { 'Content-Type': 'text/plain' };
  const PAGE = { 'Content-Type': 'text/html' };
  const redirect = (status: number): Reply => ({ status, headers: { Location: '/else' } });
  const addresses: readonly [name: string, reply: Reply, finding: RegExp][] = [
    ['a redirect', redirect(307), /redirects \(307\)/],
    ['a redirect to a login page', redirect(302), /redirects \(302\).* login page of your network/],
    ['a wrong path', requestError('Text of the service', 404), /nothing at .*\(404\).*\/graphql/],
    ['a wrong path with a web page', { status: 404, headers: PAGE }, /nothing at .*\(404\)/],
    ['an address that is gone', { status: 410 }, /nothing at .*\(410\)/],
    ['a server without POST', { status: 405 }, /does not accept POST \(405\)/],
    ['a network with a login', { status: 511, headers: PAGE }, /asks for a login \(511\)/],
    [
      'a web page, by its type',
      { headers: PAGE, body: 'Text of the service' },
      /\(200\) is a web page.* captive portal/,
    ],
    [
      'a web page, by its content',
      { headers: TEXT, body: ' <!doctype html>Text of the service' },
      /\(200\) is a web page/,
    ],
    ['text', { headers: TEXT, body: 'Text of the service' }, /is not JSON/],
    ['an empty body', { body: '' }, /is not JSON/],
    [
      'JSON of another format',
      { body: ['Text of the service'] },
      /is JSON, but not from a GraphQL service/,
    ],
    ['no data', { body: { data: null } }, /is JSON, but not from a GraphQL service/],
    ['a login of HTTP', { status: 401, headers: PAGE, body: '<html>' }, /\(401\) is a web page/],
    ['an empty 401', { status: 401, headers: TEXT }, /\(401\) is not JSON/],
    [
      'a firewall',
      { status: 403, headers: PAGE, body: '<html>' },
      /\(403\) is a web page.* firewall/,
    ],
    [
      'a gateway',
      { status: 403, body: { message: 'Forbidden' } },
      /\(403\) is JSON, but.* gateway/,
    ],
    ['a wall of requests', { status: 429, headers: PAGE, body: '<html>' }, /\(429\) is a web page/],
    ['a gateway that limits requests', { status: 429, body: {} }, /\(429\) is JSON, but/],
    [
      'a proxy without a service',
      { status: 503, headers: PAGE, body: '<html>' },
      /\(503\) is a web page/,
    ],
    [
      'JSON that is marked as text',
      { headers: TEXT, body: { data: { __typename: 'Query' } } },
      /is text\/plain: the element reads only JSON/,
    ],
  ];
  for (const [name, reply, finding] of addresses) {
    it(`reports ${name} as a wrong endpoint, and sends no key there`, async () => {
      const { endpoint, received } = await serve({ Endpoint: reply });
      const run = await diagnoseEndpoint(endpoint, ALL);
      assert.match(findingsOn('endpoint', run).join(), finding);
      assert.match(
        findingsOn('endpoint', run).join(),
        /^wrong: .* → .* The API key was not sent\.$/,
      );
      assert.deepEqual(findingsOn('API key', run), [
        'skipped: Not checked until this passes: endpoint.',
      ]);
      assert.doesNotMatch(run.stdout, /Text of the service/);
      assert.deepEqual(
        received.filter((kind) => kind !== 'GET'),
        ['Endpoint'],
      );
      assert.equal(run.exitCode, 1);
    });
  }

  it('distinguishes a page that answers only GET from a wrong path', async () => {
    for (const status of [404, 405]) {
      const { endpoint } = await serve({
        Endpoint: { status, body: '' },
        GET: { headers: TEXT, body: 'Text of the service' },
      });
      const run = await diagnoseEndpoint(endpoint);
      assert.match(
        findingsOn('endpoint', run).join(),
        new RegExp(`^wrong: The server answers GET .*, but not POST \\(${status}\\).* health`),
      );
    }
  });

  it('accepts a GraphQL service that refuses a request without credentials, in any way', async () => {
    const message = 'No.';
    const refusals: readonly Reply[] = [
      { status: 401, body: { errors: [{ message }] } },
      { status: 403, body: { data: null, errors: [{ message }] } },
      { status: 429, body: { data: {}, errors: [{ message }] } },
      { status: 500, body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } },
      { status: 503, body: { extensions: { requestId: 'r-1' } } },
      { body: { errors: [{ message }] } },
      { body: { data: { __typename: 'Query' } } },
      // The element reads an answer with a byte order mark too.
      { body: '\ufeff{"data":{"__typename":"Query"}}' },
    ];
    for (const reply of refusals) {
      const { endpoint } = await serve({ Endpoint: reply });
      const run = await diagnoseEndpoint(endpoint);
      assert.match(findingsOn('endpoint', run).join(), /^ok: /);
      assert.match(findingsOn('API key', run).join(), /^ok: /);
    }
  });

  const walls: readonly [name: string, reply: Reply][] = [
    ['a firewall', { status: 403, headers: PAGE, body: '<html>' }],
    ['a gateway', { status: 403, body: { message: 'Forbidden' } }],
    ['a wall of requests', { status: 429, headers: PAGE, body: '<html>' }],
    ['a captive portal', { headers: PAGE, body: '<html>' }],
  ];
  for (const [name, reply] of walls) {
    it(`sends nothing more to ${name} that answered a request with the key`, async () => {
      for (const [kind, card] of [
        ['Ping', undefined],
        ['Organizations', undefined],
        ['Card', 'card_1'],
        ['GeneratePaymentCardClientToken', 'card_1'],
        ['IntrospectionQuery', undefined],
        ['SetPinForPaymentCard', undefined],
      ] as const) {
        const { endpoint, received } = await serve({ [kind]: reply });
        const run = await diagnoseEndpoint(endpoint, { origin: ALL.origin, ...(card && { card }) });
        assert.deepEqual(received.slice(received.indexOf(kind)), [kind]);
        assert.deepEqual(findingsOn('browser', run), ['skipped: The service can’t be reached.']);
        assert.equal(run.exitCode, 1);
      }
    });
  }
});
