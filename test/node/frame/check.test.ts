import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import zlib from 'node:zlib';
import { check } from '../../../src/node/frame/check.js';
import type { Header } from '../../../src/node/frame/frame-files.js';
import { headersFile } from '../../../src/node/frame/hosts.js';
import { writeFiles } from '../../support/builds.js';
import { CONFIG, PREPARED_WITH_FONT } from './page.js';
import { startStaticHost, type Change } from './static-host.js';

const { files: FILES, headers: HEADERS } = PREPARED_WITH_FONT;

const { brotliCompressSync: br, deflateSync: deflate, gzipSync: gzip } = zlib;
/** Node 20 has no zstd. */
const { zstdCompressSync: zstd } = zlib as { zstdCompressSync?: typeof gzip };

const [PARENT = ''] = CONFIG.parents;

const headersOf = (...lines: readonly string[]): readonly Header[] =>
  lines.map((line) => /^(.*?): (.*)$/.exec(line)!.slice(1) as [string, string]);

/** Headers that hosts add to static files. */
const USUAL = headersOf(
  ...['Server: nginx', 'ETag: "1-2"', 'Expires: 0', 'Upgrade: h2,h2c', 'Vary: Accept-Encoding'],
  ...['Age: 7', 'X-Cache: Hit from cloudfront', 'X-NF-Request-Id: a', 'CF-Ray: a-FRA'],
  ...['Cache-Status: "Netlify Edge"; hit', 'Alt-Svc: h3=":443"; ma=2592000'],
  ...['Access-Control-Allow-Origin: *', 'Strict-Transport-Security: max-age=63072000'],
  'Content-Disposition: inline; filename="index.html"',
);

/** Headers that browsers may act on. */
const OTHERS = headersOf(
  ...['Set-Cookie: a=b', 'Refresh: 0; url=https://evil.example/', 'Unheard-Of: 1'],
  ...['Location: https://evil.example/', 'Link: <https://evil.example/>; rel=preload'],
  ...['SourceMap: https://evil.example/map', 'X-SourceMap: https://evil.example/map'],
  ...['X-DNS-Prefetch-Control: on', 'Alt-Svc: h3=":443"; ma=86400, h3="evil.example:443"'],
  'Content-Security-Policy-Report-Only: img-src *; report-uri /r',
  'Content-Disposition: attachment; filename="inline"',
  // Nobody asked for it.
  'Content-Encoding: compress',
);

const otherHeader = (name: string, value: string): string =>
  `the header ${name.toLowerCase()}, which browsers may act on. Remove it:\n  ${value}`;

