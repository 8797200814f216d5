import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { ALL_PARTS, writeOperation } from '../../src/set-pin/operation.js';
import { ATTEMPT_TIME_LIMIT, request, type Platform } from '../../src/service/request.js';
import {
  dropConnection,
  nodePlatform,
  respond,
  withService,
  type Answer,
} from '../support/scripted-service.js';

const OPERATION = writeOperation(
  '4826',
  { paymentCardId: 'card_1', idempotencyKey: 'key' },
  ALL_PARTS,
);
const NOWHERE = new URL('http://127.0.0.1:9/');

const send = (url: URL, sent?: RequestInit[]) =>
  request(url, OPERATION, 'token', nodePlatform(sent), new AbortController().signal);
const noBody = { kind: 'answer', retryAfter: undefined, challenge: undefined, body: undefined };
const replyTo = (answer: Answer) => withService([answer], ({ url }) => send(url));

/**
 * Replaces the timer of an attempt's timeout while a function runs.
 *
 * @param run - Gets a function that ends the timeout.
 */
async function withTimeout<T>(run: (timeOut: () => void) => Promise<T>): Promise<T> {
  // Node's own fetch uses setTimeout too, so only the timer of this length is replaced.
  const original = globalThis.setTimeout;
  let fire: (() => void) | undefined;
  const timers = mock.method(globalThis, 'setTimeout', ((
    handler: () => void,
    milliseconds?: number,
    ...rest: unknown[]
  ) => {
    if (milliseconds !== ATTEMPT_TIME_LIMIT) return original(handler, milliseconds, ...rest);
    fire = handler;
    return undefined;
  }) as typeof setTimeout);
  try {
    return await run(() => fire?.());
  } finally {
    timers.mock.restore();
  }
}

