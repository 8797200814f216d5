import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import {
  ATTEMPT_TIME_LIMIT,
  request,
  secondsUntil,
  type Platform,
} from '../../src/service/attempt.js';
import { setPinOperation } from '../../src/set-pin/operation.js';
import {
  dropConnection,
  nodePlatform,
  respond,
  withService,
  type Answer,
} from '../support/scripted-service.js';

const OPERATION = setPinOperation('4826', { paymentCardId: 'card_1', keyType: 'String!' }, 'key');
const NOWHERE = new URL('http://127.0.0.1:9/');

const send = (url: URL, sent?: RequestInit[]) =>
  request(url, OPERATION, 'token', nodePlatform(sent), new AbortController().signal);
const noBody = {
  kind: 'answer',
  retryAfter: undefined,
  mediaType: 'application/json',
  challenge: undefined,
  body: undefined,
};
const replyTo = (answer: Answer) => withService(answer, ({ url }) => send(url));

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

  it('is a POST of the three members as JSON, without credentials, cache, referrer and redirects', async () => {
    const sent: RequestInit[] = [];
    await withService(respond(200, {}), ({ url }) => send(url, sent));
    const { method, credentials, cache, referrerPolicy, redirect, headers, body } = sent[0] ?? {};
    assert.deepEqual(JSON.parse(String(body)), {
      query: OPERATION.query,
      variables: OPERATION.variables,
      operationName: 'SetPinForPaymentCard',
    });
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
    await withService(respond(200, {}), async ({ url }) => {
      await request(url, OPERATION, 'token', platform, new AbortController().signal);
      const headers = ['accept', 'authorization', 'content-type'];
      assert.deepEqual(sent, [{ url: url.href, headers }]);
    });
  });

  it('follows no redirect, so that no other server gets the PIN', async () => {
    await withService(respond(200, {}), async (elsewhere) => {
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
      retryAfter: 7,
      mediaType: 'application/json',
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
    assert.deepEqual(cut, { ...noBody, status: 503, retryAfter: 2 });
  });

  for (const [name, status, body, type = 'application/json'] of [
    ['HTML', 200, '<html>', 'text/html'],
    ['JSON with the type of HTML', 200, '{}', 'text/html'],
    ['JSON with another type', 200, '{}', 'application/jsonp'],
    ['JSON with a longer type', 200, '{}', 'x-application/json'],
    ['JSON without a type', 200, '{}', ''],
    ['text', 200, 'ok'],
    ['truncated JSON', 200, '{"data":{"setPin'],
    ['an empty answer', 200, ''],
    ['a 204', 204, ''],
    ['binary data', 502, '\uFFFE\u0000'],
  ] as const)
    it(`returns the status and the media type of ${name}, and no body`, async () => {
      const reply = await replyTo(respond(status, body, { 'Content-Type': type }));
      assert.deepEqual(reply, { ...noBody, status, mediaType: type });
    });

  it('accepts every JSON media type, in any case and with parameters, and a byte order mark', async () => {
    for (const [type, parameters] of [
      ['application/json', '; charset=utf-8'],
      ['Application/JSON', ''],
      ['application/json', ' ;v=1'],
      ['application/graphql-response+json', '; charset=utf-8'],
      ['application/graphql+json', ''],
      ['application/vnd.example.v1+json', ''],
    ] as const) {
      const headers = { 'Content-Type': type + parameters };
      const reply = await replyTo(respond(200, '\uFEFF{"a":"é"}', headers));
      assert.deepEqual(reply, { ...noBody, status: 200, mediaType: type, body: { a: 'é' } });
    }
  });

  it('returns no media type that has an unusual form', async () => {
    for (const type of [
      'html',
      'a b/html',
      `text/${'x'.repeat(41)}`,
      'text/html x',
      '"text"/html',
    ]) {
      const reply = await replyTo(respond(200, '', { 'Content-Type': type }));
      assert.equal(reply.kind === 'answer' && reply.mediaType, '', type);
    }
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
        return withService(neverEnd, ({ url }) =>
          request(url, OPERATION, 'token', watched, signal),
        );
      });
      assert.deepEqual(got, reply);
      await closed;
    });
  }

  it('is aborted only if its answer is not read to the end, so that browsers report no failed request', async () => {
    const sent: RequestInit[] = [];
    await withService(respond(200, {}), ({ url }) => send(url, sent));
    await withService(respond(200, '', { 'Content-Type': 'text/html' }), ({ url }) =>
      send(url, sent),
    );
    assert.deepEqual(
      sent.map(({ signal }) => signal?.aborted),
      [false, true],
    );
  });

  it('is lost if it can’t be serialised', async () => {
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
    assert.deepEqual(reply, { kind: 'lost' });
  });

  it('is aborted at once by its signal, before and after it is sent', async () => {
    const aborted = AbortSignal.abort();
    assert.deepEqual(await request(NOWHERE, OPERATION, 'token', nodePlatform(), aborted), {
      kind: 'aborted',
    });
    const controller = new AbortController();
    const reply = await withService(
      () => controller.abort(),
      ({ url }) => request(url, OPERATION, 'token', nodePlatform(), controller.signal),
    );
    assert.deepEqual(reply, { kind: 'aborted' });
  });
});
