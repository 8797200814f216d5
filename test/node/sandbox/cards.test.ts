import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it, mock } from 'node:test';
import {
  SANDBOX_CARDS,
  type SandboxBehaviour,
  type SandboxOutcome,
} from '../../../src/node/sandbox/cards.js';
import { SCHEMA_NAMES } from '../../../src/node/sandbox/schema-name.js';
import type { ClientToken } from '../../../src/service/client-token.js';
import { ClientTokens, type TokenNeed } from '../../../src/service/client-tokens.js';
import { submit } from '../../../src/service/submit.js';
import { setPinMutation } from '../../../src/set-pin/operation.js';
import { outcomeOf, type Outcome } from '../../../src/set-pin/outcome.js';
import { nodePlatform } from '../../support/scripted-service.js';
import { PIN, SET_PIN_TWICE, useSandbox, type Reply } from './sandbox-client.js';

/** Returns whether an answer refuses the client token in its body. */
function isUnauthenticated({ json }: Reply): boolean {
  return json?.errors?.[0].extensions?.code === 'UNAUTHENTICATED';
}

describe('the sandbox’s cards', () => {
  const sandbox = useSandbox();

  /** Returns an answer's outcome, in the words of the table. */
  const outcomeOf = (reply: Reply | 'lost'): string => {
    if (reply === 'lost') return 'unconfirmed';
    if (reply.status === 401 || isUnauthenticated(reply)) return 'token-expired';
    if (reply.status === 429) return 'rate-limited';
    // A proxy's 503 has no request id, and may come after the execution.
    if (reply.status === 503) return reply.json ? 'unavailable' : 'unconfirmed';
    if (reply.status === 400) return 'misconfigured';
    const member = reply.json?.data?.setPinForPaymentCard?.__typename;
    if (member === 'PaymentCard') return 'set';
    if (member === 'UserError') return 'rejected';
    return member === 'AccessDeniedError' ? 'denied' : 'unconfirmed';
  };
  const attempt = (cardId: string, key?: string): Promise<Reply | 'lost'> =>
    sandbox()
      .setPin(cardId, key === undefined ? {} : { key })
      .catch(() => 'lost' as const);
  const attemptsOn = async (behaviour: SandboxBehaviour, count: number) => {
    const { id } = await sandbox().card(behaviour);
    const outcomes: string[] = [];
    for (let i = 0; i < count; i += 1) outcomes.push(outcomeOf(await attempt(id)));
    return { outcomes, state: await sandbox().state(id) };
  };

  it('have unique ids that say that they are for tests (transport S.3)', () => {
    assert.equal(new Set(SANDBOX_CARDS.map(({ id }) => id)).size, SANDBOX_CARDS.length);
    assert.equal(new Set(SANDBOX_CARDS.map(({ last4 }) => last4)).size, SANDBOX_CARDS.length);
    for (const { id, bin, last4 } of SANDBOX_CARDS) {
      assert.match(id, /^card_test_[a-z_]+$/);
      assert.match(bin, /^9999\d\d$/);
      assert.match(last4 ?? '0000', /^\d{4}$/);
    }
  });

  it('are the same in the README as in the table (transport S.3)', async () => {
    const readme = await readFile(
      new URL('../../../src/node/sandbox/README.md', import.meta.url),
      'utf8',
    );
    const [, section = ''] = /^## Cards$(.*?)^## /ms.exec(readme) ?? [];
    const rows = section
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    assert.deepEqual(
      rows,
      SANDBOX_CARDS.map(({ id, outcome, outcomeWithoutKey, code, description }) => {
        const end = code === undefined ? `\`${outcome}\`` : `\`${outcome}\`, \`${code}\``;
        const withoutKey =
          outcomeWithoutKey === undefined ? end : `${end}; without a key \`${outcomeWithoutKey}\``;
        return ['', `\`${id}\``, withoutKey, description, ''];
      }),
    );
  });

  it('cover each outcome that the service can cause (transport S.3)', () => {
    const outcomes: Readonly<Record<SandboxOutcome, true>> = {
      set: true,
      rejected: true,
      denied: true,
      'token-expired': true,
      'rate-limited': true,
      unavailable: true,
      unconfirmed: true,
      misconfigured: true,
    };
    assert.deepEqual(
      [...new Set(SANDBOX_CARDS.map(({ outcome }) => outcome))].sort(),
      Object.keys(outcomes).sort(),
    );
  });

  for (const card of SANDBOX_CARDS) {
    it(`${card.id} ends as ${card.outcome}: ${card.description} (transport 2.22, 2.23, 3.2, 4.10, 4.12, 4.13, 7.7, 7.9, S.1, S.3, S.7)`, async () => {
      const { id } = await sandbox().card(card.behaviour);
      if (card.delayMilliseconds !== undefined) {
        assert.equal((await sandbox().state(id)).answerDelay, card.delayMilliseconds);
        await sandbox().delay(id, 0);
      }
      const key = randomUUID();
      let reply = await attempt(id, key);
      // The element does this too: it replaces a refused token, and retries.
      if (
        reply === 'lost' ||
        [401, 429, 500, 503].includes(reply.status) ||
        isUnauthenticated(reply)
      ) {
        reply = await attempt(id, key);
      }
      assert.ok(reply !== 'lost');
      assert.equal(outcomeOf(reply), card.outcome);
      const payload = reply.json?.data?.setPinForPaymentCard;
      if (card.outcome === 'set') {
        const { bin, last4 } = card;
        assert.deepEqual(payload, { __typename: 'PaymentCard', id, bin, last4 });
        assert.equal((await sandbox().state(id)).timesSet, 1);
      } else {
        assert.equal((await sandbox().state(id)).pinSet, card.behaviour === 'lost-then-blocked');
      }
      if (card.outcome === 'rejected') {
        const [error] = payload.errors;
        assert.equal(error.code, card.code);
        assert.deepEqual(error.path, error.errorPath);
        const member = card.code.startsWith('CARD_') ? 'paymentCardId' : 'newPin';
        assert.deepEqual(error.errorPath, ['input', member]);
      }
      const isIntermediary = ['captive-portal', 'lost-then-blocked'].includes(card.behaviour);
      assert.equal(reply.json?.extensions.requestId === undefined, isIntermediary);
    });
  }

  it('fail again after a success if they fail once', async () => {
    for (const [behaviour, failure] of [
      ['rate-limited-once', 'rate-limited'],
      ['unavailable-once', 'unavailable'],
      ['answer-lost-once', 'unconfirmed'],
      ['proxy-unavailable-once', 'unconfirmed'],
      ['token-refused-once', 'token-expired'],
      ['token-unauthenticated-once', 'token-expired'],
    ] as const) {
      const { outcomes } = await attemptsOn(behaviour, 4);
      assert.deepEqual(outcomes, [failure, 'set', failure, 'set'], behaviour);
    }
  });

  it('set no PIN if they always fail', async () => {
    for (const [behaviour, failure] of [
      ['rate-limited-always', 'rate-limited'],
      ['unavailable-always', 'unavailable'],
      ['server-error-always', 'unconfirmed'],
      ['token-refused-always', 'token-expired'],
    ] as const) {
      const { outcomes, state } = await attemptsOn(behaviour, 3);
      assert.deepEqual(outcomes, [failure, failure, failure], behaviour);
      assert.equal(state.pinSet, false);
    }
  });

  it('set the PIN even if they lose the answer', async () => {
    const { state } = await attemptsOn('answer-lost-once', 1);
    assert.equal(state.timesSet, 1);
    const attempts = (await sandbox().requests()).filter(({ request }) =>
      JSON.stringify(request.body).includes(`"paymentCardId":"${state.id}","newPin"`),
    );
    assert.equal(attempts.length, 1);
    const [{ response }] = attempts as [(typeof attempts)[number]];
    assert.equal(response, null);
  });

  it('answer 429 with a Retry-After, and with budgets that have no cost (transport 2.5, 2.18, 7.6, S.10)', async () => {
    const { id } = await sandbox().card('rate-limited-always');
    const { headers, json } = await sandbox().setPin(id);
    assert.equal(headers.get('retry-after'), '1');
    assert.deepEqual(json.data, {});
    const { asOf, count } = json.extensions.rateLimit;
    assert.ok(!Number.isNaN(Date.parse(asOf)));
    assert.deepEqual(count, { remaining: 0, limit: 1000 });
  });

  it('answer with the text of a proxy after the PIN is set, and with the first payload to the next attempt', async () => {
    const { id } = await sandbox().card('proxy-unavailable-once');
    const key = randomUUID();
    const { status, headers, text } = await sandbox().setPin(id, { key });
    assert.equal(status, 503);
    assert.equal(headers.get('content-type'), 'text/plain');
    assert.match(text, /^upstream connect error/);
    assert.equal((await sandbox().state(id)).timesSet, 1);
    assert.equal(outcomeOf(await sandbox().setPin(id, { key })), 'set');
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });

  it('block the attempt after a lost answer before the service sees its key', async () => {
    const { id } = await sandbox().card('lost-then-blocked');
    const key = randomUUID();
    assert.equal(await attempt(id, key), 'lost');
    assert.equal((await sandbox().state(id)).timesSet, 1);
    const { status, headers, text } = await sandbox().setPin(id, { key });
    assert.equal(status, 403);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.match(text, /blocked/);
    // The firewall blocks once, so that the service can tell in the end.
    assert.equal(outcomeOf(await sandbox().setPin(id, { key })), 'set');
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });

  it('refuse a token with the code UNAUTHENTICATED and status 200, and with 401 from then on', async () => {
    const { id } = await sandbox().card('token-unauthenticated-once');
    const authorization = await sandbox().bearer(id);
    const { status, json } = await sandbox().setPin(id, { authorization });
    assert.equal(status, 200);
    assert.equal(json.data, null);
    assert.deepEqual(json.errors[0].extensions, { code: 'UNAUTHENTICATED' });
    assert.ok(json.extensions.requestId);
    assert.equal((await sandbox().setPin(id, { authorization })).status, 401);
    assert.equal(outcomeOf(await sandbox().setPin(id)), 'set');
  });

  it('answer with a payload that is not in the schema (transport S.5)', async () => {
    const { id } = await sandbox().card('unknown-member');
    const { json } = await sandbox().setPin(id);
    assert.deepEqual(json.data, { setPinForPaymentCard: { __typename: 'PinChangeReview' } });
    const { json: type } = await sandbox().post({
      query: '{ __type(name: "PinChangeReview") { name } }',
    });
    assert.equal(type.data.__type, null);
  });

  it('answer with HTML for a captive portal', async () => {
    const { id } = await sandbox().card('captive-portal');
    const { status, headers, text } = await sandbox().setPin(id);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.match(text, /^<!doctype html>/);
  });

  it('keep refusing a refused token, but accept a fresh one', async () => {
    const { id } = await sandbox().card('token-refused-once');
    const authorization = await sandbox().bearer(id);
    assert.equal((await sandbox().setPin(id, { authorization })).status, 401);
    assert.equal((await sandbox().setPin(id, { authorization })).status, 401);
    assert.equal((await sandbox().setPin(id)).status, 200);
  });

  it('don’t count a denied attempt as a refused token', async () => {
    const { id } = await sandbox().card('token-refused-once');
    const authorization = await sandbox().bearer(id, []);
    const denied = await sandbox().setPin(id, { authorization });
    assert.equal(outcomeOf(denied), 'denied');
    assert.equal((await sandbox().setPin(id)).status, 401);
  });

  it('all reject a PIN that is not 4 to 12 digits as INVALID_PIN (transport S.2)', async () => {
    for (const behaviour of ['accepted', 'weak-pin', 'unavailable-always'] as const) {
      const { id } = await sandbox().card(behaviour);
      for (const pin of ['', '123', '1234567890123', '12a4', ' 1234', '1234\n', '１２３４']) {
        const { json } = await sandbox().setPin(id, { pin });
        const payload = json.data.setPinForPaymentCard;
        assert.equal(payload.errors[0].code, 'INVALID_PIN', JSON.stringify(pin));
      }
      assert.equal((await sandbox().state(id)).pinSet, false);
    }
  });

  it('accept PINs of 4 and of 12 digits, and keep the last one (transport S.2)', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().setPin(id, { pin: '7391' });
    await sandbox().setPin(id, { pin: PIN });
    assert.equal(await sandbox().matches(id, PIN), true);
    assert.equal(await sandbox().matches(id, '7391'), false);
  });

  it('execute no root field after one that failed the whole answer', async () => {
    const { id } = await sandbox().card('unavailable-once');
    const body = {
      query: SET_PIN_TWICE,
      variables: { input: { paymentCardId: id, newPin: PIN } },
    };
    const authorization = await sandbox().bearer(id);
    const { status } = await sandbox().post(body, { authorization });
    assert.equal(status, 503);
    assert.equal((await sandbox().state(id)).pinSet, false);
  });

  it('can hold an answer after the PIN is set (transport S.27)', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().delay(id, null);
    const authorization = await sandbox().bearer(id);
    let answered = false;
    const reply = sandbox().setPin(id, { authorization });
    void reply.then(() => (answered = true));
    await sandbox().waitForPin(id);
    assert.equal(answered, false);
    await sandbox().delay(id, 0);
    assert.equal((await reply).status, 200);
  });

  it('delay an answer by the time that is set', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().delay(id, 60);
    const authorization = await sandbox().bearer(id);
    const start = performance.now();
    await sandbox().setPin(id, { authorization });
    assert.ok(performance.now() - start >= 60);
  });
});

