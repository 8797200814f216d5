/** Tokens from the page's own route, which a portal serves. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { PinErrorEvent } from '../../src/index.js';
import { it, MODES, usePortal, type PortalPage } from '../leaks/portal-page.js';
import type { Answer } from '../support/site.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Answers of the route, the kind of the outcome, and what the error or the explanation says. */
const ANSWERS: Readonly<Record<string, readonly [Answer, kind: string, says?: RegExp]>> = {
  'a 401': [{ status: 401 }, 'token-expired'],
  'a redirect to a login page': [{ status: 302, headers: { Location: '/login' } }, 'token-expired'],
  'a 500': [
    { status: 500, headers: { 'Content-Type': 'text/plain' } },
    'token-unavailable',
    /status 500, text.plain/,
  ],
  'a web page': [
    { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>Login</title>' },
    'token-unavailable',
    /status 200, text.html/,
  ],
  'a GraphQL response': [
    { headers: JSON_TYPE, body: '{"data":{"value":"abc"}}' },
    'misconfigured',
    /client token is not valid/,
  ],
  null: [{ headers: JSON_TYPE, body: 'null' }, 'misconfigured', /client token is not valid/],
};

describe('the token-url attribute', () => {
  const portal = usePortal();

  /** Opens a page, without `getClientToken`, whose route has an answer. */
  async function use(
    mode: (typeof MODES)[number],
    answer: Answer | undefined,
    act: (page: PortalPage) => Promise<void>,
    tokenUrl = 'client-token.json',
  ): Promise<void> {
    await portal().use('4826', { mode, attributes: `token-url="${tokenUrl}"` }, async (page) => {
      const { pathname } = new URL('client-token.json', page.published.address);
      if (answer !== undefined) portal().servers.portal.answers.set(pathname, answer);
      await page.evaluate('pin.getClientToken = undefined');
      await page.enterPin('4826');
      await act(page);
    });
  }

  for (const mode of MODES) {
    it(`requests a token from the page’s route with a POST of the card’s id, ${mode}`, () =>
      use(mode, undefined, async (page) => {
        const sent = page.page.waitForRequest(/client-token/);
        assert.equal(await page.submit(), 'set');
        assert.ok(await page.published.isPin('4826'));
        const request = await sent;
        assert.equal(request.method(), 'POST');
        assert.equal(request.headers()['content-type'], 'application/json');
        const cardId = await page.evaluate('pin.cardId');
        assert.deepEqual(request.postDataJSON(), { cardId });
      }));

    for (const [title, [answer, kind, says]] of Object.entries(ANSWERS))
      it(`fails with ${kind} after ${title}, ${mode}`, () =>
        use(mode, answer, async (page) => {
          const ended =
            page.evaluate<string>(`new Promise((done) => pin.addEventListener('pin-error',
            ({ error, outcome }) => done(String(error?.message ?? outcome.explanation))))`);
          assert.equal(await page.submit(), kind);
          if (says !== undefined) assert.match(await ended, says);
        }));

    it(`fails with misconfigured if the address is on another origin, ${mode}`, () =>
      use(
        mode,
        undefined,
        async (page) => {
          const outcome = await page.evaluate<PinErrorEvent['outcome']>('pin.submit()');
          assert.equal(outcome.kind, 'misconfigured');
          assert.ok('attribute' in outcome && outcome.attribute === 'token-url');
        },
        'https://api.example.com/token',
      ));
  }
});
