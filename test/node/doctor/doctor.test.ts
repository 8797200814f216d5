import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { buildSchema, graphql, type GraphQLSchema } from 'graphql';
import { UsageError } from '../../../src/node/command.js';
import { API_KEYS } from '../../../src/node/sandbox/credentials.js';
import { readApiKey } from '../../../src/node/doctor/api-key.js';
import { readArguments } from '../../../src/node/doctor/arguments.js';
import { useSandbox } from '../sandbox/sandbox-client.js';
import { inMinutes, KEY, payload, TOKEN, useFaultyServices, type Reply } from './faulty-service.js';
import { about, runDoctor, visitHere } from './run-doctor.js';
import { selfSigned } from './self-signed.js';

const ORIGIN = 'https://cards.example';
const CARD = ['--card', 'card_test_accepted'];

describe('npm run doctor, with the sandbox', () => {
  const sandbox = useSandbox();
  const visit = (...args: string[]) =>
    runDoctor(['--endpoint', sandbox().sandbox.test.url, ...args], { key: API_KEYS.test });

  it('finds nothing wrong, and exits with 0 (transport 4.6, 4.7, 4.8, 4.9, 5.3, 5.4)', async () => {
    // Of a page's address its origin counts.
    const { code, out } = await visit(...CARD, '--origin', `${ORIGIN}/some/page`);
    assert.equal(
      out,
      [
        '  ok       endpoint       A PIN may be sent to this address.',
        '  ok       API key        The service answers, and takes the key: both are of the same environment.',
        '  ok       organizations  The key belongs to: Sandbox Card Programme.',
        '  ok       card           There is a payment card with this id.',
        '  ok       client token   The service makes a token for setting the PIN of this card. It lapses in 15 minutes.',
        '  note     schema         setPinForPaymentCard takes an IdempotencyKey: a lost answer can be asked for again.',
        '  note     schema         UserError says where a mistake is, in: errorPath, path.',
        '  note     schema         AccessDeniedError is a member of the payload: the element tells it apart.',
        `  ok       browser        A page of ${ORIGIN} may call and read the answers.`,
        '',
        'Nothing of what was checked is wrong.',
        '',
      ].join('\n'),
    );
    assert.equal(code, 0);
  });

  it('sets no PIN: what it sends is this and nothing else', async () => {
    await sandbox().control('DELETE', '/requests');
    await visit(...CARD, '--origin', ORIGIN);
    const sent = (await sandbox().requests()).map(({ request }) => request.body);
    assert.deepEqual(
      sent.map((body) => (body as { operationName: string }).operationName),
      ['Ping', 'Organizations', 'Card', 'GeneratePaymentCardClientToken', 'Schema', 'Ping'],
    );
    assert.doesNotMatch(JSON.stringify(sent), /setPin|newPin/);
    const { cards } = (await sandbox().control('GET', '/cards')).json;
    assert.ok(cards.every(({ timesSet }: { timesSet: number }) => timesSet === 0));
  });

  it('asks for a token that may set the PIN and do nothing else (transport 4.9)', async () => {
    await sandbox().control('DELETE', '/requests');
    await visit(...CARD);
    const variables = (await sandbox().requests())
      .map(({ request }) => request.body as { operationName: string; variables: unknown })
      .find(({ operationName }) => operationName === 'GeneratePaymentCardClientToken')?.variables;
    assert.deepEqual(variables, {
      input: { paymentCardId: 'card_test_accepted', permissions: ['SET_PAYMENT_CARD_PIN'] },
    });
  });

  it('takes the key from standard input when the environment has none', async () => {
    const args = ['--endpoint', sandbox().sandbox.test.url];
    const { code, out } = await runDoctor(args, { key: '', input: `${API_KEYS.test}\n` });
    assert.match(out, /The service answers, and takes the key/);
    assert.equal(code, 0);
  });

  it('explains a key of the other environment, and goes on with what needs no key (transport 1.6, 5.5, 7.5)', async () => {
    const args = ['--endpoint', sandbox().sandbox.test.url, ...CARD, '--origin', ORIGIN];
    const found = await runDoctor(args, { key: API_KEYS.live });
    assert.match(
      about('API key', found).join(),
      /^wrong: The service refuses the API key \(401\)\. Request id: [\w-]{36} → .*the test host refuses a live key/,
    );
    for (const subject of ['organizations', 'card', 'schema']) {
      assert.deepEqual(about(subject, found), ['skipped: Waits until this is in order: API key.']);
    }
    assert.deepEqual(about('client token', found), [
      'skipped: Waits until this is in order: card.',
    ]);
    assert.match(about('browser', found).join(), /^ok: /);
    assert.match(found.out, /\nOne thing is wrong\.\n$/);
    assert.equal(found.code, 1);
  });

  it('skips the card, its token and the page when they are not given', async () => {
    const found = await visit();
    assert.deepEqual(about('card', found), ['skipped: Give a payment card’s id with --card.']);
    assert.deepEqual(about('client token', found), [
      'skipped: Waits until this is in order: card.',
    ]);
    assert.deepEqual(about('browser', found), ['skipped: Give your page’s origin with --origin.']);
    assert.equal(found.code, 0);
  });

  it('tells a card that is not there from an id of something else (transport 4.7)', async () => {
    const missing = await visit('--card', 'card_test_nowhere');
    assert.match(about('card', missing).join(), /^wrong: There is nothing with this id/);
    const organization = await visit('--card', 'org_test_sandbox');
    assert.match(about('card', organization).join(), /^wrong: The id is that of something else/);
    assert.equal(organization.code, 1);
  });

  it('says that the path is wrong where there is nothing (transport 1.2)', async () => {
    const endpoint = sandbox().sandbox.test.url.replace('graphql', 'graph');
    const found = await runDoctor(['--endpoint', endpoint], { key: API_KEYS.test });
    assert.match(
      about('API key', found).join(),
      /nothing at the endpoint’s address \(404\).*→.*\/graphql/,
    );
    assert.equal(found.code, 1);
  });

  it('says that the budget is spent, and when to try again (transport 7.6, 8.5)', async () => {
    await sandbox().control('POST', '/rate-limit', { count: 0 });
    const found = await visit();
    await sandbox().control('POST', '/reset');
    assert.match(
      about('API key', found).join(),
      /budget .* is spent \(429\).* → Try again in \d+ s\./,
    );
  });

  it('tells a token’s life when it is unusual, and that one has lapsed (transport 8.1)', async () => {
    await sandbox().advance(3600);
    const later = await visit(...CARD);
    assert.match(
      about('client token', later).join(),
      /^ok: .* in 75 minutes; 15 minutes are usual\.$/,
    );
    await sandbox().advance(-7200);
    const earlier = await visit(...CARD);
    await sandbox().control('POST', '/reset');
    assert.match(
      about('client token', earlier).join(),
      /^wrong: The token lapsed 45 minutes before/,
    );
    assert.equal(earlier.code, 1);
  });
});

