import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { describe, it } from 'node:test';
import { brotliCompressSync as br, deflateSync as deflate, gzipSync as gzip } from 'node:zlib';
import { check } from '../../../src/node/frame/check.js';
import { contentType } from '../../../src/node/frame/frame-files.js';
import { serve } from '../../support/serve.js';
import { CONFIG, PREPARED_WITH_FONT } from './page.js';

const { files: FILES, headers: HEADERS } = PREPARED_WITH_FONT;

const [PARENT = ''] = CONFIG.parents;

/** Headers that hosts add to static files. */
const USUAL = {
  ...{ Server: 'nginx', Vary: 'Accept-Encoding', 'X-Cache': 'Hit from cloudfront', 'CF-Ray': 'a' },
  'Alt-Svc': 'h3=":443"; ma=2592000',
  'Access-Control-Allow-Origin': '*',
  'Strict-Transport-Security': 'max-age=63072000',
  'Content-Disposition': 'inline; filename="index.html"',
};

/** Headers that browsers may act on. */
const OTHERS = {
  'Set-Cookie': 'a=b',
  Refresh: '0; url=https://evil.example/',
  'Unheard-Of': '1',
  Link: '<https://evil.example/>; rel=preload',
  SourceMap: 'https://evil.example/map',
  'X-SourceMap': 'https://evil.example/map',
  'X-DNS-Prefetch-Control': 'on',
  'Alt-Svc': 'h3=":443"; ma=86400, h3="evil.example:443"',
  'Content-Security-Policy-Report-Only': 'img-src *; report-uri /r',
  'Content-Disposition': 'attachment; filename="inline"',
  // Nobody asked for it.
  'Content-Encoding': 'compress',
};

const otherHeader = (name: string, value: string): string =>
  `the header ${name.toLowerCase()}, which browsers may act on. Remove it:\n  ${value}`;

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
}

interface Asked {
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
}

/** Returns what differs from the right answer. */
type Change = (answer: Answer, asked: Asked) => Partial<Answer>;

const withHeaders =
  (more: OutgoingHttpHeaders): Change =>
  ({ headers }) => ({ headers: { ...headers, ...more } });

