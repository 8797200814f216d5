import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, type TestContext } from 'node:test';
import { PROJECT } from '../../tools/project.js';
import { tabIntoFormAndSetPin } from '../leaks/cardholder.js';
import { it, usePortal } from '../leaks/portal-page.js';

/** The addresses in the policies of docs/content-security-policy.md. */
const SERVICE = 'https://api.example.com';
const FRAME = 'https://pin.example.com';

type Mode = 'inline' | 'isolated';

const PIN = '4826';

const ISOLATED_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

describe('a strict policy', () => {
  const portal = usePortal();
  let policies: ReadonlyMap<string, string>;
  before(async () => {
    const page = join(PROJECT, 'docs', 'content-security-policy.md');
    policies = readPolicies(await readFile(page, 'utf8'));
  });

  /**
   * Opens a page with the policy of its mode.
   *
   * @param options.isBare - Whether the host of the frame page sends no policy.
   */
  const open = async (test: TestContext, mode: Mode, { headers = {}, isBare = false } = {}) => {
    const { endpoint } = portal().servers;
    const more = isBare ? { 'Content-Security-Policy': '' } : {};
    const { url } = portal().servers.frameFolder({}, undefined, more);
    const policy = policies
      .get(mode)
      ?.replace(SERVICE, new URL(endpoint).origin)
      .replace(FRAME, new URL(url).origin);
    assert.ok(policy, `docs/content-security-policy.md has no policy for ${mode}.`);
    const profile = await portal().newProfile(test);
    /** Console messages and errors of all frames, with a message for each violation. */
    const messages: string[] = [];
    profile.on('console', (message) => messages.push(message.text()));
    profile.on('weberror', (webError) => messages.push(String(webError.error())));
    await profile.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        console.log(`violation of ${effectiveDirective}: ${blockedURI}`);
      });
    });
    const opened = await portal().open(profile, {
      mode,
      headers: { ...headers, 'Content-Security-Policy': policy },
      before: `document.documentElement.style.setProperty('--set-card-pin-accent', '#00664f')`,
      frameSrc: mode === 'isolated' ? url : undefined,
    });
    /**
     * Waits for a message, and returns the violations until then. Each is returned once, because
     * two policies of a page may forbid the same.
     */
    const violations = async (last: string): Promise<string[]> => {
      if (!messages.includes(last))
        await profile.waitForEvent('console', (message) => message.text() === last);
      return [...new Set(messages.filter((text) => text.startsWith('violation')))];
    };
    return { opened, messages, violations, framed: opened.frame ?? opened.page };
  };

  /** Does two things that our policies forbid. */
  const violate = (): void => {
    document.body.setAttribute('style', 'color: red');
    try {
      document.createElement('p').innerHTML = '<b>text</b>';
    } catch {
      // Trusted Types make the assignment throw.
    }
  };

  const VIOLATIONS = [
    'violation of style-src-attr: inline',
    'violation of require-trusted-types-for: trusted-types-sink',
  ];

  for (const [title, mode, options] of [
    ['inline, cross-origin isolated', 'inline', { headers: ISOLATED_HEADERS }],
    ['isolated, cross-origin isolated', 'isolated', { headers: ISOLATED_HEADERS }],
    // The policy is also in the document of the frame page.
    ['isolated, from a host that sends no policy', 'isolated', { isBare: true }],
  ] as const)
    it(`lets the element set a PIN without a violation, and reports what it forbids: ${title}`, async (test) => {
      const { opened, messages, violations, framed } = await open(test, mode, options);
      await tabIntoFormAndSetPin(opened, PIN);
      assert.equal(await opened.evaluate('ended'), undefined);
      assert.ok(await opened.published.isPin(PIN));
      assert.deepEqual(messages, []);
      assert.equal(await opened.evaluate('crossOriginIsolated'), 'headers' in options);
      await framed.evaluate(violate);
      assert.deepEqual(await violations(VIOLATIONS[1]!), VIOLATIONS);
    });

  for (const isBare of [false, true])
    it(`lets the frame page connect only to its endpoints’ origins${isBare ? ', even without headers' : ''}`, async (test) => {
      const { violations, framed } = await open(test, 'isolated', { isBare });
      const post = (url: string): Promise<string> =>
        framed.evaluate(
          (target) => fetch(target, { method: 'POST' }).then(({ type }) => type, String),
          url,
        );
      const { test: allowed, live } = portal().servers.service.sandbox;
      assert.equal(await post(allowed.url), 'cors');
      assert.match(await post(live.url), /TypeError/);
      const violation = `violation of connect-src: ${live.url}`;
      assert.deepEqual(await violations(violation), [violation]);
    });
});

/** Returns the policies in a page of the documentation, by the mode named above each one. */
function readPolicies(text: string): ReadonlyMap<string, string> {
  const blocks = text.matchAll(/^(\w+):\n\n```http\nContent-Security-Policy: (.+)\n```$/gm);
  return new Map([...blocks].map(([, mode = '', policy = '']) => [mode.toLowerCase(), policy]));
}
