import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { check } from '../../../src/node/frame/check.js';
import { createFrameServer, type Header } from '../../../src/node/frame/frame-files.js';
import { headersFile } from '../../../src/node/frame/hosts.js';
import {
  addressOf,
  createLoopbackServer,
  listen,
  stop,
} from '../../../src/node/loopback-server.js';
import { writeFiles } from '../../support/builds.js';
import { CONFIG, PREPARED } from './page.js';
import { startStaticHost, type Change } from './static-host.js';

const { files: FILES, headers: HEADERS } = PREPARED;

const [PARENT = ''] = CONFIG.parents;

describe('the check of a served frame page', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-check-'));
    const texts = [...FILES].map(([path, content]) => [path, String(content)] as const);
    await writeFiles(folder, new Map([...texts, ['_headers', headersFile(HEADERS)]]));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Serves the files with changed answers, and returns what the check reports. */
  async function reportsOn(change: Change): Promise<readonly string[]> {
    const host = await startStaticHost(folder, change);
    try {
      const reports = await check(new URL(host.url), PREPARED, PARENT);
      return reports.map((text) => text.replace(host.url, 'URL/'));
    } finally {
      await host.close();
    }
  }

  /** Returns what the check reports if the answer for one path is changed. */
  function reportsOnPath(path: string, change: Change): Promise<readonly string[]> {
    return reportsOn((requested, answer, asked) =>
      requested === path ? change(requested, answer, asked) : answer,
    );
  }

  /** Returns what the check reports on a server of the document. */
  async function reportsOnServer(server: Server): Promise<readonly string[]> {
    await listen(server, 0);
    const url = `${addressOf(server)}/`;
    const files = new Map([...FILES].filter(([name]) => name === 'index.html'));
    try {
      const reports = await check(new URL(url), { files, headers: HEADERS }, PARENT);
      return reports.map((text) => text.replace(url, 'URL/'));
    } finally {
      await stop(server);
    }
  }

  const withHeaders =
    (...more: readonly Header[]): Change =>
    (_path, answer) => ({ ...answer, headers: [...answer.headers, ...more] });

  const withHeaderInstead =
    (name: string, value?: string): Change =>
    (_path, answer) => ({
      ...answer,
      headers: answer.headers.flatMap((each) =>
        each[0] !== name ? [each] : value === undefined ? [] : [[name, value] as const],
      ),
    });

  it('finds no difference if the folder is served with its headers', async () => {
    assert.deepEqual(await reportsOn((_path, answer) => answer), []);
  });

  for (const type of ['text/html', 'TEXT/HTML;charset="UTF-8"']) {
    it(`finds no difference if the document is served as ${type}`, async () => {
      assert.deepEqual(await reportsOnPath('/', withHeaderInstead('Content-Type', type)), []);
    });
  }

  it('finds no difference if the host compresses, and adds headers without effect', async () => {
    const encoders = { br: brotliCompressSync, gzip: gzipSync, deflate: deflateSync };
    for (const [encoding, encode] of Object.entries(encoders)) {
      let isUsed = false;
      const reports = await reportsOn((path, answer, asked) => {
        if (!asked['accept-encoding']?.split(', ').includes(encoding)) return answer;
        isUsed = true;
        return withHeaders(
          ['Content-Encoding', encoding],
          ['Vary', 'Accept-Encoding'],
          ['Strict-Transport-Security', 'max-age=63072000'],
        )(path, { ...answer, body: encode(answer.body) }, asked);
      });
      assert.deepEqual({ isUsed, reports }, { isUsed: true, reports: [] }, encoding);
    }
  });

  it('reports each missing header', async () => {
    assert.deepEqual(
      await reportsOnPath('/licences.md', (_path, answer) => ({ ...answer, headers: [] })),
      HEADERS.map(
        ([name, value]) => `URL/licences.md lacks the header ${name}. Expected:\n  ${value}`,
      ),
    );
  });

  it('reports a header that is sent twice, even with the same value', async () => {
    const [name, value] = HEADERS[0]!;
    assert.deepEqual(await reportsOnPath('/', withHeaders([name, value])), [
      `URL/ has the header ${name} 2 times:\n  ${value}\n  ${value}\nExpected:\n  ${value}`,
    ]);
  });

  for (const [name, value, expected] of [
    ['Referrer-Policy', 'origin', 'no-referrer'],
    ['Content-Type', 'text/plain', 'text/html; charset=utf-8'],
    ['Content-Type', 'text/html; charset=utf-16', 'text/html; charset=utf-8'],
  ] as const) {
    it(`reports the ${name} ${value}`, async () => {
      assert.deepEqual(await reportsOnPath('/', withHeaderInstead(name, value)), [
        `URL/ has the wrong ${name}:\n  ${value}\nExpected:\n  ${expected}`,
      ]);
    });
  }

  it('reports a document without a Content-Type', async () => {
    assert.deepEqual(await reportsOnPath('/', withHeaderInstead('Content-Type')), [
      'URL/ lacks the header Content-Type. Expected:\n  text/html; charset=utf-8',
    ]);
  });

  it('reports each header that has an effect on the frame page', async () => {
    const reports = 'makes the browser send reports about the frame page';
    const forbidden = [
      ['Refresh', '0; url=https://evil.example/', 'moves the frame to another page'],
      ['Location', 'https://evil.example/', 'moves the frame to another page'],
      ['Link', '<https://evil.example/>; rel=preload', 'makes the browser load other files'],
      ['Speculation-Rules', '"/rules.json"', 'makes the browser load other files'],
      ['Set-Cookie', 'a=b', 'stores a cookie'],
      ['NEL', '{"report_to":"a"}', reports],
      ['Report-To', '{"group":"a"}', reports],
      ['Reporting-Endpoints', 'a="/r"', reports],
      ['Content-Security-Policy-Report-Only', 'img-src *; report-uri /r', reports],
      ['Service-Worker-Allowed', '/', 'lets a service worker answer for the frame page'],
      ['SourceMap', 'https://evil.example/map', 'shows other sources in developer tools'],
      [
        'Origin-Trial',
        'token',
        'turns on features of the browser that the frame page is not tested with',
      ],
    ] as const;
    const headers = forbidden.map(([name, value]) => [name, value] as const);
    assert.deepEqual(
      await reportsOnPath('/', withHeaders(...headers)),
      forbidden.map(
        ([name, value, effect]) =>
          `URL/ has the header ${name.toLowerCase()}, which ${effect}. Remove it:\n  ${value}`,
      ),
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
      ({ referer }) => referer === `${PARENT}/`,
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
      const reports = await reportsOnPath('/', (path, answer, asked) => {
        if (!isChanged(asked)) return answer;
        const body = `${String(answer.body)}<script>`;
        return withHeaders(['Set-Cookie', 'a=b'])(path, { ...answer, body }, asked);
      });
      assert.deepEqual(reports, [
        `Asked ${askers}: URL/ is not the file that this command writes.`,
        `Asked ${askers}: URL/ has the header set-cookie, which stores a cookie. Remove it:\n  a=b`,
      ]);
    });
  }

  it('reports a header once, even if its value depends on the request', async () => {
    const reports = await reportsOnPath('/', (path, answer, asked) => {
      const value = asked['user-agent'] ?? asked['accept-encoding'] ?? 'a=b';
      return withHeaders(['Set-Cookie', value])(path, answer, asked);
    });
    assert.deepEqual(reports, [
      'URL/ has the header set-cookie, which stores a cookie. Remove it:\n  a=b',
    ]);
  });

  it('reports a header of early hints', async () => {
    const server = createFrameServer(PREPARED);
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
      response.writeEarlyHints({ link: '</x.js>; rel=preload' }),
    );
    assert.deepEqual(await reportsOnServer(server), [
      'URL/ has the header link, which makes the browser load other files. Remove it:\n  </x.js>; rel=preload',
    ]);
  });

  it('reports a body without an end', async () => {
    const server = createLoopbackServer((_request, response) => {
      response.setHeaders(new Map([...HEADERS, ['Content-Type', 'text/html']]));
      response.write(Buffer.alloc(3_000_000));
    });
    assert.deepEqual(await reportsOnServer(server), [
      'URL/ is not the file that this command writes.',
    ]);
  });

  for (const [title, change] of [
    ['a body that it can’t decode', withHeaders(['Content-Encoding', 'br'])],
    ['a changed file', (_path, answer) => ({ ...answer, body: 'void 1;\n' })],
  ] as const satisfies readonly (readonly [string, Change])[]) {
    it(`reports ${title}`, async () => {
      assert.deepEqual(await reportsOnPath('/licences.md', change), [
        'URL/licences.md is not the file that this command writes.',
      ]);
    });
  }

  it('reports an address that answers with a redirect or an error', async () => {
    const reports = await reportsOn((path, answer) =>
      path === '/'
        ? { ...answer, status: 302, headers: [['Location', '/elsewhere']] }
        : { ...answer, status: 404 },
    );
    assert.deepEqual(reports, [
      'URL/licences.md answers 404 instead of 200.',
      'URL/ answers 302 instead of 200. It redirects to:\n  /elsewhere',
    ]);
  });
});