describe('the check of a served frame page', () => {
  /** Serves the files with changed answers, and returns what the check reports. */
  async function reportsOn(change: Change): Promise<readonly string[]> {
    const { url, close } = await serve((request, response) => {
      const { pathname: path, search: query } = new URL(request.url!, 'http://a');
      const name = path.slice(1) || 'index.html';
      const own = { ...Object.fromEntries(HEADERS), 'Content-Type': contentType(name) };
      const usual = { status: 200, headers: own, body: FILES.get(name)! };
      const changed = change(usual, { path, query, headers: request.headers });
      const { status, headers, body } = { ...usual, ...changed };
      const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
      response.writeHead(status, Object.fromEntries(sent)).end(body);
    });
    try {
      const reports = await check(new URL(`${url}/`), PREPARED_WITH_FONT, PARENT);
      return reports.map((text) => text.replace(url, 'URL'));
    } finally {
      await close();
    }
  }

  /** Returns what the check reports if the answer for one path is changed. */
  function reportsOnPath(path: string, change: Change): Promise<readonly string[]> {
    return reportsOn((answer, asked) => (asked.path === path ? change(answer, asked) : {}));
  }

  it('finds no difference in the right headers and those that hosts add, nor in another spelling of the type', async () => {
    assert.deepEqual(await reportsOn(withHeaders(USUAL)), []);
    const spelling = withHeaders({ 'Content-Type': 'TEXT/HTML;charset="UTF-8"' });
    assert.deepEqual(await reportsOnPath('/', spelling), []);
  });

  it('finds no difference if the host compresses', async () => {
    for (const [encoding, encode] of Object.entries({ br, gzip, deflate })) {
      let isUsed = false;
      const reports = await reportsOn(({ headers, body }, asked) => {
        if (!asked.headers['accept-encoding']?.split(', ').includes(encoding)) return {};
        isUsed = true;
        return { headers: { ...headers, 'Content-Encoding': encoding }, body: encode(body) };
      });
      assert.deepEqual({ isUsed, reports }, { isUsed: true, reports: [] }, encoding);
    }
  });

  it('reports each missing header', async () => {
    const reports = await reportsOnPath('/brand.woff2', () => ({ headers: {} }));
    const lacks = (name: string) => `URL/brand.woff2 lacks the header ${name}. Expected:\n  `;
    const all = [...HEADERS, ['Content-Type', 'font/woff2'] as const];
    assert.deepEqual(
      reports,
      all.map(([name, value]) => lacks(name) + value),
    );
  });

  it('reports each wrong header, also one that is sent twice', async () => {
    const [name, value] = HEADERS[0]!;
    for (const [header, sent, right] of [
      ['Content-Type', 'text/html; charset=utf-16', 'text/html; charset=utf-8'],
      [name, [value, value], value],
    ] as const) {
      const fault = `has the wrong ${header}:\n  ${[sent].flat().join(', ')}`;
      const change = withHeaders({ [header]: sent as string });
      assert.deepEqual(await reportsOnPath('/', change), [`URL/ ${fault}\nExpected:\n  ${right}`]);
    }
  });

  it('reports every other header', async () => {
    const reports = await reportsOnPath('/', withHeaders(OTHERS));
    const expected = Object.entries(OTHERS).map((header) => `URL/ has ${otherHeader(...header)}`);
    assert.deepEqual([...reports].sort(), expected.sort());
  });

  it('reports other bytes and other headers for browsers only', async () => {
    for (const [isChanged, asker] of [
      [({ headers }) => headers['sec-fetch-dest'] === 'iframe', 'as a browser'],
      [({ headers }) => /Chrome/.test(headers['user-agent'] ?? ''), 'as a browser'],
      [({ headers }) => headers.referer === `${PARENT}/`, 'as a browser'],
      // When the element loads it again.
      [({ query }) => /^\?again=\d+$/.test(query), 'with ?again='],
    ] as readonly [(asked: Asked) => boolean, string][]) {
      const reports = await reportsOnPath('/', ({ headers, body }, asked) =>
        isChanged(asked)
          ? { headers: { ...headers, 'Set-Cookie': 'a=b' }, body: `${String(body)}<script>` }
          : {},
      );
      assert.deepEqual(reports, [
        `Asked ${asker}: URL/ is not the file that this command writes.`,
        `Asked ${asker}: URL/ has ${otherHeader('set-cookie', 'a=b')}`,
      ]);
    }
  });

  it('reports a changed file, and a body that it can’t decode or that is cut', async () => {
    const unreadable = 'sends an answer that is incomplete or can’t be decoded.';
    const changed = 'is not the file that this command writes.';
    for (const [change, fault] of [
      [withHeaders({ 'Content-Encoding': 'gzip' }), unreadable],
      [withHeaders({ 'Content-Length': 999, Connection: 'close' }), unreadable],
      [() => ({ body: 'void 1;\n' }), changed],
    ] as readonly (readonly [Change, string])[])
      assert.deepEqual(await reportsOnPath('/brand.woff2', change), [`URL/brand.woff2 ${fault}`]);
  });

  it('reports an address that does not answer, or with a redirect or an error', async () => {
    const { url, close } = await serve(() => undefined);
    await close();
    const [report] = await check(new URL(`${url}/`), PREPARED_WITH_FONT, PARENT);
    assert.match(report!, /does not answer: .*ECONNREFUSED/);
    // The control character is dropped.
    const reports = await reportsOn((_answer, { path }) =>
      path === '/' ? { status: 302, headers: { Location: '/else\u009bwhere' } } : { status: 404 },
    );
    assert.deepEqual(reports, [
      'URL/licences.md answers 404 instead of 200.',
      'URL/brand.woff2 answers 404 instead of 200.',
      'URL/ answers 302 instead of 200. It redirects to:\n  /elsewhere',
    ]);
  });
});