describe('a request', () => {
  it('passes through no function that a page adds to every object', async () => {
    const received: unknown[] = [];
    const names = ['requestMiddleware', 'responseMiddleware'];
    for (const name of names)
      Object.defineProperty(Object.prototype, name, {
        configurable: true,
        value: (request: unknown) => (received.push(request), request),
      });
    try {
      assert.equal((await replyTo(respond(200, {}))).kind, 'answer');
      assert.deepEqual(received, []);
    } finally {
      for (const name of names) Reflect.deleteProperty(Object.prototype, name);
    }
  });

  it('is a POST of JSON without credentials, cache, referrer and redirects', async () => {
    const sent: RequestInit[] = [];
    await withService([respond(200, {})], ({ url }) => send(url, sent));
    const { method, credentials, cache, referrerPolicy, redirect, headers } = sent[0] ?? {};
    assert.deepEqual(
      { method, credentials, cache, referrerPolicy, redirect },
      {
        method: 'POST',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
      },
    );
    assert.equal(new Headers(headers).get('Content-Type'), 'application/json');
    assert.equal(
      new Headers(headers).get('Accept'),
      'application/graphql-response+json, application/json;q=0.9',
    );
  });

  it('goes to the unchanged address, and asks for no version', async () => {
    const sent: { url: string; headers: string[] }[] = [];
    const platform: Platform = {
      ...nodePlatform(),
      fetch: (url, init) => {
        sent.push({ url, headers: [...new Headers(init.headers).keys()] });
        return fetch(url, init);
      },
    };
    await withService([respond(200, {})], async ({ url }) => {
      await request(url, OPERATION, 'token', platform, new AbortController().signal);
      const headers = ['accept', 'authorization', 'content-type'];
      assert.deepEqual(sent, [{ url: url.href, headers }]);
    });
  });

  it('follows no redirect, so that no other server gets the PIN', async () => {
    await withService([respond(200, {})], async (elsewhere) => {
      const reply = await replyTo(respond(307, '', { Location: elsewhere.url.href }));
      assert.deepEqual(reply, { kind: 'lost' });
      assert.equal(elsewhere.requests.length, 0);
    });
  });

  it('returns the status, two headers and the parsed body of its answer', async () => {
    const headers = { 'Retry-After': '7', 'WWW-Authenticate': 'Bearer' };
    assert.deepEqual(await replyTo(respond(429, { data: {} }, headers)), {
      kind: 'answer',
      status: 429,
      retryAfter: '7',
      challenge: 'Bearer',
      body: { data: {} },
    });
  });

  it('is lost if the connection is closed before the answer or during a 200', async () => {
    assert.deepEqual(await replyTo(dropConnection), { kind: 'lost' });
    const cut = await replyTo((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '99' });
      response.write('{"data":', () => response.destroy());
    });
    assert.deepEqual(cut, { kind: 'lost' });
  });

  it('returns the status of a truncated answer that is not a 200', async () => {
    const cut = await replyTo((response) => {
      response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2' });
      response.write('{"data":', () => response.destroy());
    });
    assert.deepEqual(cut, { ...noBody, status: 503, retryAfter: '2' });
  });

  for (const [name, answer, status] of [
    ['HTML', respond(200, '<html>', { 'Content-Type': 'text/html' }), 200],
    ['JSON with the type of HTML', respond(200, '{}', { 'Content-Type': 'text/html' }), 200],
    ['JSON with another type', respond(200, '{}', { 'Content-Type': 'application/jsonp' }), 200],
    ['JSON with a longer type', respond(200, '{}', { 'Content-Type': 'x-application/json' }), 200],
    ['JSON without a type', (response) => response.writeHead(200).end('{}'), 200],
    ['text', respond(200, 'ok'), 200],
    ['truncated JSON', respond(200, '{"data":{"setPin'), 200],
    ['an empty answer', respond(200, ''), 200],
    ['a 204', (response) => response.writeHead(204).end(), 204],
    ['binary data', respond(502, '\uFFFE\u0000'), 502],
  ] as const satisfies readonly (readonly [string, Answer, number])[]) {
    it(`returns no body for ${name}`, async () => {
      assert.deepEqual(await replyTo(answer), { ...noBody, status });
    });
  }

  it('accepts every JSON media type, in any case and with parameters', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json ;v=1',
      'application/graphql-response+json; charset=utf-8',
      'application/graphql+json',
      'application/vnd.example.v1+json',
    ]) {
      const reply = await replyTo(respond(200, '{"a":"é"}', { 'Content-Type': type }));
      assert.deepEqual(reply, { ...noBody, status: 200, body: { a: 'é' } }, type);
    }
  });

  it('decodes a character that is split between two chunks', async () => {
    const bytes = Buffer.from('{"a":"é"}');
    const reply = await replyTo((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write(bytes.subarray(0, 7), () =>
        setImmediate(() => response.end(bytes.subarray(7))),
      );
    });
    assert.deepEqual(reply, { ...noBody, status: 200, body: { a: 'é' } });
  });

  it('reads a body of 256 KiB, and ignores a longer one', async () => {
    const ofLength = (length: number) => respond(200, JSON.stringify('x'.repeat(length - 2)));
    const longest = await replyTo(ofLength(256 * 1024));
    assert.equal(longest.kind === 'answer' && typeof longest.body, 'string');
    assert.deepEqual(await replyTo(ofLength(256 * 1024 + 1)), { ...noBody, status: 200 });
  });

  it('closes the connection if the body never ends', async () => {
    let closed: Promise<unknown> | undefined;
    const reply = await replyTo((response) => {
      closed = new Promise((resolve) => response.once('close', () => resolve(undefined)));
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(16_384)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    assert.deepEqual(reply, { ...noBody, status: 200 });
    await closed;
  });

  for (const [name, head, reply] of [
    ['an answer that never comes', undefined, { kind: 'lost' }],
    ['a 200 that never ends', 200, { kind: 'lost' }],
    ['a 401 that never ends', 401, { ...noBody, status: 401 }],
  ] as const) {
    it(`waits 15 seconds for ${name}, and closes the connection`, async () => {
      let closed: Promise<unknown> | undefined;
      const got = await withTimeout((timeOut) => {
        const neverEnd: Answer = (response) => {
          closed = new Promise((resolve) => response.once('close', () => resolve(undefined)));
          if (head === undefined) return timeOut();
          response.writeHead(head, { 'Content-Type': 'application/json' }).write('{"data":');
        };
        const platform = nodePlatform();
        const watched: Platform = {
          ...platform,
          fetch: async (url, init) => {
            const response = await platform.fetch(url, init);
            // The client reads the body by then.
            setImmediate(timeOut);
            return response;
          },
        };
        const { signal } = new AbortController();
        return withService([neverEnd], ({ url }) =>
          request(url, OPERATION, 'token', watched, signal),
        );
      });
      assert.deepEqual(got, reply);
      await closed;
    });
  }

  it('is aborted only if its answer is not read to the end, so that browsers report no failed request', async () => {
    const sent: RequestInit[] = [];
    await withService([respond(200, {})], ({ url }) => send(url, sent));
    await withService([respond(200, '', { 'Content-Type': 'text/html' })], ({ url }) =>
      send(url, sent),
    );
    assert.deepEqual(
      sent.map(({ signal }) => signal?.aborted),
      [false, true],
    );
  });

  it('is unsent if it can’t be serialised', async () => {
    const broken: Platform = {
      ...nodePlatform(),
      json: {
        parse: JSON.parse,
        stringify: () => {
          throw new Error('patched');
        },
      },
    };
    const signal = new AbortController().signal;
    const reply = await request(NOWHERE, OPERATION, 'token', broken, signal);
    assert.deepEqual(reply, { kind: 'unsent' });
  });

  it('is unsent without a network unless the service is on this machine', async () => {
    const offline: Platform = { ...nodePlatform(), online: () => false };
    const { signal } = new AbortController();
    const remote = new URL('https://service.invalid/graphql');
    assert.deepEqual(await request(remote, OPERATION, 'token', offline, signal), {
      kind: 'unsent',
    });
    await withService([respond(200, {})], async ({ url }) => {
      const reply = await request(url, OPERATION, 'token', offline, signal);
      assert.equal(reply.kind, 'answer');
    });
  });

  it('is aborted at once by its signal, before and after it is sent', async () => {
    const aborted = AbortSignal.abort();
    assert.deepEqual(await request(NOWHERE, OPERATION, 'token', nodePlatform(), aborted), {
      kind: 'aborted',
    });
    const controller = new AbortController();
    const reply = await withService([() => controller.abort()], ({ url }) =>
      request(url, OPERATION, 'token', nodePlatform(), controller.signal),
    );
    assert.deepEqual(reply, { kind: 'aborted' });
  });
});