describe('npm run doctor, with what the sandbox never is', () => {
  const serve = useFaultyServices();
  const ALL = { card: 'card_1', origin: ORIGIN };

  const ECHO = { 'Content-Type': 'text/plain' };
  const withId = (status: number): Reply => ({
    status,
    body: { errors: [{ message: 'Text of the service' }], extensions: { requestId: 'r-1' } },
  });
  const answers: readonly [name: string, reply: Reply, said: RegExp][] = [
    [
      'a redirect',
      { status: 307, headers: { Location: '/else' } },
      /redirects \(307\), and the API key is not sent/,
    ],
    ['a 400', withId(400), /refuses the operation \(400\).* Request id: r-1 →/],
    ['a 403', withId(403), /forbidden \(403\).* Request id: r-1 →/],
    ['a 405', withId(405), /takes no POST \(405\)/],
    ['a 418', withId(418), /status 418, of which the transport knows nothing/],
    ['a 500', withId(500), /fails at the moment \(500\).* Request id: r-1 → Try again later/],
    [
      'a 503 that is a page',
      { status: 503, body: '<html>Text of the service' },
      /fails at the moment \(503\)/,
    ],
    ['a 429 without Retry-After', withId(429), /is spent \(429\).* → Try again later\./],
    [
      'a 429 with a strange Retry-After',
      { ...withId(429), headers: { 'Retry-After': 'Text of the service' } },
      /Try again later\./,
    ],
    [
      'a page by its type',
      { headers: { 'Content-Type': 'text/html' }, body: 'Text of the service' },
      /A web page came/,
    ],
    [
      'a page by its look',
      { headers: ECHO, body: ' <!doctype html>Text of the service' },
      /A web page came/,
    ],
    ['text', { headers: ECHO, body: 'Text of the service' }, /is not JSON/],
    ['nothing', { body: '' }, /is not JSON/],
    [
      'JSON of another kind',
      { body: ['Text of the service'] },
      /is JSON, and not that of a GraphQL service/,
    ],
    ['no data', { body: { data: null } }, /is JSON, and not that of a GraphQL service/],
    [
      'errors beside data',
      { body: { data: { ping: 'pong' }, errors: [{ message: 'Text of the service' }] } },
      /failed at least in part/,
    ],
    [
      'another word than pong',
      { body: { data: { ping: 'Text of the service' } } },
      /does not say pong/,
    ],
    ['a body of more than 1 MiB', { body: { data: 'x'.repeat(1_048_576) } }, /larger than 1 MiB/],
    [
      'a request id that is none',
      { status: 500, body: { extensions: { requestId: 'Text of the service' } } },
      /fails at the moment \(500\)\. →/,
    ],
  ];
  for (const [name, reply, said] of answers) {
    it(`explains ${name}, in its own words alone`, async () => {
      const { endpoint } = await serve({ Ping: reply });
      const found = await visitHere(endpoint);
      assert.match(about('API key', found).join(), said);
      assert.match(about('API key', found).join(), /^wrong: .* → /);
      assert.doesNotMatch(found.out + found.error, /Text of the service/);
      assert.equal(found.code, 1);
    });
  }

  it('follows no redirect', async () => {
    const redirect = (code: number): Reply => ({ status: code, headers: { Location: '/graphql' } });
    const { endpoint, asked } = await serve({ Ping: redirect(308), preflight: redirect(302) });
    const found = await visitHere(endpoint, ALL);
    assert.match(about('browser', found).join(), /^wrong: The preflight is answered with 302/);
    assert.deepEqual(asked, ['Ping', 'preflight']);
  });

  it('sends nothing to an address to which a PIN may not go', async () => {
    const { endpoint, asked } = await serve({});
    // Reaches loopback, and does not look so.
    const found = await visitHere(endpoint.replace('127.0.0.1', '0.0.0.0'), ALL);
    assert.match(about('endpoint', found).join(), /^wrong: The endpoint is not an https: address/);
    assert.match(found.out, /skipped {2}the rest +Nothing was sent\./);
    assert.deepEqual(asked, []);
    assert.equal(found.code, 1);
  });

  it('stops at the first sign that nothing answers', async () => {
    const { endpoint, asked } = await serve({ Card: ({ request }) => request.socket.destroy() });
    const found = await visitHere(endpoint, ALL);
    assert.match(
      about('card', found).join(),
      /^wrong: The connection was cut before the whole answer/,
    );
    assert.match(found.out, /skipped {2}the rest +The service can’t be reached\./);
    assert.deepEqual(asked, ['Ping', 'Organizations', 'Card']);
  });

  it('explains an answer that is cut in the middle', async () => {
    const { endpoint } = await serve({
      Ping: ({ request, response }) => {
        response.writeHead(200, { 'Content-Length': 100 });
        response.write('{', () => request.socket.destroy());
      },
    });
    const found = await visitHere(endpoint);
    assert.match(about('API key', found).join(), /^wrong: The connection was cut/);
  });

  it('says that it waits, and gives up after the time limit, also with a body that drips', async () => {
    const { endpoint } = await serve({
      Ping: ({ response }) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write(' '), 100);
        response.once('close', () => clearInterval(drip));
      },
    });
    const found = await runDoctor(['--endpoint', endpoint, '--timeout', '3']);
    assert.equal(found.error, 'Waiting for the service …\n');
    assert.match(about('API key', found).join(), /^wrong: No whole answer came within 3 s\./);
    assert.equal(found.code, 1);
  });

  it('explains a port at which nothing listens', async () => {
    const found = await visitHere(`http://127.0.0.1:${await portOfNobody()}/graphql`);
    assert.match(about('API key', found).join(), /^wrong: Nothing listens.* → .*npm run sandbox/);
  });

  it('explains a host that has no address', async () => {
    const found = await visitHere('https://service.invalid/graphql');
    assert.match(
      about('API key', found).join(),
      /^wrong: The endpoint’s host name is not known here/,
    );
  });

  it('explains what speaks neither TLS nor HTTP', async (context) => {
    const raw = createRawServer((socket: Socket) => socket.end('220 mail\r\n\r\n'));
    const port = await new Promise<number>((resolve) => {
      raw.listen(0, '127.0.0.1', () => resolve((raw.address() as AddressInfo).port));
    });
    context.after(() => raw.close());
    const tls = await visitHere(`https://127.0.0.1:${port}/graphql`);
    assert.match(about('API key', tls).join(), /^wrong: .* does not speak TLS/);
    const http = await visitHere(`http://127.0.0.1:${port}/graphql`);
    assert.match(about('API key', http).join(), /^wrong: .* does not speak HTTP/);
  });

  it('explains a certificate that nobody trusts, and hands no key to it', async (context) => {
    let requests = 0;
    const server = createTlsServer(selfSigned(), (_, response) => {
      requests += 1;
      response.end();
    });
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
    context.after(() => server.close());
    const found = await visitHere(`https://127.0.0.1:${port}/graphql`);
    assert.match(
      about('API key', found).join(),
      /^wrong: The certificate .* is not trusted, so nothing was sent/,
    );
    assert.equal(requests, 0);
  });

  it('shows names of organizations in one short line, without what steers a terminal', async () => {
    const named = (displayName: unknown) => ({ profile: { displayName } });
    const names = ['\u001b[31mA\r\n\u202eB', 'x'.repeat(61), null, 'D', 'E', 'F', 'G'];
    const { endpoint } = await serve({
      Organizations: { body: { data: { organizations: names.map(named) } } },
    });
    const found = await visitHere(endpoint);
    assert.deepEqual(about('organizations', found), [
      `ok: The key belongs to: [31mAB, ${'x'.repeat(60)}…, (no name), D, E and 2 more.`,
    ]);
  });

  it('finds a key without an organization wrong', async () => {
    for (const organizations of [null, []]) {
      const { endpoint } = await serve({ Organizations: { body: { data: { organizations } } } });
      const found = await visitHere(endpoint);
      assert.match(
        about('organizations', found).join(),
        /^wrong: The key belongs to no organization/,
      );
    }
  });

  it('masks a key and a token that the service sends back', async () => {
    const { endpoint } = await serve({
      Organizations: ({ request, response }) => {
        const displayName = `${KEY} ${request.headers.authorization}`;
        response.end(JSON.stringify({ data: { organizations: [{ profile: { displayName } }] } }));
      },
      Schema: { status: 500, body: { extensions: { requestId: TOKEN } } },
    });
    const found = await visitHere(endpoint, ALL);
    assert.deepEqual(about('organizations', found), ['ok: The key belongs to: •••• Basic ••••.']);
    assert.match(about('schema', found).join(), /Request id: ••••/);
  });

  const token = { __typename: 'ClientToken', value: TOKEN, expirationDate: inMinutes(15) };
  const payloads: readonly [name: string, member: unknown, said: RegExp][] = [
    [
      'a UserError',
      {
        __typename: 'UserError',
        errors: [{ code: 'CARD_CLOSED' }, { code: 'Text of the service' }],
      },
      /makes no token for this card\. Codes: CARD_CLOSED\./,
    ],
    [
      'a UserError without a code',
      { __typename: 'UserError', errors: [{}] },
      /Codes: none that can be shown/,
    ],
    ['an AccessDeniedError', { __typename: 'AccessDeniedError' }, /The key may not make a token/],
    [
      'a type nobody knows',
      { ...token, __typename: 'Text of the service' },
      /of a type that the transport does not know/,
    ],
    ['no payload', null, /of a type that the transport does not know/],
    [
      'a value that no header can carry',
      { ...token, value: `${TOKEN}\r\nX: y` },
      /not base64-style text/,
    ],
    ['no value', { ...token, value: undefined }, /not base64-style text/],
    [
      'a date of another form',
      { ...token, expirationDate: '2099-01-01T00:00:00Z' },
      /expirationDate is not an ISO 8601 date/,
    ],
    [
      'a date that is in no calendar',
      { ...token, expirationDate: '2099-13-01T00:00:00.000Z' },
      /expirationDate is not an ISO 8601 date/,
    ],
    ['no date', { ...token, expirationDate: null }, /expirationDate is not an ISO 8601 date/],
  ];
  for (const [name, member, said] of payloads) {
    it(`finds ${name} in place of a token wrong (transport 2.21)`, async () => {
      const { endpoint } = await serve({ GeneratePaymentCardClientToken: payload(member) });
      const found = await visitHere(endpoint, ALL);
      assert.match(about('client token', found).join(), /^wrong: .* → /);
      assert.match(about('client token', found).join(), said);
      assert.doesNotMatch(found.out, /Text of the service/);
      assert.equal(found.code, 1);
    });
  }

  it('tells a clock that is wrong from a token that is', async () => {
    for (const [minutes, said] of [
      [60, 'behind'],
      [-60, 'ahead of'],
    ] as const) {
      const { endpoint } = await serve({
        GeneratePaymentCardClientToken: {
          headers: { Date: new Date(inMinutes(minutes)).toUTCString() },
          ...payload({ ...token, expirationDate: inMinutes(minutes + 15) }),
        },
      });
      const found = await visitHere(endpoint, ALL);
      const [life, clock] = about('client token', found);
      assert.match(life ?? '', /^ok: .* It lapses in 15 minutes\.$/);
      assert.match(
        clock ?? '',
        new RegExp(`^note: This machine’s clock is 60 minutes ${said} the service’s`),
      );
      assert.equal(found.code, 0);
    }
  });

  const admitting = { 'Access-Control-Allow-Origin': ORIGIN };
  const preflight = (headers: Record<string, string>, status = 204) => ({
    preflight: { status, headers },
  });
  const pages: readonly [name: string, replies: Parameters<typeof serve>[0], said: RegExp][] = [
    ['no preflight', preflight({}, 405), /^wrong: The preflight is answered with 405/],
    [
      'a preflight that admits nobody',
      preflight({}),
      /^wrong: .* does not admit https:\/\/cards\.example/,
    ],
    [
      'a preflight that admits another',
      preflight({ 'Access-Control-Allow-Origin': `${ORIGIN}.example` }),
      /^wrong: .* does not admit/,
    ],
    [
      'a star for Authorization',
      preflight({ ...admitting, 'Access-Control-Allow-Headers': '*' }),
      /^wrong: .* does not allow the header Authorization: /,
    ],
    [
      'no headers allowed',
      preflight(admitting),
      /^wrong: .* the header Authorization and Content-Type: /,
    ],
    [
      'a refusal that pages can’t read',
      { 'no credentials': { status: 401 } },
      /^wrong: .*\(401\) does not admit .* can’t read that its token was refused/,
    ],
    [
      'a Retry-After that is hidden',
      { 'no credentials': { status: 401, headers: admitting } },
      /^ok: .*,note: Retry-After is not exposed/,
    ],
    [
      'stars where they hold',
      {
        ...preflight({ ...admitting, 'Access-Control-Allow-Headers': 'AUTHORIZATION,*' }),
        'no credentials': {
          status: 401,
          headers: { ...admitting, 'Access-Control-Expose-Headers': '*' },
        },
      },
      /^ok: [^,]*$/,
    ],
  ];
  for (const [name, replies, said] of pages) {
    it(`says what a browser makes of ${name}`, async () => {
      const { endpoint } = await serve(replies);
      const found = await visitHere(endpoint, { origin: ORIGIN });
      assert.match(
        about('browser', found)
          .map((finding) => finding.split(' → ')[0])
          .join(),
        said,
      );
      assert.equal(found.code, said.source.startsWith('^wrong') ? 1 : 0);
    });
  }

  /** Everything that differs between schemas of the service, in the parts that the element uses. */
  const schemaWith = (parts: { args: string; members: string; fields: string }) =>
    buildSchema(`
      type Query { ping: String }
      type Mutation { setPinForPaymentCard${parts.args}: SetPin! }
      union SetPin = ${parts.members}
      type PaymentCard { id: ID }
      type AccessDeniedError { message: String }
      type UserError { errors: [Detail!]! }
      type Detail { ${parts.fields} }
    `);
  const [KEYED, KEYLESS] = ['(pin: ID, IdempotencyKey: ID)', '(pin: ID)'];
  const schemas: readonly [name: string, schema: GraphQLSchema, said: readonly RegExp[]][] = [
    [
      'takes no key, and has both paths and AccessDeniedError',
      schemaWith({
        args: KEYLESS,
        members: 'PaymentCard | UserError | AccessDeniedError',
        fields: 'code: ID path: [ID] @deprecated errorPath: [ID]',
      }),
      [/takes no IdempotencyKey/, /in: errorPath, path\./, /AccessDeniedError is a member/],
    ],
    [
      'takes a key, and has path alone',
      schemaWith({
        args: KEYED,
        members: 'PaymentCard | UserError',
        fields: 'code: ID path: [ID]',
      }),
      [/takes an IdempotencyKey/, /in: path\./, /AccessDeniedError is no member/],
    ],
    [
      'has errorPath alone',
      schemaWith({ args: KEYED, members: 'PaymentCard | UserError', fields: 'errorPath: [ID]' }),
      [/takes an IdempotencyKey/, /in: errorPath\./, /AccessDeniedError is no member/],
    ],
    [
      'has neither',
      schemaWith({ args: KEYED, members: 'PaymentCard | UserError', fields: 'code: ID' }),
      [/takes an IdempotencyKey/, /does not say where a mistake is/, /AccessDeniedError is no/],
    ],
  ];
  const introspected = (schema: GraphQLSchema): Parameters<typeof serve>[0] => ({
    Schema: ({ response, query }) => {
      void graphql({ schema, source: query }).then((result) =>
        response.end(JSON.stringify(result)),
      );
    },
  });
  for (const [name, schema, said] of schemas) {
    it(`notes that a schema ${name} (transport 1.10)`, async () => {
      const { endpoint } = await serve(introspected(schema));
      const found = await visitHere(endpoint);
      const notes = about('schema', found);
      assert.equal(notes.length, said.length);
      for (const [index, pattern] of said.entries()) assert.match(notes[index] ?? '', pattern);
      assert.ok(notes.every((text) => text.startsWith('note: ')));
      assert.equal(found.code, 0);
    });
  }

  it('finds a schema without the mutation wrong', async () => {
    const { endpoint } = await serve(introspected(buildSchema('type Query { ping: String }')));
    const found = await visitHere(endpoint);
    assert.match(about('schema', found).join(), /^wrong: .* has no mutation setPinForPaymentCard/);
    assert.equal(found.code, 1);
  });

  it('only notes that the schema can’t be looked at', async () => {
    const { endpoint } = await serve({});
    const found = await visitHere(endpoint);
    assert.match(about('schema', found).join(), /^note: The schema can’t be looked at: .*\(400\)/);
    assert.equal(found.code, 0);
  });
});