describe('the check of a served frame page', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-check-'));
    const headers = Buffer.from(headersFile(HEADERS));
    await writeFiles(folder, new Map([...FILES, ['_headers', headers]]));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Serves the files with changed answers, and returns what the check reports. */
  async function reportsOn(change: Change): Promise<readonly string[]> {
    const host = await startStaticHost(folder, change);
    try {
      const reports = await check(new URL(host.url), PREPARED_WITH_FONT, PARENT);
      return reports.map((text) => text.replace(host.url, 'URL/'));
    } finally {
      await host.close();
    }
  }

  /** Returns what the check reports if the answer for one path is changed. */
  function reportsOnPath(path: string, change: Change): Promise<readonly string[]> {
    return reportsOn((requested, answer, ...asked) =>
      requested === path ? change(requested, answer, ...asked) : answer,
    );
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

  it('finds no difference in the folder with its headers and those that hosts add, nor in another spelling of the type', async () => {
    assert.deepEqual(await reportsOn(withHeaders(...USUAL)), []);
    const spelling = withHeaderInstead('Content-Type', 'TEXT/HTML;charset="UTF-8"');
    assert.deepEqual(await reportsOnPath('/', spelling), []);
  });

  it('finds no difference if the host compresses', async () => {
    for (const [encoding, encode] of Object.entries({ br, gzip, deflate, ...(zstd && { zstd }) })) {
      let isUsed = false;
      const reports = await reportsOn((path, answer, asked, query) => {
        if (!asked['accept-encoding']?.split(', ').includes(encoding)) return answer;
        isUsed = true;
        return withHeaders(['Content-Encoding', encoding], ['Vary', 'Accept-Encoding'])(
          path,
          { ...answer, body: encode(answer.body) },
          asked,
          query,
        );
      });
      assert.deepEqual({ isUsed, reports }, { isUsed: true, reports: [] }, encoding);
    }
  });

  it('reports each missing header', async () => {
    const reports = await reportsOnPath('/licences.md', (_path, answer) => ({
      ...answer,
      headers: [],
    }));
    const lacks = (name: string) => `URL/licences.md lacks the header ${name}. Expected:\n  `;
    assert.deepEqual(
      reports,
      HEADERS.map(([name, value]) => lacks(name) + value),
    );
  });

  it('reports a header that is sent twice, even with the same value', async () => {
    const [name, value] = HEADERS[0]!;
    assert.deepEqual(await reportsOnPath('/', withHeaders([name, value])), [
      `URL/ has the wrong ${name}:\n  ${value}, ${value}\nExpected:\n  ${value}`,
    ]);
  });

  for (const [path, name, value, expected] of [
    ['/', 'Referrer-Policy', 'origin', 'no-referrer'],
    ['/', 'Content-Type', 'text/html; charset=utf-16', 'text/html; charset=utf-8'],
    ['/brand.woff2', 'Content-Type', 'text/html', 'font/woff2'],
    ['/', 'Content-Type', undefined, 'text/html; charset=utf-8'],
  ] as const) {
    it(`reports the ${name} ${value} of ${path}`, async () => {
      const fault =
        value === undefined ? `lacks the header ${name}. ` : `has the wrong ${name}:\n  ${value}\n`;
      assert.deepEqual(await reportsOnPath(path, withHeaderInstead(name, value)), [
        `URL${path} ${fault}Expected:\n  ${expected}`,
      ]);
    });
  }

  it('reports every other header', async () => {
    assert.deepEqual(
      [...(await reportsOnPath('/', withHeaders(...OTHERS)))].sort(),
      OTHERS.map(([name, value]) => `URL/ has ${otherHeader(name, value)}`).sort(),
    );
  });

  for (const [condition, isChanged, asker] of [
    ['a frame asks', (asked) => asked['sec-fetch-dest'] === 'iframe', 'as a browser'],
    ['Chrome asks', (asked) => /Chrome/.test(asked['user-agent'] ?? ''), 'as a browser'],
    ['a parent embeds it', ({ referer }) => referer === `${PARENT}/`, 'as a browser'],
    ['the element loads it again', (_asked, query) => /^\?again=\d+$/.test(query), 'with ?again='],
  ] as const satisfies readonly (readonly [
    string,
    (asked: IncomingHttpHeaders, query: string) => boolean,
    string,
  ])[]) {
    it(`reports other bytes and other headers if ${condition}`, async () => {
      const reports = await reportsOnPath('/', (path, answer, asked, query) => {
        if (!isChanged(asked, query)) return answer;
        const body = `${String(answer.body)}<script>`;
        return withHeaders(['Set-Cookie', 'a=b'])(path, { ...answer, body }, asked, query);
      });
      assert.deepEqual(reports, [
        `Asked ${asker}: URL/ is not the file that this command writes.`,
        `Asked ${asker}: URL/ has ${otherHeader('set-cookie', 'a=b')}`,
      ]);
    });
  }

  it('reports a header once, even if its value depends on the request', async () => {
    const reports = await reportsOnPath('/', (path, answer, asked, query) => {
      const value = asked['user-agent']!;
      return withHeaders(['Set-Cookie', value])(path, answer, asked, query);
    });
    assert.deepEqual(reports, [`URL/ has ${otherHeader('set-cookie', 'node')}`]);
  });

  it('reports a changed file, and a body that it can’t decode or that is cut', async () => {
    const changed: Change = (_path, answer) => ({ ...answer, body: 'void 1;\n' });
    const unreadable = 'sends an answer that is incomplete or can’t be decoded.';
    for (const [change, fault] of [
      [withHeaders(['Content-Encoding', 'gzip']), unreadable],
      [withHeaders(['Content-Length', '999'], ['Connection', 'close']), unreadable],
      [changed, 'is not the file that this command writes.'],
    ] as const satisfies readonly (readonly [Change, string])[])
      for (const name of ['licences.md', 'brand.woff2'])
        assert.deepEqual(await reportsOnPath(`/${name}`, change), [`URL/${name} ${fault}`]);
  });

  if (zstd)
    it('reports zstd that it has not asked for, or that the host does not name', async () => {
      for (const [headers, fault] of [
        [[['Content-Encoding', 'zstd']], 'sends an answer that is incomplete or can’t be decoded.'],
        [[], 'is not the file that this command writes.'],
      ] as const) {
        const reports = await reportsOn((path, answer, asked, query) => {
          const sent = { ...answer, body: zstd(answer.body) };
          return path === '/brand.woff2'
            ? withHeaders(...headers)(path, sent, asked, query)
            : answer;
        });
        assert.deepEqual(reports, [`URL/brand.woff2 ${fault}`]);
      }
    });

  it('reports an address that answers with a redirect or an error, without control characters', async () => {
    const reports = await reportsOn((path, answer) =>
      path === '/'
        ? { ...answer, status: 302, headers: [['Location', '/else\u009bwhere']] }
        : { ...answer, status: 404 },
    );
    assert.deepEqual(reports, [
      'URL/licences.md answers 404 instead of 200.',
      'URL/brand.woff2 answers 404 instead of 200.',
      'URL/ answers 302 instead of 200. It redirects to:\n  /elsewhere',
    ]);
  });
});
