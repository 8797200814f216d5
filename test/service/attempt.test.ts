import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  ATTEMPT_TIME_LIMIT,
  request,
  secondsUntil,
  type Exchange,
  type Platform,
} from '../../src/service/attempt.js';
import { setPinOperation } from '../../src/set-pin/operation.js';
import { settled } from '../support/submit.js';

const OPERATION = setPinOperation('4826', { paymentCardId: 'card_1', keyType: 'String!' }, 'key');
const ENDPOINT = new URL('https://service.invalid/graphql');
const JSON_TYPE = 'application/json';
const UNABORTED = new AbortController().signal;

/** The arguments of the `fetch` calls in a test. */
let sent: (RequestInit & { readonly url: string })[];

/** Sends a request, and records the arguments of `fetch`. */
function send(fetch: Platform['fetch'], signal = UNABORTED, json: Platform['json'] = JSON) {
  const note: Platform['fetch'] = (url, init) => (sent.push({ ...init, url }), fetch(url, init));
  return request(ENDPOINT, OPERATION, 'token', { fetch: note, json }, signal);
}

/** Returns a `fetch` that responds with bytes, so that the response has no type by default. */
const respond = (
  status: number,
  body: BodyInit | null,
  headers: Readonly<Record<string, string>> = { 'Content-Type': JSON_TYPE },
) => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return () => Promise.resolve(new Response(bytes, { status, headers }));
};

/** Returns a body of these chunks, which then ends, breaks off or does neither. */
const bodyOf = (end: 'close' | 'error' | 'nothing', ...chunks: readonly Buffer[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      if (end !== 'nothing') controller[end]();
    },
  });

const noBody = (status: number, mediaType = JSON_TYPE): Exchange => ({
  kind: 'answer',
  status,
  retryAfter: undefined,
  mediaType,
  challenge: undefined,
  body: undefined,
});
const LOST: Exchange = { kind: 'lost' };
const SPLIT = bodyOf('close', Buffer.from('"é').subarray(0, 2), Buffer.from('é"').subarray(1));

describe('a request', () => {
  beforeEach(() => {
    sent = [];
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  it('is a JSON POST with three members, without credentials, cache, referrer or redirects', async () => {
    await send(respond(200, '{}'));
    const { url, method, credentials, cache, referrerPolicy, redirect, headers, body } = sent[0]!;
    assert.equal(url, ENDPOINT.href);
    assert.equal(
      [method, credentials, cache, referrerPolicy, redirect].join(),
      'POST,omit,no-store,no-referrer,error',
    );
    assert.deepEqual(JSON.parse(String(body)), {
      query: OPERATION.query,
      variables: OPERATION.variables,
      operationName: 'SetPinForPaymentCard',
    });
    assert.deepEqual(Object.fromEntries(new Headers(headers)), {
      accept: 'application/graphql-response+json, application/json;q=0.9',
      authorization: 'Bearer token',
      'content-type': JSON_TYPE,
    });
  });

  it('returns the response’s status, two headers and parsed body', async () => {
    const more = { 'Retry-After': '7', 'WWW-Authenticate': 'Bearer' };
    const response = respond(429, '{"data":{}}', { 'Content-Type': JSON_TYPE, ...more });
    const read = { retryAfter: 7, challenge: 'Bearer', body: { data: {} } };
    assert.deepEqual(await send(response), { ...noBody(429), ...read });
  });

  // The signal closes a connection if there is more to read. After the end of the body, some
  // browsers would report a failure.
  for (const [title, fetch, expected, isAborted] of [
    ['a failed connection', () => Promise.reject(new TypeError('Failed to fetch')), LOST, false],
    ['a 200 that breaks off', respond(200, bodyOf('error')), LOST, false],
    ['a 503 that breaks off', respond(503, bodyOf('error')), noBody(503), true],
    ['incomplete JSON', respond(200, '{"data":{"setPin'), noBody(200), false],
    ['a 204', respond(204, null), noBody(204), true],
    ['256 KiB of JSON', respond(200, '{}'.padEnd(256 * 1024)), { ...noBody(200), body: {} }, false],
    ['over 256 KiB of JSON', respond(200, '{}'.padEnd(256 * 1024 + 1)), noBody(200), true],
    ['a split character', respond(200, SPLIT), { ...noBody(200), body: 'é' }, false],
  ] as const)
    it(`handles ${title}, and closes the connection if there is more to read`, async () => {
      assert.deepEqual(await send(fetch), expected);
      assert.equal(sent[0]?.signal?.aborted, isAborted);
    });

  for (const [type, mediaType, isRead] of [
    ['Application/JSON ;v=1', 'Application/JSON', true],
    ['application/graphql-response+json; charset=utf-8', 'application/graphql-response+json', true],
    ['text/html', 'text/html', false],
    ['application/jsonp', 'application/jsonp', false],
    ['x-application/json', 'x-application/json', false],
    // A media type with an unusual form is never shown.
    ...['', 'html', 'a b/html', `text/${'x'.repeat(41)}`, 'text/html x', '"text"/html'].map(
      (unusual) => [unusual, '', false] as const,
    ),
  ] as const)
    it(`${isRead ? 'reads JSON' : 'ignores a body'} of the type “${type}”`, async () => {
      const exchange = await send(respond(200, '\uFEFF{"a":"é"}', { 'Content-Type': type }));
      const body = isRead ? { a: 'é' } : undefined;
      assert.deepEqual(exchange, { ...noBody(200, mediaType), body });
    });

  it('reads Retry-After as seconds or as a date, and ignores any other text', () => {
    const now = Date.UTC(2026, 10, 21, 12);
    for (const [text, seconds] of [
      ['7', 7],
      ['Sat, 21 Nov 2026 12:00:09 GMT', 9],
      ['Sat, 21 Nov 2026 11:59:00 GMT', 0],
      ...['soon', '', '1.5 s', 'NaN', '9'.repeat(400)].map((text) => [text, undefined] as const),
    ] as const)
      assert.equal(secondsUntil(text, now), seconds, text);
  });

  for (const [title, fetch, expected] of [
    ['a response', () => new Promise<never>(() => {}), LOST],
    ['the end of a 200', respond(200, bodyOf('nothing')), LOST],
    ['the end of a 401', respond(401, bodyOf('nothing')), noBody(401)],
  ] as const)
    it(`waits 15 seconds for ${title}, and then closes the connection`, async () => {
      const exchange = send(fetch);
      await settled();
      mock.timers.tick(ATTEMPT_TIME_LIMIT - 1);
      assert.equal(sent[0]?.signal?.aborted, false);
      mock.timers.tick(1);
      assert.equal(sent[0]?.signal?.aborted, true);
      assert.deepEqual(await exchange, expected);
    });

  it('counts as lost if the page’s JSON.stringify throws', async () => {
    const json = { parse: JSON.parse, stringify: () => assert.fail('patched') };
    assert.deepEqual(await send(respond(200, '{}'), undefined, json), LOST);
  });

  it('is aborted at once by its signal, whether or not it has been sent', async () => {
    assert.deepEqual(await send(respond(200, '{}'), AbortSignal.abort()), { kind: 'aborted' });
    assert.equal(sent.length, 0);
    const controller = new AbortController();
    const exchange = send(() => (controller.abort(), new Promise(() => {})), controller.signal);
    assert.deepEqual(await exchange, { kind: 'aborted' });
    assert.equal(sent[0]?.signal?.aborted, true);
  });
});
