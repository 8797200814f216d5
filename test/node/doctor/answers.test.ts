import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KEY, TOKEN, useFaultyServices, type Reply } from './faulty-service.js';
import { diagnoseEndpoint, findingsOn } from './run-doctor.js';

describe('npm run doctor, with wrong answers', () => {
  const serve = useFaultyServices();
  const ALL = { card: 'card_1', origin: 'https://cards.example' };

  const TEXT = { 'Content-Type': 'text/plain' };
  const withId = (status: number): Reply => ({
    status,
    body: { errors: [{ message: 'Text of the service' }], extensions: { requestId: 'r-1' } },
  });
  const answers: readonly [name: string, reply: Reply, finding: RegExp][] = [
    [
      'a redirect',
      { status: 307, headers: { Location: '/else' } },
      /redirects \(307\), and the API key is not sent/,
    ],
    ['a 400', withId(400), /refuses the operation \(400\).* Request id: r-1 →/],
    ['a 403', withId(403), /not allowed to do this \(403\).* Request id: r-1 →/],
    ['a 405', withId(405), /does not accept POST \(405\)/],
    ['a 418', withId(418), /unexpected status \(418\)/],
    ['a 500', withId(500), /service failed \(500\).* Request id: r-1 → Try again later/],
    [
      'a 503 with a web page',
      { status: 503, body: '<html>Text of the service' },
      /service failed \(503\)/,
    ],
    [
      'a 429 without Retry-After',
      withId(429),
      /used up its budget .*\(429\).* → Try again later\./,
    ],
    [
      'a 429 with a malformed Retry-After',
      { ...withId(429), headers: { 'Retry-After': 'Text of the service' } },
      /Try again later\./,
    ],
    [
      'a web page, by its type',
      { headers: { 'Content-Type': 'text/html' }, body: 'Text of the service' },
      /The answer is a web page/,
    ],
    [
      'a web page, by its content',
      { headers: TEXT, body: ' <!doctype html>Text of the service' },
      /The answer is a web page/,
    ],
    ['text', { headers: TEXT, body: 'Text of the service' }, /is not JSON/],
    ['an empty body', { body: '' }, /is not JSON/],
    [
      'JSON of another format',
      { body: ['Text of the service'] },
      /is JSON, but not from a GraphQL service/,
    ],
    ['no data', { body: { data: null } }, /is JSON, but not from a GraphQL service/],
    [
      'errors together with data',
      { body: { data: { ping: 'pong' }, errors: [{ message: 'Text of the service' }] } },
      /failed, at least in part/,
    ],
    [
      'an answer other than pong',
      { body: { data: { ping: 'Text of the service' } } },
      /is not pong/,
    ],
    ['a body of more than 1 MiB', { body: { data: 'x'.repeat(1_048_576) } }, /larger than 1 MiB/],
    [
      'a malformed request id',
      { status: 500, body: { extensions: { requestId: 'Text of the service' } } },
      /service failed \(500\)\. →/,
    ],
  ];
  for (const [name, reply, finding] of answers) {
    it(`explains ${name} without quoting the service`, async () => {
      const { endpoint } = await serve({ Ping: reply });
      const run = await diagnoseEndpoint(endpoint);
      assert.match(findingsOn('API key', run).join(), finding);
      assert.match(findingsOn('API key', run).join(), /^wrong: .* → /);
      assert.doesNotMatch(run.stdout + run.stderr, /Text of the service/);
      assert.equal(run.exitCode, 1);
    });
  }

  it('does not follow redirects', async () => {
    const redirect = (code: number): Reply => ({ status: code, headers: { Location: '/graphql' } });
    const { endpoint, received } = await serve({ Ping: redirect(308), preflight: redirect(302) });
    const run = await diagnoseEndpoint(endpoint, ALL);
    assert.match(findingsOn('browser', run).join(), /^wrong: The preflight is answered with 302/);
    assert.deepEqual(received, ['Ping', 'preflight']);
  });

  it('sends nothing to an address that a PIN may not be sent to', async () => {
    const { endpoint, received } = await serve({});
    // Reaches loopback, but is not a loopback address.
    const run = await diagnoseEndpoint(endpoint.replace('127.0.0.1', '0.0.0.0'), ALL);
    assert.match(
      findingsOn('endpoint', run).join(),
      /^wrong: The endpoint is not an https: address/,
    );
    assert.match(run.stdout, /skipped {2}the rest +Nothing was sent\./);
    assert.deepEqual(received, []);
    assert.equal(run.exitCode, 1);
  });

  it('prints organization names in one short line, without control characters', async () => {
    const named = (displayName: unknown) => ({ profile: { displayName } });
    const names = ['\u001b[31mA\r\n\u202eB', 'x'.repeat(61), null, 'D', 'E', 'F', 'G'];
    const { endpoint } = await serve({
      Organizations: { body: { data: { organizations: names.map(named) } } },
    });
    const run = await diagnoseEndpoint(endpoint);
    assert.deepEqual(findingsOn('organizations', run), [
      `ok: The key belongs to: [31mAB, ${'x'.repeat(60)}…, (no name), D, E and 2 more.`,
    ]);
  });

  it('reports a key without an organization', async () => {
    for (const organizations of [null, []]) {
      const { endpoint } = await serve({ Organizations: { body: { data: { organizations } } } });
      const run = await diagnoseEndpoint(endpoint);
      assert.match(
        findingsOn('organizations', run).join(),
        /^wrong: The key belongs to no organization/,
      );
    }
  });

  it('masks a key and a token that the service repeats', async () => {
    const { endpoint } = await serve({
      Organizations: ({ request, response }) => {
        const displayName = `${KEY} ${request.headers.authorization}`;
        response.end(JSON.stringify({ data: { organizations: [{ profile: { displayName } }] } }));
      },
      Schema: { status: 500, body: { extensions: { requestId: TOKEN } } },
    });
    const run = await diagnoseEndpoint(endpoint, ALL);
    assert.deepEqual(findingsOn('organizations', run), [
      'ok: The key belongs to: •••• Basic ••••.',
    ]);
    assert.match(findingsOn('schema', run).join(), /Request id: ••••/);
  });
});