describe('npm run doctor, called wrongly', { concurrency: 2 }, () => {
  const ENDPOINT = ['--endpoint', 'https://service.invalid/graphql'];
  const keys: readonly [name: string, args: readonly string[], said: RegExp][] = [
    [
      'a key as an argument',
      [...ENDPOINT, KEY],
      /^There is an argument that belongs to no option\. An API key is never an argument/,
    ],
    [
      'a key as an option of its own',
      [...ENDPOINT, '--api-key', KEY],
      /^An API key is never an argument/,
    ],
    [
      'a key as an option’s value',
      [...ENDPOINT, `--token=${KEY}`],
      /^An API key is never an argument/,
    ],
    [
      'a key that looks like an option',
      [...ENDPOINT, `--${TOKEN}`],
      /^There is an option that doctor does not know\. An API key/,
    ],
    [
      'a key in place of a card',
      [...ENDPOINT, '--card', KEY],
      /^The API key is in the arguments too/,
    ],
    [
      'a key in the address',
      ['--endpoint', `https://service.invalid/graphql?key=${KEY}`],
      /^The API key is in the arguments too/,
    ],
  ];
  for (const [name, args, said] of keys) {
    it(`refuses ${name} without repeating it, and exits with 2`, async () => {
      const { code, out, error } = await runDoctor(args);
      assert.match(error, said);
      assert.match(error, /Usage: npm run doctor/);
      assert.equal(out, '');
      assert.equal(code, 2);
    });
  }

  const mistakes: readonly [name: string, args: string[], said: RegExp][] = [
    ['an option that is misspelt', [...ENDPOINT, '--crad', 'x'], /^There is no option --crad\./],
    ['no endpoint', [], /^--endpoint is missing/],
    ['an endpoint without a value', ['--endpoint'], /^--endpoint needs a value/],
    ['an empty card', [...ENDPOINT, '--card='], /^--card needs a value/],
    ['an origin that is none', [...ENDPOINT, '--origin', 'cards.example'], /^--origin must be/],
    ['an origin of a file', [...ENDPOINT, '--origin', 'file:///tmp/x'], /^--origin must be/],
    ['no time', [...ENDPOINT, '--timeout', '0'], /^--timeout must be a whole number from 1 to 120/],
    ['too long a time', [...ENDPOINT, '--timeout', '121'], /^--timeout must be a whole number/],
  ];
  for (const [name, args, message] of mistakes) {
    it(`tells plainly of ${name}`, () => {
      assert.throws(() => readArguments(args), { constructor: UsageError, message });
    });
  }

  it('tells plainly that there is no key, and exits with 2', async () => {
    const { code, out, error } = await runDoctor(ENDPOINT, { key: '' });
    assert.match(error, /^There is no API key: put it into .* SET_CARD_PIN_API_KEY/);
    assert.equal(out, '');
    assert.equal(code, 2);
  });

  it('refuses what can be no key, and repeats nothing of it', async () => {
    const message = 'What was given as the API key is not one line of ASCII text.';
    for (const input of ['two\nlines', 'schlüssel', 'x'.repeat(5000)]) {
      const refused = { constructor: UsageError, message };
      await assert.rejects(readApiKey({}, Readable.from([input])), refused);
      await assert.rejects(readApiKey({ SET_CARD_PIN_API_KEY: input }, process.stdin), refused);
    }
  });

  it('asks for no key at a terminal, which would show it', async () => {
    const terminal = Object.assign(Readable.from([KEY]), { isTTY: true });
    await assert.rejects(readApiKey({}, terminal), UsageError);
  });

  it('explains itself with --help', async () => {
    const { code, out } = await runDoctor(['--help']);
    assert.match(out, /^Usage: npm run doctor -- --endpoint URL/);
    assert.equal(code, 0);
  });
});

async function portOfNobody(): Promise<number> {
  const server = createRawServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}
