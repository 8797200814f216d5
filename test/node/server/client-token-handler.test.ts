import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { inspect } from 'node:util';
import {
  clientTokenHandler,
  MintingError,
  type ClientTokenHandlerOptions,
  type TokenRequestRecord,
} from '../../../src/node/server/client-token-handler.js';
import { serve } from '../../support/serve.js';
import { useSandbox } from '../../support/sandbox-client.js';

const OWN = 'https://cards.example';
const OTHER = 'https://app.example';
const CARD = 'card_test_accepted';
const API_KEY = /sandbox-test-api-key|c2FuZGJveC10ZXN0/;

describe('clientTokenHandler', () => {
  const client = useSandbox();

  let records: TokenRequestRecord[] = [];
  beforeEach(() => void (records = []));

  /** Asserts that no record holds a secret. */
  const log = (record: TokenRequestRecord) => {
    assert.doesNotMatch(inspect(record, { depth: 9 }), API_KEY);
    assert.doesNotMatch(inspect(record, { depth: 9 }), /Y2xpZW50LXRva2Vu/);
    records.push(record);
    return Promise.reject(new Error('The log is full'));
  };

  const handler = (options: Partial<ClientTokenHandlerOptions> = {}) => {
    const { url: endpoint, apiKey } = client().sandbox.test;
    return clientTokenHandler({ endpoint, apiKey, authorize: () => true, log, ...options });
  };

  /** Creates a request. By default, a page on the handler's own origin requests a token. */
  const ask = ({
    url = `${OWN}/portal/client-token`,
    ...init
  }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string>; url?: string } = {}) => {
    const { method = 'POST', body = JSON.stringify({ cardId: CARD }) } = init;
    const headers = { Origin: OWN, 'Content-Type': 'application/json', ...init.headers };
    return new Request(url, { method, headers, ...(method === 'POST' && { body }) });
  };
  const forCard = (cardId: string) => ask({ body: JSON.stringify({ cardId }) });

  /** Returns the status, the headers and the body. Asserts what every response must have. */
  const read = async (response: Response) => {
    const text = await response.text();
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('vary'), 'Origin');
    assert.doesNotMatch(text, API_KEY);
    if (!response.ok) assert.deepEqual(Object.keys(JSON.parse(text)), ['error']);
    return { status: response.status, headers: response.headers, text };
  };

  it('returns a token that can set the card’s PIN', async () => {
    const { status, headers, text } = await read(await handler()(ask()));
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json');
    const token = JSON.parse(text);
    assert.deepEqual(Object.keys(token), ['value', 'expirationDate']);
    const authorization = `Bearer ${token.value}`;
    const { json } = await client().setPin(CARD, { authorization });
    assert.equal(json.data.setPinForPaymentCard.__typename, 'PaymentCard');
  });

  it('throws if authorize is missing or an option is invalid', () => {
    // @ts-expect-error: the options are required
    assert.throws(() => clientTokenHandler(), /^TypeError: authorize is required/);
    for (const [options, message] of [
      [{ allowedOrigins: OTHER }, /^TypeError: allowedOrigins must be a list/],
      [{ allowedOrigins: ['*'] }, /^TypeError: allowedOrigins must be an origin/],
      [{ allowedOrigins: [`${OTHER}/`] }, /^TypeError: allowedOrigins must be an origin/],
      [{ log: 'console' }, /^TypeError: log must be/],
      [{ onerror: 0 }, /^TypeError: Unknown option: onerror\. The options are .*, log\.$/],
    ] as const)
      assert.throws(() => handler(options as object), message);
  });

  it('calls authorize with the request’s card, and doesn’t call the API if authorize returns false', async () => {
    const before = await client().requests();
    const asked: unknown[] = [];
    const handle = handler({
      authorize: (request, cardId, context) => {
        // Session libraries do this.
        const { headers } = new Request(request);
        asked.push(headers.get('cookie'), cardId, context);
        return Promise.resolve(false);
      },
    });
    const request = ask({ headers: { Cookie: 'session=ada' } });
    const { status } = await read(await handle(request, 'the context'));
    assert.equal(status, 403);
    assert.deepEqual(asked, ['session=ada', CARD, 'the context']);
    assert.deepEqual(await client().requests(), before);
  });

  it('accepts the same Response from authorize for any number of requests', async () => {
    // `fetch` returns such a response from another server.
    const headers = { 'Content-Encoding': 'gzip', 'Content-Length': '5' };
    const text = '{"error":"Sign in first."}';
    const rest = [...text];
    const pull = (controller: ReadableStreamDefaultController) =>
      rest.length > 0 ? controller.enqueue(Buffer.from(rest.shift()!)) : controller.close();
    const refusal = new Response(new ReadableStream({ pull }), { status: 401, headers });
    const handle = handler({ authorize: () => refusal });
    await handle(ask());
    // Node's stack would overflow after 2,000 copies that nobody has read.
    assert.deepEqual(rest, []);
    const answer = await read(await handle(ask()));
    assert.deepEqual([answer.status, answer.text], [401, text]);
    for (const name of Object.keys(headers)) assert.equal(answer.headers.get(name), null);
  });

  it('responds with 500 if the setup is wrong, and reports the cause only in the log', async () => {
    const noDecision = /^TypeError: authorize must return true, .* Is a return missing\?$/;
    for (const [options, cause] of [
      [{ authorize: () => Promise.reject(new Error('No database')) }, /^Error: No database$/],
      [{ authorize: () => undefined as never }, noDecision],
      [{ authorize: () => 'true' as never }, noDecision],
      [{ authorize: () => Response.json({}) }, noDecision],
      // A build that only loads the route needs no secret.
      [{ endpoint: undefined, apiKey: undefined }, /^TypeError: endpoint is missing/],
    ] as const) {
      const { status, text } = await read(await handler(options)(ask()));
      assert.equal(status, 500);
      assert.doesNotMatch(text, /database|endpoint|authorize/);
      assert.match(String(records.pop()?.cause), cause);
      assert.deepEqual(records, []);
    }
  });

  it('logs each request with its result, origin, card and request id', async () => {
    const unauthorized = new Response(null, { status: 401 });
    const handle = handler({
      authorize: (_, cardId) => (cardId === 'card_lost' ? unauthorized : cardId !== 'card_other'),
    });
    const foreign = ask({ headers: { Origin: OTHER } });
    for (const [request, kind, status, cardId, reason, origin = OWN] of [
      [ask(), 'issued', 200, CARD, /^undefined$/],
      [ask({ method: 'GET' }), 'rejected', 405, undefined, /^The method must be POST\.$/],
      [foreign, 'rejected', 403, undefined, /^This origin is not allowed\.$/, OTHER],
      [forCard('card_other'), 'rejected', 403, 'card_other', /^You cannot set the PIN for this /],
      [forCard('card_lost'), 'rejected', 401, 'card_lost', /^authorize returned this response\.$/],
      [forCard('card_none'), 'failed', 502, 'card_none', /^MintingError: .* with UserError\.$/],
    ] as const) {
      await handle(request);
      const { requestId, cause, ...record } = records.at(-1)!;
      assert.match(String(cause), reason);
      assert.deepEqual(record, { kind, status, origin, cardId });
      // Only the API's responses have an id.
      assert.equal(requestId === undefined, kind === 'rejected');
    }
    assert.equal(records.length, 6);
  });

  it('writes only failures to console.error by default', async (context) => {
    const { mock } = context.mock.method(console, 'error', () => undefined);
    const authorize = (_: Request, cardId: string) => cardId === CARD;
    const handle = handler({ apiKey: 'a wrong key', authorize, log: undefined as never });
    await handle(forCard('card_other'));
    await handle(ask());
    assert.equal(mock.callCount(), 1);
    const printed = inspect(mock.calls[0]?.arguments);
    assert.match(printed, /The API rejects the key\. .* npx set-card-pin doctor/);
    assert.doesNotMatch(printed, /a wrong key/);
  });

  // Behind a proxy, the URL's scheme and host differ from the page's.
  const INSIDE = 'http://10.0.0.7:3000/portal/client-token';
  const typed = (type: string) => ({ headers: { 'Content-Type': type } });
  const from = (Origin: string) => ({ headers: { Origin } });
  const sites = (site: string) => ({ headers: { 'Sec-Fetch-Site': site } });
  for (const [status, ...requests] of [
    [200, typed('Application/JSON ;a="b"'), { url: INSIDE, ...sites('same-origin') }],
    [400, ...['', 'null', '{"cardId":7}', '{"cardId":""}'].map((body) => ({ body }))],
    [403, from(`${OWN}.evil.example`), from('null'), from(''), sites('same-site'), { url: INSIDE }],
    [405, { method: 'GET' }, { method: 'OPTIONS' }],
    [413, { body: `{"cardId":"${'x'.repeat(5000)}"}` }],
    [415, typed('text/plain')],
  ] as const)
    it(`responds with ${status} to ${JSON.stringify(requests).slice(0, 80)}`, async () => {
      for (const asked of requests as readonly Parameters<typeof ask>[0][]) {
        const answer = await read(await handler()(ask(asked)));
        assert.equal(answer.status, status, JSON.stringify(asked));
        assert.equal(answer.headers.get('allow'), status === 405 ? 'POST' : null);
        if (asked?.headers?.['Origin'] === '') assert.match(answer.text, /has no Origin header/);
      }
    });

  it('also responds to pages on allowedOrigins, and to their preflights', async () => {
    const handle = handler({ allowedOrigins: [OTHER] });
    const answerTo = async (Origin: string, method = 'POST') => {
      const asked = { 'Access-Control-Request-Headers': 'content-type,x-csrf' };
      const headers = { Origin, 'Sec-Fetch-Site': 'cross-site', ...asked };
      const { status, headers: sent } = await handle(ask({ method, headers }));
      const names = ['origin', 'credentials', 'methods', 'headers'];
      return [status, ...names.map((name) => sent.get(`access-control-allow-${name}`))];
    };
    assert.deepEqual(await answerTo(OTHER), [200, OTHER, 'true', null, null]);
    const allowed = [204, OTHER, 'true', 'POST', 'content-type,x-csrf'];
    assert.deepEqual(await answerTo(OTHER, 'OPTIONS'), allowed);
    const refused = [403, null, null, null, null];
    for (const method of ['POST', 'OPTIONS'])
      assert.deepEqual(await answerTo('https://evil.example', method), refused);
    const own = await handle(ask());
    assert.deepEqual([own.status, own.headers.get('access-control-allow-origin')], [200, null]);
  });

  it('forwards a rate-limit error with its Retry-After header', async () => {
    const { url: endpoint, close } = await serve((_, response) =>
      response.writeHead(429, { 'Retry-After': '7' }).end(),
    );
    const { status, headers } = await read(await handler({ endpoint })(ask()));
    await close();
    assert.deepEqual([status, headers.get('retry-after')], [429, '7']);
    assert.ok(records[0]?.cause instanceof MintingError);
  });
});
