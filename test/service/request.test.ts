import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { ALL_PARTS, writeOperation } from '../../src/set-pin/operation.js';
import { ATTEMPT_TIME_LIMIT, request, type Platform } from '../../src/service/request.js';
import {
  answering,
  lost,
  nodePlatform,
  serving,
  type Answer,
} from '../support/scripted-service.js';

const OPERATION = writeOperation(
  '4826',
  { paymentCardId: 'card_1', idempotencyKey: 'key' },
  ALL_PARTS,
);
const NOWHERE = new URL('http://127.0.0.1:9/');

const send = (url: URL, noted?: RequestInit[]) =>
  request(url, OPERATION, 'token', nodePlatform(noted), new AbortController().signal);
const replyTo = (answer: Answer) => serving([answer], ({ url }) => send(url));

/** Runs with a clock that jumps past the time limit of an attempt once a condition holds. */
async function pastTheLimit<T>(run: (jump: () => void) => Promise<T>): Promise<T> {
  // Node's own fetch keeps time by setTimeout too, so only this one timer is moved.
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

describe('request', () => {
  it('goes out as a POST of JSON, without credentials, cache, referrer and redirects (transport 1.2, 4.2, C.30)', async () => {
    const noted: RequestInit[] = [];
    await serving([answering(200, {})], ({ url }) => send(url, noted));
    const { method, credentials, cache, referrerPolicy, redirect, headers } = noted[0] ?? {};
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
  });

  it('goes to the address as it stands, and asks for no version (transport 9.1, 9.3)', async () => {
    const sent: { url: string; headers: string[] }[] = [];
    const platform: Platform = {
      ...nodePlatform(),
      fetch: (url, init) => {
        sent.push({ url, headers: [...new Headers(init.headers).keys()] });
        return fetch(url, init);
      },
    };
    await serving([answering(200, {})], async ({ url }) => {
      await request(url, OPERATION, 'token', platform, new AbortController().signal);
      const headers = ['accept', 'authorization', 'content-type'];
      assert.deepEqual(sent, [{ url: url.href, headers }]);
    });
  });

  it('follows no redirect: nobody else gets the PIN', async () => {
    await serving([answering(200, {})], async (elsewhere) => {
      const reply = await replyTo(answering(307, '', { Location: elsewhere.url.href }));
      assert.deepEqual(reply, { kind: 'lost' });
      assert.equal(elsewhere.asked.length, 0);
    });
  });

  it('gives status, Retry-After and the parsed body of an answer', async () => {
    assert.deepEqual(await replyTo(answering(429, { data: {} }, { 'Retry-After': '7' })), {
      kind: 'answer',
      status: 429,
      retryAfter: '7',
      body: { data: {} },
    });
  });

  it('is lost when the connection is cut, before the answer or in the midst of a success', async () => {
    assert.deepEqual(await replyTo(lost), { kind: 'lost' });
    const cut = await replyTo((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '99' });
      response.write('{"data":', () => response.destroy());
    });
    assert.deepEqual(cut, { kind: 'lost' });
  });

  it('goes by the status of an answer whose body is cut short, where that says enough', async () => {
    const cut = await replyTo((response) => {
      response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2' });
      response.write('{"data":', () => response.destroy());
    });
    assert.deepEqual(cut, { kind: 'answer', status: 503, retryAfter: '2', body: undefined });
  });

  const noBody = { kind: 'answer', retryAfter: undefined, body: undefined };
  for (const [what, answer, status] of [
    ['HTML', answering(200, '<html>', { 'Content-Type': 'text/html' }), 200],
    ['JSON that says it is HTML', answering(200, '{}', { 'Content-Type': 'text/html' }), 200],
    ['JSON of another type', answering(200, '{}', { 'Content-Type': 'application/jsonp' }), 200],
    ['JSON of a longer type', answering(200, '{}', { 'Content-Type': 'x-application/json' }), 200],
    ['JSON of no type', (response) => response.writeHead(200).end('{}'), 200],
    ['JSON without a type', (response) => response.writeHead(200).end('{}'), 200],
    ['text', answering(200, 'ok'), 200],
    ['half a document', answering(200, '{"data":{"setPin'), 200],
    ['nothing', answering(200, ''), 200],
    ['no content', (response) => response.writeHead(204).end(), 204],
    ['bytes that are no text', answering(502, '\uFFFE\u0000'), 502],
  ] as const satisfies readonly (readonly [string, Answer, number])[]) {
    it(`finds no body in an answer that is ${what} (transport C.49)`, async () => {
      assert.deepEqual(await replyTo(answer), { ...noBody, status });
    });
  }

  it('takes application/json with parameters, in any case (transport 4.4)', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json ;v=1',
    ]) {
      const reply = await replyTo(answering(200, '{"a":"é"}', { 'Content-Type': type }));
      assert.deepEqual(reply, { ...noBody, status: 200, body: { a: 'é' } }, type);
    }
  });

  it('puts a sign together that two chunks divide', async () => {
    const bytes = Buffer.from('{"a":"é"}');
    const reply = await replyTo((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write(bytes.subarray(0, 7), () =>
        setImmediate(() => response.end(bytes.subarray(7))),
      );
    });
    assert.deepEqual(reply, { ...noBody, status: 200, body: { a: 'é' } });
  });

  it('reads 256 KiB of a body, and cuts off a longer one (transport C.50)', async () => {
    const ofLength = (length: number) => answering(200, JSON.stringify('x'.repeat(length - 2)));
    const longest = await replyTo(ofLength(256 * 1024));
    assert.equal(longest.kind === 'answer' && typeof longest.body, 'string');
    assert.deepEqual(await replyTo(ofLength(256 * 1024 + 1)), { ...noBody, status: 200 });
  });

  it('stops reading a body that has no end', async () => {
    let hungUp: Promise<unknown> | undefined;
    const reply = await replyTo((response) => {
      hungUp = new Promise((resolve) => response.once('close', () => resolve(undefined)));
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(16_384)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    assert.deepEqual(reply, { ...noBody, status: 200 });
    await hungUp;
  });

  for (const [what, head, reply] of [
    ['an answer that never comes', undefined, { kind: 'lost' }],
    ['a success that drips', 200, { kind: 'lost' }],
    ['a refusal that drips', 401, { ...noBody, status: 401 }],
  ] as const) {
    it(`waits 15 seconds for ${what}, and hangs up (transport C.31, C.49)`, async () => {
      let hungUp: Promise<unknown> | undefined;
      const got = await pastTheLimit((jump) => {
        const drip: Answer = (response) => {
          hungUp = new Promise((resolve) => response.once('close', () => resolve(undefined)));
          if (head === undefined) return jump();
          response.writeHead(head, { 'Content-Type': 'application/json' }).write('{"data":');
        };
        const platform = nodePlatform();
        const watched: Platform = {
          ...platform,
          fetch: async (url, init) => {
            const response = await platform.fetch(url, init);
            // By then the room is reading the body.
            setImmediate(jump);
            return response;
          },
        };
        const { signal } = new AbortController();
        return serving([drip], ({ url }) => request(url, OPERATION, 'token', watched, signal));
      });
      assert.deepEqual(got, reply);
      await hungUp;
    });
  }

  it('lets an answer alone that it has read to its end, so that no browser calls it failed', async () => {
    const noted: RequestInit[] = [];
    await serving([answering(200, {})], ({ url }) => send(url, noted));
    await serving([answering(200, '', { 'Content-Type': 'text/html' })], ({ url }) =>
      send(url, noted),
    );
    assert.deepEqual(
      noted.map(({ signal }) => signal?.aborted),
      [false, true],
    );
  });

  it('is unsent when it can’t even be written', async () => {
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

  it('is unsent without a network, unless the service is on this machine', async () => {
    const offline: Platform = { ...nodePlatform(), online: () => false };
    const { signal } = new AbortController();
    const away = new URL('https://service.invalid/graphql');
    assert.deepEqual(await request(away, OPERATION, 'token', offline, signal), { kind: 'unsent' });
    await serving([answering(200, {})], async ({ url }) => {
      const reply = await request(url, OPERATION, 'token', offline, signal);
      assert.equal(reply.kind, 'answer');
    });
  });

  it('is aborted at once by its signal, before and while it is out (transport C.32)', async () => {
    const gone = AbortSignal.abort();
    assert.deepEqual(await request(NOWHERE, OPERATION, 'token', nodePlatform(), gone), {
      kind: 'aborted',
    });
    const controller = new AbortController();
    const reply = await serving([() => controller.abort()], ({ url }) =>
      request(url, OPERATION, 'token', nodePlatform(), controller.signal),
    );
    assert.deepEqual(reply, { kind: 'aborted' });
  });
});
