import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import { PROJECT } from '../../tools/project.js';
import { tabIntoFormAndSetPin } from '../leaks/cardholder.js';
import { it, usePortal } from '../leaks/portal-page.js';

/** The addresses in the policies of docs/content-security-policy.md. */
const SERVICE = 'https://api.example.com';
const FRAME = 'https://pin.example.com';

const PIN = '4826';

const ISOLATED_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Returns a mode's policy from docs/content-security-policy.md. */
function policyOf(mode: 'inline' | 'isolated'): string {
  const text = readFileSync(join(PROJECT, 'docs/content-security-policy.md'), 'utf8');
  const pattern = `^${mode}:\n\n\`\`\`http\nContent-Security-Policy: (.+)\n\`\`\`$`;
  const [, policy] = new RegExp(pattern, 'im').exec(text)!;
  return policy!;
}

const portal = usePortal();

describe('a strict policy', () => {
  /** Opens a page with its mode's policy. If it is bare, the frame page's host sends no policy. */
  const open = async (
    test: TestContext,
    mode: 'inline' | 'isolated',
    { headers = {}, isBare = false } = {},
  ) => {
    const { endpoint } = portal().servers;
    const more = isBare ? { 'Content-Security-Policy': '' } : {};
    const { url } = portal().servers.frameFolder({}, undefined, more);
    const policy = policyOf(mode)
      .replace(SERVICE, new URL(endpoint).origin)
      .replace(FRAME, new URL(url).origin);
    const profile = await portal().newProfile(test);
    /** All frames' console messages and errors, with a message for each violation. */
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
    /** Returns the violations until a message. A page's two policies may forbid the same thing. */
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
    // The frame page's document also contains the policy.
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

  it('lets the frame page connect only to its endpoints’ origins, even without headers', async (test) => {
    const { violations, framed } = await open(test, 'isolated', { isBare: true });
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

// `styles.inline.test.ts` tests that digits and bullets never have a page's font.
it('draws text with a frame page’s own font', async (test) => {
  const { servers } = portal();
  const fonts = [{ family: 'Brand Sans', file: 'brand.woff2', weight: '400 700' }];
  const { url: frameSrc } = servers.frameFolder({ fonts });
  const file = '@fontsource/noto-sans-mono/files/noto-sans-mono-latin-400-normal.woff2';
  const body = readFileSync(join(PROJECT, 'node_modules', file));
  servers.frame.answers.set(`${new URL(frameSrc).pathname}brand.woff2`, { body });
  const attributes = `style="--set-card-pin-font: 'Brand Sans', sans-serif"`;
  const profile = await portal().newProfile(test);
  const { frame } = await portal().open(profile, { mode: 'isolated', frameSrc, attributes });
  // A font loads only if text needs it.
  await frame!.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'));
});
