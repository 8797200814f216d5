import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { LoggedRequest } from '../../../src/node/sandbox/log.js';
import { GENERATE_TOKEN, PIN, SET_PIN, useSandbox } from '../../support/sandbox-client.js';

const CARD = 'card_test_accepted';
const Origin = 'http://localhost:5173';

describe('the sandbox’s log', () => {
  const sandbox = useSandbox();

  /** Returns the last entry. Its id, time, environment, path and duration are checked. */
  const last = async () => {
    const { id, time, environment, path, milliseconds, ...entry } = (await sandbox().requests()).at(
      -1,
    )!;
    assert.ok(id > 0 && milliseconds >= 0 && !Number.isNaN(Date.parse(time)));
    assert.deepEqual([environment, path], ['test', '/graphql']);
    return entry;
  };

  const setPinEntry = {
    ...{ method: 'POST', credential: 'client token', operation: 'SetPin', cardId: CARD },
    ...{ variables: ['input.paymentCardId', 'input.newPin', 'key'], repeats: null },
  } satisfies Partial<LoggedRequest>;

  it('lists a request’s names and result, but no values', async () => {
    const variables = { input: { paymentCardId: CARD, newPin: PIN }, key: randomUUID() };
    const body = { query: SET_PIN, operationName: 'SetPin', variables };
    const authorization = await sandbox().bearer(CARD);
    await sandbox().post(body, { authorization, headers: { Origin } });
    const result = { status: 200, result: 'PaymentCard', origin: Origin };
    assert.deepEqual(await last(), { ...setPinEntry, ...result });

    await sandbox().post({ query: '{ ping }' });
    const { credential, operation, variables: names } = await last();
    assert.deepEqual([credential, operation, names], ['API key', null, []]);
  });

  it('shows which request an IdempotencyKey repeats', async () => {
    const query = `mutation SetPin($input: SetPinForPaymentCardInput!, $IdempotencyKey: String) {
      setPinForPaymentCard(input: $input, IdempotencyKey: $IdempotencyKey) { __typename }
    }`;
    const ids: number[] = [];
    const authorization = await sandbox().bearer(CARD);
    for (const IdempotencyKey of ['a', 'b', 'a', 'a']) {
      const variables = { input: { paymentCardId: CARD, newPin: PIN }, IdempotencyKey };
      await sandbox().post({ query, variables }, { authorization });
      ids.push((await sandbox().requests()).at(-1)!.id);
    }
    const repeats = (await sandbox().requests()).slice(-4).map((entry) => entry.repeats);
    assert.deepEqual(repeats, [null, null, ids[0], ids[0]]);
  });

  it('never contains a PIN or a credential, wherever it was sent', async () => {
    const bearer = await sandbox().bearer(CARD);
    const { id } = await sandbox().card('accepted');
    const headers = { 'X-Pin': PIN, 'Retry-After': PIN };
    await sandbox().sandbox.control.scriptAnswers(id, [
      { body: `{"data":{"${PIN}":{"a":"${PIN}"}}}`, headers },
    ]);
    await sandbox().setPin(id, { pin: PIN });
    for (const [body, authorization] of [
      [{ query: `{ ping(a: "${PIN}") } # ${bearer}` }, bearer],
      [
        { query: SET_PIN, operationName: PIN, variables: { [PIN]: { [PIN]: PIN } } },
        sandbox().basic,
      ],
      [{ query: GENERATE_TOKEN, variables: { input: { paymentCardId: PIN } } }, `Digest ${PIN}`],
      [`{"query":7,"${PIN}`, `Bearer ${PIN}`],
    ] as const)
      await sandbox().post(body, {
        authorization,
        headers: { ...headers, Origin: `http://${PIN}` },
      });
    const url = `${sandbox().sandbox.test.url}/${PIN}?pin=${PIN}`;
    await sandbox().post({ query: '{ ping }' }, { url });
    const text = JSON.stringify(await sandbox().requests());
    for (const secret of [PIN, bearer.slice(7), 'sandbox-test-api-key', sandbox().basic.slice(6)])
      assert.ok(!text.includes(secret), secret);
  });
});
