import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { check } from '../../../src/node/frame/check.js';
import { prepareFrame } from '../../../src/node/frame/frame-files.js';
import { createFrameServer } from '../../../src/node/frame/frame-server.js';
import type { Header } from '../../../src/node/frame/headers.js';
import { headersFile } from '../../../src/node/frame/host-files.js';
import {
  addressOf,
  createLoopbackServer,
  listen,
  stop,
} from '../../../src/node/loopback-server.js';
import { writeFiles } from '../../support/builds.js';
import { BUILT, CONFIG, PAGE, PREPARED } from './page.js';
import { startStaticHost, type Change } from './static-host.js';

const { files: FILES, headers: HEADERS } = PREPARED;

describe('the check of a served frame page', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-check-'));
    const texts = [...FILES].map(([path, content]) => [path, String(content)] as const);
    await writeFiles(folder, new Map([...texts, ['_headers', headersFile(HEADERS)]]));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Serves the files with changed answers, and returns what the check reports. */
  async function reportsOn(
    change: Change,
    config = CONFIG,
  ): Promise<{ readonly reports: readonly string[]; readonly url: string }> {
    const host = await startStaticHost(folder, change);
    try {
      const { files, headers } = prepareFrame(BUILT, config);
      return { reports: await check(new URL(host.url), files, headers, config), url: host.url };
    } finally {
      await host.close();
    }
  }

  /** Expects these reports, and no other, if the answer for one path is changed. */
  async function assertReported(
    path: string,
    change: Change,
    ...expected: readonly string[]
  ): Promise<void> {
    const { reports, url } = await reportsOn((requested, answer, asked) =>
      requested === path ? change(requested, answer, asked) : answer,
    );
    const address = url.slice(0, -1) + path;
    assert.deepEqual(
      reports,
      expected.map((text) => text.replace('{url}', address)),
    );
  }

  const withHeader =
    (...header: Header): Change =>
    (_path, answer) => ({ ...answer, headers: [...answer.headers, header] });

  const withHeaderInstead =
    (...header: Header): Change =>
    (_path, answer) => ({
      ...answer,
      headers: answer.headers.map((each) => (each[0] === header[0] ? header : each)),
    });

  const withoutHeader =
    (name: string): Change =>
    (_path, answer) => ({
      ...answer,
      headers: answer.headers.filter(([each]) => each !== name),
    });

  it('finds no difference if the folder is served with its headers', async () => {
    assert.deepEqual((await reportsOn((_path, answer) => answer)).reports, []);
  });

  it('finds no difference if the host compresses, and adds headers without effect', async () => {
    const encoders = { br: brotliCompressSync, gzip: gzipSync, deflate: deflateSync };
    const used = new Set<string>();
    const { reports } = await reportsOn((_path, answer, asked) => {
      const accepted = (asked['accept-encoding'] ?? '').split(', ');
      for (const [encoding, encode] of Object.entries(encoders)) {
        if (!accepted.includes(encoding)) continue;
        used.add(encoding);
        return {
          ...answer,
          body: encode(answer.body),
          headers: [
            ...answer.headers,
            ['Content-Encoding', encoding],
            ['Vary', 'Accept-Encoding'],
            ['Strict-Transport-Security', 'max-age=63072000'],
          ],
        };
      }
      return answer;
    });
    assert.deepEqual(reports, []);
    assert.deepEqual([...used].sort(), ['br', 'gzip']);
  });

  for (const [name, value] of HEADERS) {
    it(`reports a missing ${name}`, async () => {
      await assertReported(
        '/page.css',
        withoutHeader(name),
        `{url} lacks the header ${name}. Expected:\n  ${value}`,
      );
    });
  }

  it('reports a header that is sent twice, even with the same value', async () => {
    const [name, value] = HEADERS[0]!;
    await assertReported(
      '/',
      withHeader(name, value),
      `{url} has the header ${name} 2 times:\n  ${value}\n  ${value}\nExpected:\n  ${value}`,
    );
  });

  it('reports a wrong header', async () => {
    await assertReported(
      '/',
      withHeaderInstead('Referrer-Policy', 'origin'),
      '{url} has the wrong Referrer-Policy:\n  origin\nExpected:\n  no-referrer',
    );
  });

  for (const [name, value, effect] of [
    ['Refresh', '0; url=https://evil.example/', 'moves the frame to another page'],
    ['Location', 'https://evil.example/', 'moves the frame to another page'],
    ['Link', '<https://evil.example/>; rel=preload', 'makes the browser load other files'],
    ['Speculation-Rules', '"/rules.json"', 'makes the browser load other files'],
    ['Set-Cookie', 'a=b', 'stores a cookie'],
    ['NEL', '{"report_to":"a"}', 'makes the browser send reports about the frame page'],
    ['Report-To', '{"group":"a"}', 'makes the browser send reports about the frame page'],
    ['Reporting-Endpoints', 'a="/r"', 'makes the browser send reports about the frame page'],
    [
      'Content-Security-Policy-Report-Only',
      'img-src *; report-uri /r',
      'makes the browser send reports about the frame page',
    ],
    ['Service-Worker-Allowed', '/', 'lets a service worker answer for the frame page'],
    ['SourceMap', 'https://evil.example/map', 'shows other sources in developer tools'],
    [
      'Origin-Trial',
      'token',
      'turns on features of the browser that the frame page is not tested with',
    ],
  ] as const) {
    it(`reports ${name}, which ${effect}`, async () => {
      await assertReported(
        '/',
        withHeader(name, value),
        `{url} has the header ${name.toLowerCase()}, which ${effect}. Remove it:\n  ${value}`,
      );
    });
  }

  for (const [path, served, expected] of [
    ['/', 'text/plain', 'text/html'],
    ['/', 'text/html; charset=utf-16', 'text/html'],
    ['/assets/page.js', 'text/html', 'text/javascript'],
    ['/page.css', 'text/html', 'text/css'],
  ] as const) {
    it(`reports ${path} that is served as ${served}`, async () => {
      await assertReported(
        path,
        withHeaderInstead('Content-Type', served),
        `{url} has the wrong Content-Type:\n  ${served}\nExpected:\n  ${expected}; charset=utf-8`,
      );
    });
  }

  it('reports a missing Content-Type', async () => {
    await assertReported(
      '/assets/page.js',
      withoutHeader('Content-Type'),
      '{url} lacks the header Content-Type. Expected:\n  text/javascript; charset=utf-8',
    );
  });

  for (const [condition, isChanged, askers] of [
    ['a browser asks', ({ accept }) => accept !== undefined, 'as Chrome, as Firefox, as Safari'],
    [
      'a frame asks',
      (asked) => asked['sec-fetch-dest'] === 'iframe',
      'as Chrome, as Firefox, as Safari',
    ],
    ['Chrome asks', (asked) => /Chrome/.test(asked['user-agent'] ?? ''), 'as Chrome'],
    ['Firefox asks', (asked) => /Firefox/.test(asked['user-agent'] ?? ''), 'as Firefox'],
    ['Safari asks', (asked) => /Mobile.*Safari/.test(asked['user-agent'] ?? ''), 'as Safari'],
    [
      'a parent embeds it',
      ({ referer }) => referer === `${CONFIG.parents[0]}/`,
      'as Chrome, as Firefox, as Safari',
    ],
    ['only gzip is accepted', (asked) => asked['accept-encoding'] === 'gzip', 'for gzip'],
    ['only br is accepted', (asked) => asked['accept-encoding'] === 'br', 'for br'],
  ] as const satisfies readonly (readonly [
    string,
    (asked: IncomingHttpHeaders) => boolean,
    string,
  ])[]) {
    it(`reports other bytes and other headers if ${condition}`, async () => {
      await assertReported(
        '/',
        (path, answer, asked) =>
          isChanged(asked)
            ? withHeader('Set-Cookie', 'a=b')(
                path,
                { ...answer, body: `${String(answer.body)}<script>` },
                asked,
              )
            : answer,
        `Asked ${askers}: {url} is not the file that this command writes.`,
        `Asked ${askers}: {url} has the header set-cookie, which stores a cookie. Remove it:\n  a=b`,
      );
    });
  }

  it('reports a header once, even if its value depends on the request', async () => {
    await assertReported(
      '/',
      (path, answer, asked) =>
        withHeader('Set-Cookie', asked['user-agent'] ?? asked['accept-encoding'] ?? 'a=b')(
          path,
          answer,
          asked,
        ),
      '{url} has the header set-cookie, which stores a cookie. Remove it:\n  a=b',
    );
  });

  it('reports a header of early hints', async () => {
    const server = createFrameServer(FILES, HEADERS);
    server.prependListener('request', ({ url }: IncomingMessage, response: ServerResponse) => {
      if (url === '/') response.writeEarlyHints({ link: '</x.js>; rel=preload' });
    });
    await listen(server, 0);
    const url = `${addressOf(server)}/`;
    const reports = await check(new URL(url), FILES, HEADERS, CONFIG);
    await stop(server);
    assert.deepEqual(reports, [
      `${url} has the header link, which makes the browser load other files. Remove it:\n  </x.js>; rel=preload`,
    ]);
  });

  it('reports a body that it can’t decode', async () => {
    await assertReported(
      '/page.css',
      withHeader('Content-Encoding', 'br'),
      '{url} is not the file that this command writes.',
    );
  });

  it('reports a body without an end', async () => {
    const server = createLoopbackServer((_request, response) => {
      response.setHeaders(new Map([...HEADERS, ['Content-Type', 'text/css']]));
      response.write(Buffer.alloc(3_000_000));
    });
    await listen(server, 0);
    const file = new URL('page.css', addressOf(server));
    const files = new Map([['page.css', Buffer.from(PAGE['page.css'])]]);
    const reports = await check(file, files, HEADERS, CONFIG);
    await stop(server);
    assert.deepEqual(reports, [`${file.href} is not the file that this command writes.`]);
  });

  it('reports a changed file', async () => {
    await assertReported(
      '/assets/page.js',
      (_path, answer) => ({ ...answer, body: 'void 1;\n' }),
      '{url} is not the file that this command writes.',
    );
  });

  it('reports the built document, which has neither a script nor a configuration', async () => {
    await assertReported(
      '/',
      (_path, answer) => ({ ...answer, body: PAGE['index.html'] }),
      '{url} is not the file that this command writes.',
    );
  });

  it('reports another configuration', async () => {
    const { reports, url } = await reportsOn((_path, answer) => answer, {
      ...CONFIG,
      endpoints: ['https://api.example.com/v2'],
    });
    assert.deepEqual(reports, [`${url} is not the file that this command writes.`]);
  });

  it('reports an address that answers with a redirect or an error', async () => {
    const { reports, url } = await reportsOn((path, answer) => {
      if (path === '/') return { ...answer, status: 302, headers: [['Location', '/elsewhere']] };
      return path === '/page.css' ? { ...answer, status: 404 } : answer;
    });
    assert.deepEqual(reports, [
      `${url}page.css answers 404 instead of 200.`,
      `${url} answers 302 instead of 200. It redirects to:\n  /elsewhere`,
    ]);
  });
});
