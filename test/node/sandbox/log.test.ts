import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LoggedRequest } from '../../../src/node/sandbox/log.js';
import { GENERATE_TOKEN, SET_PIN, useSandbox, type PostOptions } from './sandbox-client.js';

const PIN = '482607';

const CARD = 'card_test_accepted';

/** An idempotency key that contains the PIN by chance. */
const KEY = '1b482607-2fa1-41d2-883f-0016d3cca427';

/** A query with a PIN in its variables, which are used or not. */
const variables = (value: unknown) => ({
  query: 'query Q($a: ID!) { node(id: $a) { id } }',
  variables: value,
});

/** A mutation with a PIN in its text. */
const literal = (pin: string) => ({
  query: `mutation { setPinForPaymentCard(input: {paymentCardId: "${CARD}", newPin: ${pin}}) { __typename } }`,
});

/** Requests with a PIN where no PIN belongs, or in a form that nobody expects. */
const ODD_REQUESTS: readonly (readonly [title: string, body: unknown, options?: PostOptions])[] = [
  ['a string in the document', literal(`"${PIN}"`)],
  ['a number in the document', literal(PIN)],
  ['a number with a fraction', literal(`${PIN}.5`)],
  ['an enum value', literal(`p${PIN}`)],
  ['full-width digits', literal('"４８２６０７"')],
  ['an alias of an error’s path', { query: `{ p4_8_2_6_0_7: ping }` }],
  ['an unknown field, which the message repeats', { query: `{ p${PIN} }` }],
  ['a comment', { query: `# It was ${PIN}\n{ ping }` }],
  ['operationName', { query: 'query Q { ping }', operationName: PIN }],
  ['a number', variables({ a: Number(PIN) })],
  ['a list of digits', variables({ a: [4, 8, '2', '6', 0, 7] })],
  ['the name of a member', variables({ [PIN]: { [PIN]: true } })],
  ['a member of the body', { query: '{ ping }', [PIN]: PIN }],
  ['invalid JSON', `{"query": "{ ping }", "newPin": "${PIN}"`],
  ['a parameter of the content type', '{}', { type: `application/json; pin=${PIN}` }],
  ['deeply nested variables', `{"query":"{ ping }","variables":{"a":${nested(20_000)}}}`],
  ['a header', '{}', { headers: { 'X-Pin': PIN } }],
  ['a header that is logged', '{}', { headers: { Accept: '4/8/2;q=:6070' } }],
  ['a header’s name', '{}', { headers: { [`X-${PIN}`]: 'a' } }],
  ['the host of an origin', '{}', { headers: { Origin: `http://${PIN}.example` } }],
  ['a client token', '{}', { authorization: `Bearer ${PIN}` }],
  ['another scheme', '{}', { authorization: PIN }],
];

function nested(depth: number): string {
  return `${'['.repeat(depth)}"${PIN}"${']'.repeat(depth)}`;
}

/** Asserts that no digit of a PIN is in a logged request, and no run of them in its answer. */
function assertNoPin({ request, response }: LoggedRequest): void {
  const { host, ...headers } = request.headers;
  assert.match(host ?? '', /^127\.0\.0\.1:\d+$/);
  const sent = JSON.stringify({ ...request, headers }).replaceAll('last4', '');
  assert.doesNotMatch(sent, /\p{N}/u);

  const answered = JSON.stringify(response).replace(/"(?:requestId|asOf)":"[^"]*"/g, '');
  for (const run of ['482', '826', '260', '607', '4_8']) {
    assert.ok(!answered.includes(run), answered);
  }
}