/** Drops the header, so that a retry doesn't wait. */
async function fetchWithoutRetryAfter(url: string, init: RequestInit): Promise<Response> {
  const { status, headers, body } = await fetch(url, init);
  const others = [...headers].filter(([name]) => name !== 'retry-after');
  return new Response(body, { status, headers: others });
}

/** The ways in which a page gives client tokens to the element. */
const PAGES = [
  { name: 'a page with getClientToken only', hasFirstToken: false, hasProvider: true },
  { name: 'a page that sets a token first', hasFirstToken: true, hasProvider: false },
] as const;

for (const schema of SCHEMA_NAMES) {
  describe(`the sandbox’s cards with --schema ${schema}`, () => {
    const sandbox = useSandbox({ schema });
    before(() => void mock.method(Math, 'random', () => 0));
    after(() => mock.restoreAll());

    /** Submits a PIN once, as the element does. */
    const submitPin = async (
      cardId: string,
      { hasFirstToken, hasProvider }: (typeof PAGES)[number],
    ): Promise<Outcome> => {
      const mint = (): Promise<ClientToken> => sandbox().token(cardId);
      const host = {
        provider: () => (hasProvider ? mint : undefined),
        timeout: () => 30,
        entry: () => 'typed' as const,
        request: ({ respondWith }: TokenNeed) => respondWith(mint()),
      };
      const tokens = new ClientTokens(host);
      if (hasFirstToken) tokens.supply(await mint());
      const endpoint = new URL(sandbox().sandbox.test.url);
      const request = { endpoint, paymentCardId: cardId, idempotencyKey: randomUUID() };
      return outcomeOf(
        await submit(setPinMutation('4826', request), {
          endpoint,
          tokens,
          platform: () => ({ ...nodePlatform(), fetch: fetchWithoutRetryAfter }),
          report: () => {},
          signal: new AbortController().signal,
          mayBeExecuted: false,
        }),
      );
    };

    for (const page of PAGES) {
      it(`end as the table says on ${page.name} (transport S.3)`, async () => {
        const ends = await Promise.all(
          SANDBOX_CARDS.map(async ({ behaviour }) => {
            const { id } = await sandbox().card(behaviour);
            // Real time, which the slow card needs, adds nothing here.
            await sandbox().delay(id, 0);
            const outcome = await submitPin(id, page);
            const { timesSet } = await sandbox().state(id);
            if (outcome.kind !== 'unconfirmed') {
              assert.equal(timesSet, outcome.kind === 'set' ? 1 : 0, behaviour);
            }
            const code = outcome.kind === 'rejected' ? outcome.codes[0] : undefined;
            return [behaviour, outcome.kind, code];
          }),
        );
        const hasKey = schema !== 'provider';
        assert.deepEqual(
          ends,
          SANDBOX_CARDS.map(({ behaviour, outcome, outcomeWithoutKey, code }) => [
            behaviour,
            hasKey ? outcome : (outcomeWithoutKey ?? outcome),
            code,
          ]),
        );
      });
    }
  });
}
