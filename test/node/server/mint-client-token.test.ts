import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { mintClientToken, MintingError } from '../../../src/node/server/client-token-handler.js';
import { serve } from '../../support/serve.js';
import { useSandbox } from '../../support/sandbox-client.js';

const CARD = 'card_test_accepted';

/** Requests a token from an API that responds this way. */
async function mint(respond: RequestListener, timeLimit = 15_000) {
  const { url: endpoint, close } = await serve(respond);
  const options = { endpoint, apiKey: 'secret key', timeLimit };
  return mintClientToken(CARD, options).finally(close);
}

/** Returns the error after an API responds this way. Asserts that it has no secrets. */
async function errorOf(...given: Parameters<typeof mint>): Promise<MintingError> {
  const error: unknown = await mint(...given).catch((error: unknown) => error);
  assert.ok(error instanceof MintingError, String(error));
  assert.doesNotMatch(`${error.stack}${JSON.stringify(error)}${String(error.cause)}`, /secret/);
  return error;
}

const answer =
  (status: number, body = '', headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

const payload = (member: object) =>
  JSON.stringify({ data: { generatePaymentCardClientToken: member } });
const tokenOf = (value: string) =>
  payload({ __typename: 'ClientToken', value, expirationDate: 'x' });

describe('mintClientToken', () => {
  const client = useSandbox();

  it('requests one permission, and returns only the token’s two members', async () => {
    const token = { value: 'v', expirationDate: null };
    const sent: string[] = [];
    const minted = await mint((request, response) => {
      const answer = payload({ __typename: 'ClientToken', ...token, more: 'm' });
      request.on('data', (chunk) => sent.push(String(chunk))).on('end', () => response.end(answer));
    });
    assert.deepEqual(minted, token);
    const { variables } = JSON.parse(sent.join('')) as { readonly variables: unknown };
    const input = { paymentCardId: CARD, permissions: ['SET_PAYMENT_CARD_PIN'] };
    assert.deepEqual(variables, { input });
  });

  it('explains in its own words why no token was issued', async () => {
    for (const [status, body, message, reason = 'failed'] of [
      [500, 'secret text', /responded with 500\.$/, 'unavailable'],
      [429, 'secret text', /responded with 429\.$/, 'rate-limited'],
      [401, 'secret text', /responded with 401\. The API rejects the key\. .* endpoint.* doctor/],
      [302, 'secret text', /responded with 302\. Check the address in endpoint.* doctor/],
      [200, '{"errors":[{"extensions":{"code":"THROTTLED"}}]}', /no token\.$/, 'rate-limited'],
      [201, tokenOf('v'), /responded with 201\.$/],
      [200, 'secret text', /something other than JSON\.$/],
      [200, payload({ __typename: 'AccessDeniedError' }), /with AccessDeniedError\.$/],
      [200, payload({ __typename: 'ClientToken', value: 'secret' }), /no token\.$/],
      [200, tokenOf('v').padEnd(65_537), /with over 64 KiB\.$/],
      [200, tokenOf('secret\r\nCookie: a=b'), /a token that is not base64-style text\.$/],
    ] as const) {
      // If a redirect were followed with the API key, it would never end.
      const error = await errorOf(answer(status, body, { Location: '/elsewhere' }));
      assert.deepEqual([error.reason, error.status], [reason, status]);
      assert.match(error.message, message);
    }
  });

  it('reports a response’s request id and codes, unless they are free text', async () => {
    const errors = [{ code: 'CARD_NOT_FOUND' }, { code: 'a b' }];
    const data = { generatePaymentCardClientToken: { __typename: 'UserError', errors } };
    const refused = [{ extensions: { code: 'UNAUTHENTICATED' } }];
    for (const [status, extensions, given, payload, ...expected] of [
      [401, { requestId: 'req-1' }, refused, null, 'req-1', ['UNAUTHENTICATED']],
      [200, { requestId: 'req.2' }, undefined, data, 'req.2', ['CARD_NOT_FOUND']],
      [500, { requestId: 'see <a>' }, [null, { message: 'secret text' }, 7], 7, undefined, []],
      [429, null, { code: 'secret' }, undefined, undefined, []],
    ] as const) {
      const body = JSON.stringify({ data: payload, errors: given, extensions });
      const { requestId, codes } = await errorOf(answer(status, body));
      assert.deepEqual([requestId, codes], expected);
    }
  });

  it('throws a TypeError for an invalid option, without quoting its value', async () => {
    const unset = 'is missing. If it comes from an environment variable, set the variable.';
    for (const [wrong, message] of [
      [{ apiKey: '' }, `apiKey ${unset}`],
      [{ timelimit: 1 }, /^Unknown option: timelimit\. The options are endpoint, .*, timeLimit\.$/],
      [{ apiKey: 'two\nlines' }, 'apiKey must be one line of ASCII text.'],
      [{ endpoint: () => '' }, `endpoint ${unset}`],
      [{ endpoint: 'http://api.example.com/graphql' }, /^endpoint must be an https: address/],
      [{ timeLimit: '15000' as never }, /^timeLimit must be/],
    ] as const) {
      const options = { endpoint: 'https://api.example.com/graphql', apiKey: 'key', ...wrong };
      await assert.rejects(mintClientToken(CARD, options), { name: 'TypeError', message });
    }
    await assert.rejects(mintClientToken(CARD, undefined as never), /endpoint is missing/);
  });

  it('calls the endpoint and apiKey functions each time', async () => {
    const { url, apiKey } = client().sandbox.test;
    const keys = [apiKey, 'a key that has been replaced'];
    const options = {
      endpoint: () => new URL(url),
      // A file may end with a line break.
      apiKey: async () => Promise.resolve(`${keys.shift()}\n`),
    };
    await mintClientToken(CARD, options);
    await assert.rejects(mintClientToken(CARD, options), { status: 401 });
  });

  it('reports Retry-After if it is a number of seconds or a date', async () => {
    const date = 'Sat, 01 Nov 2025 08:00:00 GMT';
    for (const [sent, read] of [['7', '7'], [date, date], ['soon'], ['-1']])
      assert.equal((await errorOf(answer(503, '', { 'Retry-After': sent }))).retryAfter, read);
  });

  it('reports an API that can’t be reached or doesn’t respond in time', async () => {
    for (const [respond, end] of [
      [() => undefined, 'didn’t respond in time.'],
      [(request) => request.socket.destroy(), 'can’t be reached (UND_ERR_SOCKET).'],
    ] as const satisfies (readonly [RequestListener, string])[]) {
      const { reason, message } = await errorOf(respond, 300);
      assert.deepEqual([reason, message], ['unavailable', `The card-issuing API ${end}`]);
    }
  });

  it('reports the cause of network errors in every runtime, without secrets from the address', async (context) => {
    const refused = 'error sending request: Connection refused';
    for (const [runtime, error, cause, query = ''] of [
      ['Bun', Object.assign(new Error('A typo?'), { code: 'Refused' }), ' (Refused)'],
      ['Workers', new TypeError(refused), ` (${refused})`],
      ['Deno', new TypeError('failed', { cause: new Error(refused) }), ` (${refused})`],
      ['Deno', new TypeError(`${refused} ?key=secret`), '', '?key=secret'],
    ] as const) {
      context.mock.method(globalThis, 'fetch', () => Promise.reject(error));
      const message = `The card-issuing API can’t be reached${cause}.`;
      const options = { endpoint: `https://api.example/graphql${query}`, apiKey: 'key' };
      await assert.rejects(mintClientToken(CARD, options), { message }, runtime);
      context.mock.restoreAll();
    }
  });
});