describe('the sandbox’s log', () => {
  const sandbox = useSandbox();

  const last = async (): Promise<LoggedRequest> => (await sandbox().requests()).at(-1)!;

  for (const [title, body, options] of ODD_REQUESTS) {
    it(`has no digit of a PIN in ${title}`, async () => {
      const authorization = await sandbox().bearer(CARD);
      await sandbox().post(body, { authorization, ...options });
      assertNoPin(await last());
      // With an API key, other operations are executed, and the answer has budgets.
      await sandbox().post(body, { ...options });
      assertNoPin(await last());
    });
  }

  it('has no digit of a PIN in a path', async () => {
    for (const path of [`/${PIN}`, `/graphql?newPin=${PIN}`]) {
      await sandbox().post('{}', { url: sandbox().sandbox.test.url.replace('/graphql', path) });
      assertNoPin(await last());
    }
  });

  it('has no PIN of a scripted answer', async () => {
    const { id } = await sandbox().card('accepted');
    const headers = { 'X-Pin': PIN, 'Retry-After': PIN };
    const json = { message: `not ${PIN}`, [PIN]: [Number(PIN), { limits: Number(PIN) }] };
    await sandbox().answers(id, [
      { status: 500, headers, body: JSON.stringify(json) },
      { status: 500, headers: { 'content-type': 'text/plain' }, body: `not ${PIN}` },
    ]);
    for (const body of [
      { message: 'not ••••', '••••': ['••••', { limits: '••••' }] },
      'not ••••',
    ]) {
      await sandbox().setPin(id, { pin: PIN });
      assertNoPin(await last());
      assert.deepEqual((await last()).response?.body, body);
    }
  });

  it('keeps names, ids and keys, and shows which values there were', async () => {
    const { id } = await sandbox().card('accepted');
    const authorization = await sandbox().bearer(id);
    const input = { paymentCardId: id, newPin: PIN };
    const headers = { Origin: 'http://localhost:5173' };
    const reply = await sandbox().post(
      {
        query: `# a comment\n${SET_PIN}`,
        operationName: 'SetPin',
        variables: { input, key: KEY, extra: [true, null, 'SET_PAYMENT_CARD_PIN', 'text'] },
      },
      { authorization, headers },
    );
    const { request, response } = await last();
    assert.deepEqual([request.method, request.path], ['POST', '/graphql']);
    const { host, origin, authorization: credentials } = request.headers;
    assert.equal(host, new URL(sandbox().sandbox.test.url).host);
    assert.deepEqual([origin, credentials], [headers.Origin, 'Bearer ••••']);
    assert.equal(request.headers['content-type'], 'application/json');
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    const body = request.body as any;
    assert.equal(body.query.replace(/\s+/g, ' ').trim(), SET_PIN.replace(/\s+/g, ' ').trim());
    assert.equal(body.operationName, 'SetPin');
    assert.deepEqual(body.variables, {
      input: { paymentCardId: id, newPin: '••••' },
      key: KEY,
      extra: [true, null, 'SET_PAYMENT_CARD_PIN', '••••'],
    });
    assert.equal(response?.status, 200);
    assert.deepEqual(response.body, reply.json);
  });

  it('keeps the texts and figures of the sandbox’s own answers', async () => {
    const { json } = await sandbox().post({ query: '{\n  nothing }' });
    assert.deepEqual((await last()).response?.body, json);
  });

  it('masks credentials everywhere', async () => {
    const { apiKey } = sandbox().sandbox.test;
    const bearer = await sandbox().bearer(CARD);
    const token = bearer.slice('Bearer '.length);
    await sandbox().post(
      {
        query: `query ($a: ID!) { node(id: $a) { id } ping # ${token}\n}`,
        variables: { a: [apiKey, sandbox().basic, bearer].join(' ') },
      },
      { headers: { Cookie: 'session=something else', 'X-Token': token, 'X-Key': apiKey } },
    );
    await sandbox().post({
      query: GENERATE_TOKEN.replace('value', 'other: value'),
      variables: { input: { paymentCardId: CARD, permissions: [] } },
    });
    const requests = await sandbox().requests();
    const text = JSON.stringify(requests);
    for (const secret of [apiKey, sandbox().basic.slice(6), token, 'something else'])
      assert.ok(!text.includes(secret), secret);
    assert.ok(!text.includes(token.slice(20, 50)));
    assert.equal(requests.at(-1)!.request.headers['authorization'], 'Basic ••••');
  });
});
