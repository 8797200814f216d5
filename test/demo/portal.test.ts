import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPortal } from '../../demo/portal/portal.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { serve } from '../support/serve.js';

const ORIGIN = 'https://cards.example';

describe('the portal’s server half', () => {
  const client = useSandbox();

  it('gives a cardholder tokens for the own cards, until the next sign-in or half an hour', async (context) => {
    const { url: serviceEndpoint, apiKey } = client().sandbox.test;
    const cardholders = [{ name: 'Ada', cardIds: ['card_test_accepted'] }];
    const portal = createPortal({ origin: ORIGIN, serviceEndpoint, apiKey, cardholders });
    const server = await serve((request, response) =>
      portal(request, response, () => response.end()),
    );
    context.after(() => server.close());
    const post = (path: string, body: object, headers: Record<string, string>) =>
      fetch(`${server.url}/portal/${path}`, {
        method: 'POST',
        headers: { Origin: ORIGIN, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const signIn = (cardholder: string, headers = {}) => post('session', { cardholder }, headers);
    const mint = async (session: Response, cardId = 'card_test_accepted') => {
      const [Cookie = ''] = (session.headers.get('Set-Cookie') ?? '').split(';', 1);
      return (await post('client-token', { cardId }, { Cookie })).status;
    };

    const first = await signIn('Ada');
    const flags =
      /^portal_session=.{43}; Max-Age=1800; Path=\/portal; HttpOnly; SameSite=Strict; Secure$/;
    assert.match(first.headers.get('Set-Cookie')!, flags);
    assert.deepEqual([await mint(first), await mint(first, 'card_test_weak_pin')], [200, 403]);
    const [Cookie = ''] = first.headers.get('Set-Cookie')!.split(';', 1);
    const second = await signIn('Ada', { Cookie });
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 29 * 60_000 });
    assert.deepEqual([await mint(first), await mint(second)], [401, 200]);
    context.mock.timers.setTime(Date.now() + 2 * 60_000);
    assert.equal(await mint(second), 401);

    for (const refused of [
      await signIn('Mallory'),
      await signIn('__proto__'),
      await signIn('Ada', { Origin: 'https://evil.example' }),
    ])
      assert.deepEqual([refused.status, await mint(refused)], [403, 401]);
  });
});
