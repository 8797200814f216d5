import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KEY, TOKEN, type Replies, type Reply } from './faulty-service.js';
import { diagnoseAt, useDoctor } from './run-doctor.js';

describe('set-card-pin doctor, with wrong answers', () => {
  const diagnose = useDoctor();
  const ALL = { card: 'card_1', origin: 'https://cards.example' };

  const withId = (status: number): Reply => ({
    status,
    body: { errors: [{ message: 'Text of the service' }], extensions: { requestId: 'r-1' } },
  });
  const withCode = (code: string, status: number): Reply => ({
    status,
    body: { data: null, errors: [{ message: 'Text of the service', extensions: { code } }] },
  });
  const PAGE = { 'Content-Type': 'text/html' };
  const answers: readonly [name: string, reply: Reply, finding: RegExp][] = [
    ['a 400', withId(400), /refuses the operation \(400\).* Request id: r-1 →/],
    ['a 401 with a web page', { status: 401, headers: PAGE }, /the API key \(401\).* gateway/],
    ['a 403', withId(403), /not allowed to do this \(403\)\. Request id: r-1 →/],
    ['a 403 of a firewall', { status: 403, headers: PAGE }, /\(403\).* a firewall may answer/],
    ['a 404 for the key only', withId(404), /accepts a POST at the endpoint’s address \(404\)/],
    ['a 418', withId(418), /unexpected status \(418\)/],
    ['a 500', withId(500), /service failed \(500\).* Request id: r-1 → Try again later/],
    [
      'a 503 with a web page',
      { status: 503, body: '<html>Text of the service' },
      /service failed \(503\)/,
    ],
    [
      'a 429',
      { ...withId(429), headers: { 'Retry-After': '7' } },
      /used up its budget .*\(429\).* → Try again in 7 s\./,
    ],
    [
      'a 429 with a malformed Retry-After',
      { ...withId(429), headers: { 'Retry-After': 'Text of the service' } },
      /Try again later\./,
    ],
    [
      'a used-up budget at 200',
      withCode('RATE_LIMITED', 200),
      /budget .*\(RATE_LIMITED, status 200/,
    ],
    [
      'a forbidden query at 200',
      withCode('FORBIDDEN', 200),
      /not allowed .*\(FORBIDDEN, status 200/,
    ],
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
    [
      'JSON that is marked as text',
      {
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        body: { data: { ping: 'pong' } },
      },
      /The Content-Type of the answer is text\/plain: the element reads only JSON/,
    ],
  ];
  for (const [name, reply, finding] of answers) {
    it(`explains ${name} without quoting the service`, async () => {
      const run = await diagnose({ Ping: reply });
      assert.match(run.on('API key'), finding);
      assert.match(run.on('API key'), /^wrong: .* → /);
    });
  }

  it('takes UNAUTHENTICATED for a refused key at any status', async () => {
    for (const status of [200, 400, 500]) {
      const run = await diagnose({ Ping: withCode('UNAUTHENTICATED', status) });
      assert.match(
        run.on('API key'),
        new RegExp(`^wrong: The service refuses the API key \\(UNAUTHENTICATED, status ${status}`),
      );
    }
  });

  it('accepts every JSON media type, and sends the Accept header of the element', async () => {
    const accepted: (string | undefined)[] = [];
    for (const type of ['application/graphql-response+json; charset=utf-8', 'application/json']) {
      const run = await diagnose({
        Ping: ({ request, response }) => {
          accepted.push(request.headers.accept);
          response.setHeader('Content-Type', type).end('{"data":{"ping":"pong"}}');
        },
      });
      assert.match(run.on('API key'), /^ok: /);
    }
    const accept = 'application/graphql-response+json, application/json;q=0.9';
    assert.deepEqual(accepted, [accept, accept]);
  });

  it('sends nothing to an address that a PIN may not be sent to', async () => {
    const { endpoint, received } = await diagnose({});
    received.length = 0;
    // Reaches loopback, but is not a loopback address.
    const run = await diagnoseAt(endpoint.replace('127.0.0.1', '0.0.0.0'), ALL);
    assert.match(run.on('endpoint'), /^wrong: The endpoint is not an https: address/);
    assert.equal(run.on('API key'), 'skipped: Nothing was sent.');
    assert.deepEqual(received, []);
  });

  it('prints organization names in one short line, without control characters', async () => {
    const named = (displayName: unknown) => ({ profile: { displayName } });
    const names = ['\u001b[31mA\r\n\u202eB', 'x'.repeat(61), null, 'D', 'E', 'F', 'G'];
    const run = await diagnose({
      Organizations: { body: { data: { organizations: names.map(named) } } },
    });
    assert.equal(
      run.on('organizations'),
      `ok: The key belongs to: [31mAB, ${'x'.repeat(60)}…, (no name), D, E and 2 more.`,
    );
  });

  it('reports a key without an organization', async () => {
    for (const organizations of [null, []]) {
      const run = await diagnose({ Organizations: { body: { data: { organizations } } } });
      assert.match(run.on('organizations'), /^wrong: The key belongs to no organization/);
    }
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
