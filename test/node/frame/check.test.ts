import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { describe, it } from 'node:test';
import { brotliCompressSync as br, deflateSync as deflate, gzipSync as gzip } from 'node:zlib';
import { check } from '../../../src/node/frame/check.js';
import { contentType, prepareFrame } from '../../../src/node/frame/frame-files.js';
import { serve } from '../../support/serve.js';
import { CONFIG, FILES, PREPARED } from './page.js';

const { files, headers: HEADERS } = PREPARED;

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
}

/** Returns the changes to the correct response to a request. */
type Change = (answer: Answer, path: string, asked: IncomingHttpHeaders) => Partial<Answer>;

/** Changes the headers for one path, or for every path. */
const withHeaders =
  (changed: OutgoingHttpHeaders, only?: string): Change =>
  ({ headers }, path) =>
    only === undefined || path === only ? { headers: { ...headers, ...changed } } : {};

/** Changes the body for one path. */
const withBody =
  (path: string, body: string | Buffer): Change =>
  (_, asked) =>
    asked === path ? { body } : {};

const OTHER = 'https://other.example.com';
const OTHERS = prepareFrame(FILES, { parents: [OTHER], endpoints: [OTHER] });
const DOCUMENT = String(files.get('index.html'));
const [[POLICY_NAME = '', POLICY = ''] = []] = HEADERS;
const ALL = 'index.html, licences.md, brand.woff2';
const NONE = Object.fromEntries(HEADERS.map(([name]) => [name, undefined]));
const MISSING = HEADERS.map(([name]) => `${name} is missing from ${ALL}.`);
const CAUSES = /^Usual causes .* the include is missing .* nginx was not reloaded\.$/;

/** Ways in which a served frame page may differ, and the reports. */
const DIFFERENCES: readonly (readonly [string, Change, ...(string | RegExp)[]])[] = [
  [
    'headers that hosts add or spell differently',
    withHeaders({ Server: 'nginx', ETag: '"a"', 'Content-Type': 'TEXT/HTML;charset="UTF-8"' }, '/'),
  ],
  [
    'another package version',
    withBody('/', DOCUMENT.replace('set-card-pin 1.2.3', 'set-card-pin 1.1.0')),
    'index.html is version 1.1.0, and you have 1.2.3.',
  ],
  [
    'each part of the configuration that differs',
    withBody('/', OTHERS.files.get('index.html')!),
    `index.html has different parents:\n  ["${OTHER}"]\nExpected:\n  ${JSON.stringify(CONFIG.parents)}`,
    `index.html has different endpoints:\n  ["${OTHER}"]\nExpected:\n  ${JSON.stringify(CONFIG.endpoints)}`,
    `index.html has different fonts:\n  undefined\nExpected:\n  ${JSON.stringify(CONFIG.fonts)}`,
  ],
  [
    'a script that the host adds for browsers',
    ({ body }, path, asked) =>
      path === '/' && asked['sec-fetch-dest'] === 'iframe' && /Chrome/.test(asked['user-agent']!)
        ? { body: `${String(body)}<script>` }
        : {},
    /^index\.html differs from/,
  ],
  ['a different font', withBody('/brand.woff2', 'wOF2'), /^brand\.woff2 differs from/],
  ['missing headers', withHeaders(NONE), ...MISSING, CAUSES],
  [
    'a header that is sent twice',
    withHeaders({ [POLICY_NAME]: [POLICY, POLICY] }),
    `${POLICY_NAME} is wrong for ${ALL}:\n  ${POLICY}, ${POLICY}\nExpected:\n  ${POLICY}`,
    CAUSES,
  ],
  [
    'wrong media types',
    withHeaders({ 'Content-Type': 'text/html; charset=utf-16' }),
    'Content-Type is wrong for index.html, brand.woff2:\n  text/html; charset=utf-16\nExpected:\n  text/html; charset=utf-8',
    CAUSES,
  ],
  [
    'headers that browsers act on',
    withHeaders({ 'Set-Cookie': 'a=secret', Refresh: '9', Link: '</a>; rel=preload' }, '/'),
    'Set-Cookie is sent with index.html. Remove it.',
    'Refresh is sent with index.html. Remove it.',
    'Link is sent with index.html. Remove it.',
  ],
  [
    'a redirect and missing files',
    (_, path) =>
      path === '/' ? { status: 302, headers: { Location: '/elsewhere' } } : { status: 404 },
    'URL/: the status is 302 instead of 200. It redirects to:\n  /elsewhere',
    'URL/licences.md: the status is 404 instead of 200.',
    'URL/brand.woff2: the status is 404 instead of 200.',
  ],
];

describe('set-card-pin frame --check', () => {
  /** Serves the files with changed responses, and returns the check's reports. */
  async function reportsOn(change: Change): Promise<readonly string[]> {
    const { url, close } = await serve((request, response) => {
      const { pathname: path } = new URL(request.url!, 'http://a');
      const name = path.slice(1) || 'index.html';
      const own = { ...Object.fromEntries(HEADERS), 'Content-Type': contentType(name) };
      const usual = { status: 200, headers: own, body: files.get(name)! };
      const { status, headers, body } = { ...usual, ...change(usual, path, request.headers) };
      const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
      response.writeHead(status, Object.fromEntries(sent)).end(body);
    });
    try {
      const reports = await check(new URL(`${url}/`), PREPARED);
      return reports.map((text) => text.replace(url, 'URL'));
    } finally {
      await close();
    }
  }

  for (const [title, change, ...expected] of DIFFERENCES)
    it(`reports ${expected.length === 0 ? 'no difference for ' : ''}${title}`, async () => {
      const reports = await reportsOn(change);
      assert.equal(reports.length, expected.length, reports.join('\n'));
      for (const [index, report] of expected.entries()) {
        if (typeof report === 'string') assert.equal(reports[index], report);
        else assert.match(reports[index]!, report);
      }
    });

  it('reports no difference if the host compresses the files', async () => {
    for (const [encoding, encode] of Object.entries({ br, gzip, deflate })) {
      let isUsed = false;
      const reports = await reportsOn(({ headers, body }, _, asked) => {
        if (!asked['accept-encoding']?.split(', ').includes(encoding)) return {};
        isUsed = true;
        return { headers: { ...headers, 'Content-Encoding': encoding }, body: encode(body) };
      });
      assert.deepEqual({ isUsed, reports }, { isUsed: true, reports: [] }, encoding);
    }
  });

  it('reports a host that can’t be reached', async () => {
    const { url, close } = await serve(() => undefined);
    await close();
    const [report] = await check(new URL(`${url}/`), PREPARED);
    assert.match(report!, /can’t be read: .*ECONNREFUSED/);
  });
});
