import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfigText } from '../../../src/isolated/config.js';
import { prepareFrame } from '../../../src/node/frame/frame-files.js';
import { headersFile, headersJson, nginxHeaders } from '../../../src/node/frame/hosts.js';
import { CONFIG, documentWith, FILES, PAGE, PREPARED } from './page.js';

const { files, headers } = PREPARED;

/**
 * The policy in the document. The hash of the script is from
 * `openssl dgst -sha384 -binary frame.js | openssl base64`.
 */
const POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; worker-src 'none'; " +
  "require-trusted-types-for 'script'; trusted-types set-card-pin; " +
  "script-src 'sha384-Rs8cuxMRwPpF7r/sRPQHn0jsfELmCyY4Oc6C/mkiINxVkUp632R9AEF+l3LYXfdn'; " +
  "connect-src https://api.example.com http://127.0.0.1:4400; font-src 'self'";

/** The document's text before and after its configuration and its script. */
const TAGS = /<script id="config" type="application\/json">|<\/script>/;

describe('the frame page’s document', () => {
  it('contains the built script, the configuration, and a policy that allows only this script', () => {
    assert.equal(
      String(files.get('index.html')),
      documentWith(POLICY, JSON.stringify(CONFIG), PAGE['frame.js']),
    );
    assert.deepEqual([...files.keys()].sort(), ['brand.woff2', 'index.html', 'licences.md']);
  });

  it('contains a configuration that the page can read, whatever characters are in it', () => {
    const config = {
      ...CONFIG,
      endpoints: ['https://api.example.com/?a=</script><!--&quot;$&"\\'],
    };
    const html = String(prepareFrame(FILES, config).files.get('index.html'));
    const [, text = '', ...others] = html.split(TAGS);
    assert.equal(others.length, 2);
    assert.deepEqual(JSON.parse(text), config);
    assert.deepEqual(readConfigText(text)?.parents, CONFIG.parents);
  });
});

describe('set-card-pin frame headers', () => {
  it('limits which script runs, what the page can do, who can embed it and what it can connect to', () => {
    assert.deepEqual(Object.fromEntries(headers), {
      'Content-Security-Policy': `${POLICY}; frame-ancestors https://portal.example.com https://cards.example.com:8443`,
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

  it('doesn’t allow fonts if the configuration lists none', () => {
    const { fonts: _, ...config } = CONFIG;
    const [name, policy] = headers[0]!;
    const without = [name, policy.replace("; font-src 'self'", '')];
    assert.deepEqual(prepareFrame(FILES, config).headers[0], without);
  });

  it('writes the headers to the files for hosts, with no quotes, variables or escapes in nginx’s values', () => {
    // Netlify and Cloudflare Pages read a path, and indented lines below 2,000 characters.
    const [path, ...indented] = headersFile(headers).trimEnd().split('\n');
    assert.equal(path, '/*');
    const entry = /^\s+([\w-]+): (\S.{1,1900})$/;
    assert.deepEqual(
      indented.map((line) => entry.exec(line)?.slice(1)),
      headers,
    );
    const json = [{ path: '/*', headers: Object.fromEntries(headers) }];
    assert.deepEqual(JSON.parse(headersJson(headers)), json);
    const pattern = /^add_header ([\w-]+) "([^"$\\]+)" always;$/;
    const lines = nginxHeaders(headers).trimEnd().split('\n');
    const read = lines.map((line) => pattern.exec(line)?.slice(1));
    assert.deepEqual(read, headers);
  });
});
