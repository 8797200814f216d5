import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GENERATE_TOKEN, PIN, SET_PIN, useSandbox, type PostOptions } from './sandbox-client.js';

/** An idempotency key that does not contain a PIN. */
const KEY = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';

describe('the sandbox’s log', () => {
  const sandbox = useSandbox();

  /** Posts a body with a token. Asserts that the log has no PIN. Returns the body in the log. */
  const bodyInLog = async (body: unknown, options: PostOptions = {}) => {
    const authorization = await sandbox().bearer('card_test_accepted');
    await sandbox().post(body, { authorization, ...options });
    const requests = await sandbox().requests();
    const text = JSON.stringify(requests);
    assert.ok(!text.includes(PIN), text);
    assert.ok(!text.includes(PIN.slice(1)), text);
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    return requests.at(-1)?.request.body as any;
  };
  const input = { paymentCardId: 'card_test_accepted', newPin: PIN };

  it('keeps a request unchanged except for newPin, which is masked', async () => {
    const body = await bodyInLog({
      query: SET_PIN,
      operationName: 'SetPin',
      variables: { input, key: KEY },
    });
    assert.deepEqual(body, {
      query: SET_PIN,
      operationName: 'SetPin',
      variables: { input: { paymentCardId: 'card_test_accepted', newPin: '••••' }, key: KEY },
    });
    const { request, response } = (await sandbox().requests()).at(-1)!;
    assert.equal(request.method, 'POST');
    assert.equal(request.path, '/graphql');
    assert.equal(request.headers['content-type'], 'application/json');
    assert.equal(response?.status, 200);
    assert.match(response?.headers['content-type'] ?? '', /json/);
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    assert.equal((response?.body as any).data.setPinForPaymentCard.last4, '1001');
  });

  it('masks a variable that the document uses for newPin, with any name and type', async () => {
    const query = `mutation ($card: ID!, $x: String!) {
      setPinForPaymentCard(input: {paymentCardId: $card, newPin: $x}) { __typename } }`;
    for (const x of [PIN, Number(PIN), [PIN], { deep: [{ deeper: PIN }] }]) {
      const body = await bodyInLog({ query, variables: { card: 'card_test_accepted', x } });
      assert.deepEqual(body.variables, { card: 'card_test_accepted', x: '••••' });
      assert.equal(body.query, query);
    }
  });

  it('masks newPin at any depth of the variables', async () => {
    const body = await bodyInLog({
      query: SET_PIN,
      variables: { input: [{ a: { newPin: PIN } }, input], unused: { newPin: { it: PIN } } },
    });
    assert.deepEqual(body.variables, {
      input: [{ a: { newPin: '••••' } }, { paymentCardId: 'card_test_accepted', newPin: '••••' }],
      unused: { newPin: '••••' },
    });
  });

  it('masks a literal in the query and leaves the rest unchanged', async () => {
    for (const literal of [`"${PIN}"`, PIN, `"""${PIN}"""`, `["${PIN}"]`, `{a: "${PIN}"}`]) {
      const query = (pin: string) =>
        `mutation  { a: setPinForPaymentCard(input: {newPin: ${pin}, paymentCardId: "x"}) { __typename }, b: setPinForPaymentCard(input: {newPin:${pin}}) { __typename } }`;
      const body = await bodyInLog({ query: query(literal) });
      assert.equal(body.query, query('"••••"'));
    }
  });

  it('masks the default value of a PIN variable', async () => {
    const nothing = '{ __typename }';
    for (const [query, masked] of [
      [
        `mutation ($x: String = "${PIN}") { setPinForPaymentCard(input: {newPin: $x}) ${nothing} }`,
        `mutation ($x: String = "••••") { setPinForPaymentCard(input: {newPin: $x}) ${nothing} }`,
      ],
      [
        `mutation ($pin: String = ${PIN}) { setPinForPaymentCard(input: {a: "b"}) ${nothing} }`,
        `mutation ($pin: String = "••••") { setPinForPaymentCard(input: {a: "b"}) ${nothing} }`,
      ],
      [
        `mutation ($i: I = {a: "b", newPin: "${PIN}"}) { setPinForPaymentCard(input: $i) ${nothing} }`,
        `mutation ($i: I = {a: "b", newPin: "••••"}) { setPinForPaymentCard(input: $i) ${nothing} }`,
      ],
      [
        `mutation ($pin: I = {a: "b", newPin: "${PIN}"}) { setPinForPaymentCard(input: $pin) ${nothing} }`,
        `mutation ($pin: I = "••••") { setPinForPaymentCard(input: $pin) ${nothing} }`,
      ],
    ] as const) {
      assert.equal((await bodyInLog({ query })).query, masked);
    }
  });

  it('masks a misspelt newPin', async () => {
    const body = await bodyInLog({
      query: `mutation { setPinForPaymentCard(newPIN: "${PIN}", input: {pin: ${PIN}}) { __typename } }`,
      variables: { new_pin: PIN, confirmPin: PIN },
    });
    assert.deepEqual(body.variables, { new_pin: '••••', confirmPin: '••••' });
  });

  it('masks a PIN elsewhere too: in a comment, another variable, the operation’s name', async () => {
    const body = await bodyInLog({
      query: `# was ${PIN}\n${SET_PIN}`,
      operationName: PIN,
      variables: { input, note: `it is ${PIN}.`, number: Number(PIN) },
    });
    assert.match(body.query, /^# was ••••\n/);
    assert.equal(body.operationName, '••••');
    assert.equal(body.variables.note, 'it is ••••.');
    assert.equal(body.variables.number, '••••');
  });

  it('does not mask ids and keys that contain the digits of a PIN', async () => {
    const key = '11112222-7391-4733-8444-555566667391';
    const body = await bodyInLog({ query: SET_PIN, variables: { input: { newPin: '7391' }, key } });
    assert.equal(body.variables.key, key);
  });

  it('leaves out a body that it does not fully understand', async () => {
    for (const body of [
      `{"query": "mutation", "newPin": "${PIN}"`,
      `newPin=${PIN}`,
      { query: `mutation { setPinForPaymentCard(input: {newPin: "${PIN}"` },
      { query: '{ ping', variables: { whatever: PIN } },
      { query: SET_PIN, variables: { input }, newPin: PIN },
      [{ query: SET_PIN, variables: { input } }],
      JSON.stringify(PIN),
      `{"query":"{ ping }","variables":{"a":${'['.repeat(20_000)}"${PIN}"${']'.repeat(20_000)}}}`,
    ]) {
      assert.equal(await bodyInLog(body), null);
    }
    assert.equal(
      await bodyInLog({ query: SET_PIN, variables: { input } }, { type: 'text/x' }),
      null,
    );
    const url = sandbox().sandbox.test.url.replace('graphql', 'else');
    assert.equal(await bodyInLog({ query: SET_PIN, variables: { input } }, { url }), null);
    const elsewhere = `${sandbox().sandbox.test.url}?newPin=${PIN}`;
    await bodyInLog({ query: '{ ping }' }, { url: elsewhere });
  });

  it('masks credentials everywhere', async () => {
    const { apiKey } = sandbox().sandbox.test;
    const bearer = await sandbox().bearer('card_test_accepted');
    const token = bearer.slice('Bearer '.length);
    await sandbox().post({ query: '{ ping }' }, { authorization: 'Bearer something else' });
    await sandbox().post({ query: '{ ping }' }, { authorization: 'something else' });
    await sandbox().post(
      {
        query: `query ($a: ID!) { node(id: $a) { id } ping # ${token}\n}`,
        variables: { a: [apiKey, sandbox().basic, bearer].join(' ') },
      },
      { headers: { Cookie: 'session=something else', 'X-Token': token, 'X-Key': apiKey } },
    );
    await sandbox().post({
      query: GENERATE_TOKEN.replace('value', 'other: value'),
      variables: { input: { paymentCardId: 'card_test_accepted', permissions: [] } },
    });
    const requests = await sandbox().requests();
    const text = JSON.stringify(requests);
    for (const secret of [apiKey, sandbox().basic.slice(6), token, 'something else']) {
      assert.ok(!text.includes(secret), secret);
    }
    assert.ok(!text.includes(token.slice(20, 50)));
    const schemes = new Set(requests.map(({ request }) => request.headers['authorization']));
    assert.ok(schemes.has('Basic ••••') && schemes.has('Bearer ••••') && schemes.has('••••'));
  });

  it('has a request before its sender has the answer', async () => {
    for (let i = 0; i < 20; i += 1) {
      const { json } = await sandbox().post({ query: '{ ping }' });
      const logged = (await sandbox().requests()).at(-1);
      const body = logged?.response?.body as typeof json;
      assert.equal(body.extensions.requestId, json.extensions.requestId);
      assert.ok(logged!.milliseconds >= 0);
    }
  });

  it('keeps at most 500 requests', async () => {
    await Promise.all(
      Array.from({ length: 510 }, () => sandbox().post({}, { authorization: undefined })),
    );
    const requests = await sandbox().requests();
    assert.equal(requests.length, 500);
    assert.ok(requests[0]!.id > 1);
  });
});
