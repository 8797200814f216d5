import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LoggedRequest } from '../../../src/node/sandbox/log.js';
import { GENERATE_TOKEN, SET_PIN, useSandbox } from './sandbox-client.js';

const PIN = '482607';

const CARD = 'card_test_accepted';

/** An idempotency key that contains the PIN by chance. */
const KEY = '1b482607-2fa1-41d2-883f-0016d3cca427';

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

  it('has no digit of a PIN in the text of a document or in a header', async () => {
    const query = `mutation { setPinForPaymentCard(input: {paymentCardId: "${CARD}", newPin: "${PIN}"}) { __typename } }`;
    await sandbox().post({ query }, { headers: { 'X-Pin': PIN } });
    assertNoPin(await last());
  });

  it('has no PIN of a scripted answer', async () => {
    const { id } = await sandbox().card('accepted');
    const headers = { 'X-Pin': PIN, 'Retry-After': PIN };
    const json = { message: `not ${PIN}`, [PIN]: [Number(PIN), { limits: Number(PIN) }] };
    await sandbox().sandbox.control.scriptAnswers(id, [
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
    const authorization = await sandbox().bearer(CARD);
    const input = { paymentCardId: CARD, newPin: PIN };
    const extra = [true, null, 'SET_PAYMENT_CARD_PIN'];
    const Origin = 'http://localhost:5173';
    const reply = await sandbox().post(
      {
        query: `# a comment\n${SET_PIN}`,
        operationName: 'SetPin',
        variables: { input, key: KEY, extra: [...extra, 'text'] },
      },
      { authorization, headers: { Origin } },
    );
    const { request, response } = await last();
    const { method, path, headers } = request;
    assert.deepEqual([method, path], ['POST', '/graphql']);
    assert.equal(headers['host'], new URL(sandbox().sandbox.test.url).host);
    assert.deepEqual([headers['origin'], headers['authorization']], [Origin, 'Bearer ••••']);
    const { query, ...others } = request.body as { readonly query: string };
    assert.equal(query.replace(/\s+/g, ' '), SET_PIN.replace(/\s+/g, ' '));
    assert.deepEqual(others, {
      operationName: 'SetPin',
      variables: { input: { ...input, newPin: '••••' }, key: KEY, extra: [...extra, '••••'] },
    });
    assert.deepEqual([response?.status, response?.body], [200, reply.json]);
  });

  it('keeps the texts and figures of the sandbox’s own answers', async () => {
    const { json } = await sandbox().post({ query: '{\n  nothing }' });
    assert.deepEqual((await last()).response?.body, json);
  });

  it('masks credentials everywhere', async () => {
    const { apiKey } = sandbox().sandbox.test;
    const bearer = await sandbox().bearer(CARD);
    const token = bearer.slice('Bearer '.length);
    const query = `query ($a: ID!) { node(id: $a) { id } ping # ${token}\n}`;
    const headers = { Cookie: 'session=something else', 'X-Token': token, 'X-Key': apiKey };
    const a = [apiKey, sandbox().basic, bearer].join(' ');
    await sandbox().post({ query, variables: { a } }, { headers });
    await sandbox().post({
      query: GENERATE_TOKEN.replace('value', 'other: value'),
      variables: { input: { paymentCardId: CARD, permissions: [] } },
    });
    const requests = await sandbox().requests();
    const text = JSON.stringify(requests);
    for (const secret of [apiKey, sandbox().basic.slice(6), token.slice(20, 50), 'something else'])
      assert.ok(!text.includes(secret), secret);
    assert.equal(requests.at(-1)!.request.headers['authorization'], 'Basic ••••');
  });
});
