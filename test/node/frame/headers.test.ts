import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../../src/isolated/page/config.js';
import { frameHeaders, metaPolicy, type Header } from '../../../src/node/frame/headers.js';
import {
  apacheHeaders,
  caddyHeaders,
  cloudfrontJson,
  firebaseJson,
  headersFile,
  nginxHeaders,
  vercelJson,
} from '../../../src/node/frame/host-files.js';
import { readHeadersFile } from './static-host.js';

const CONFIG = readConfig({
  parents: ['https://portal.example.com', 'https://cards.example.com:8443'],
  endpoints: [
    'https://api.example.com/graphql',
    'https://api.example.com/v2',
    'http://127.0.0.1:4400/graphql',
  ],
})!;

const HASH = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K';
const HEADERS = frameHeaders(CONFIG, HASH);

describe('the headers of the frame page', () => {
  it('limit which script runs, what the page may do, who may embed it and what it may connect to', () => {
    assert.deepEqual(Object.fromEntries(HEADERS), {
      'Content-Security-Policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; worker-src 'none'; " +
        "require-trusted-types-for 'script'; trusted-types lit-html; " +
        `script-src '${HASH}'; ` +
        'connect-src https://api.example.com http://127.0.0.1:4400; ' +
        'frame-ancestors https://portal.example.com https://cards.example.com:8443',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Origin-Agent-Cluster': '?1',
      'Permissions-Policy':
        'camera=(), clipboard-read=(), clipboard-write=(), display-capture=(), geolocation=(), microphone=()',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    });
  });

  it('are in the page too, except those that only a header can set', () => {
    const [, inHeader = ''] = HEADERS[0] ?? [];
    assert.equal(metaPolicy(CONFIG, HASH), inHeader.replace(/; frame-ancestors .*/, ''));
  });
});

/** Reads nginx's directives. Refuses values with a quote, a variable or an escape. */
function readNginx(text: string): readonly Header[] {
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [, name, value] = /^add_header ([\w-]+) "([^"$\\]+)" always;$/.exec(line) ?? [];
      assert.ok(name && value, line);
      return [name, value];
    });
}

/** Reads Apache's directives. Refuses values with a quote, a variable, a format or an escape. */
function readApache(text: string): readonly Header[] {
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [, name, value] = /^Header always set ([\w-]+) "([^"$%\\]+)"$/.exec(line) ?? [];
      assert.ok(name && value, line);
      return [name, value];
    });
}

/** Reads a Caddyfile's `header` block. Refuses placeholders, and names with an operator. */
function readCaddy(text: string): readonly Header[] {
  const [, block = ''] = /^header \{\n([^{}]*)\}\n$/.exec(text) ?? [];
  return block
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name, value] = /^\t([A-Z][\w-]*) "([^"\\`]+)"$/.exec(line) ?? [];
      assert.ok(name && value, line);
      return [name, value];
    });
}

function readPairs(pairs: readonly { key: string; value: string }[]): readonly Header[] {
  return pairs.map(({ key, value }) => [key, value]);
}

describe('the header file of each host', () => {
  it('sets every header for every file on Netlify and Cloudflare Pages', () => {
    const rules = readHeadersFile(headersFile(HEADERS));
    assert.equal(rules.length, 1);
    assert.deepEqual(rules[0]?.headers, HEADERS);
    for (const path of ['/', '/index.html', '/frame.js.map', '/a/b.js', '/missing']) {
      assert.ok(rules[0].matches(path), path);
    }
  });

  it('sets every header for every answer in nginx', () => {
    assert.deepEqual(readNginx(nginxHeaders(HEADERS)), HEADERS);
  });

  it('sets every header for every answer in Apache', () => {
    assert.deepEqual(readApache(apacheHeaders(HEADERS)), HEADERS);
  });

  it('sets every header in CloudFront, within its limits', () => {
    const { SecurityHeadersConfig, CustomHeadersConfig, ...more } = JSON.parse(
      cloudfrontJson(HEADERS),
    );
    assert.deepEqual(more, { Name: 'set-card-pin-frame' });
    const { ContentSecurityPolicy, ReferrerPolicy, ContentTypeOptions } = SecurityHeadersConfig;
    const { Items, Quantity } = CustomHeadersConfig;
    const all = [ContentSecurityPolicy, ReferrerPolicy, ContentTypeOptions, ...Items];
    for (const { Override } of all) assert.equal(Override, true);
    const set: Header[] = [
      ['Content-Security-Policy', ContentSecurityPolicy.ContentSecurityPolicy],
      ['Referrer-Policy', ReferrerPolicy.ReferrerPolicy],
      ['X-Content-Type-Options', 'nosniff'],
      ...(Items as { Header: string; Value: string }[]).map(({ Header, Value }): Header => [
        Header,
        Value,
      ]),
    ];
    assert.deepEqual(set.sort(), [...HEADERS].sort());
    assert.equal(Quantity, Items.length);
    assert.ok(Quantity <= 10);
    for (const [, value] of set) assert.ok(value.length <= 1783, value);
  });

  it('sets every header in Caddy', () => {
    assert.deepEqual(readCaddy(caddyHeaders(HEADERS)), HEADERS);
  });

  it('sets every header for every file on Vercel', () => {
    const { outputDirectory, headers } = JSON.parse(vercelJson(HEADERS, 'public'));
    assert.equal(outputDirectory, 'public');
    assert.equal(headers.length, 1);
    assert.equal(headers[0].source, '/(.*)');
    assert.deepEqual(readPairs(headers[0].headers), HEADERS);
  });

  it('sets every header for every file on Firebase', () => {
    const { hosting } = JSON.parse(firebaseJson(HEADERS, 'public'));
    assert.equal(hosting.public, 'public');
    assert.equal(hosting.headers.length, 1);
    assert.equal(hosting.headers[0].source, '**');
    assert.deepEqual(readPairs(hosting.headers[0].headers), HEADERS);
  });
});
