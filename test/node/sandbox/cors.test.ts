import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useSandbox } from './sandbox-client.js';

describe('the sandbox, called by pages of other origins,', () => {
  const sandbox = useSandbox();
  const headers = { Origin: 'https://portal.example' };

  it('answers a preflight on every path without credentials', async () => {
    for (const path of ['/graphql', '/wrong']) {
      const reply = await sandbox().post(null, {
        url: sandbox().sandbox.test.url.replace('/graphql', path),
        method: 'OPTIONS',
        authorization: undefined,
        headers: {
          ...headers,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      });
      assert.equal(reply.status, 204);
      assert.equal(reply.headers.get('access-control-allow-origin'), '*');
      assert.equal(reply.headers.get('access-control-allow-methods'), 'POST');
      assert.equal(
        reply.headers.get('access-control-allow-headers'),
        'Authorization, Content-Type',
      );
      assert.equal(reply.headers.get('access-control-allow-credentials'), null);
    }
  });

  it('does not log preflights', async () => {
    await sandbox().control('DELETE', '/requests');
    await sandbox().post(null, { method: 'OPTIONS' });
    assert.deepEqual(await sandbox().requests(), []);
  });

  it('lets every origin read every answer and its Retry-After', async () => {
    const { id } = await sandbox().card('captive-portal');
    const replies = [
      await sandbox().post({ query: '{ ping }' }, { headers }),
      await sandbox().post({ query: '{' }, { headers }),
      await sandbox().post({ query: '{ ping }' }, { headers, authorization: undefined }),
      await sandbox().post(null, { headers, method: 'GET' }),
      await sandbox().post({}, { headers, type: 'text/plain' }),
      await sandbox().setPin(id),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 400, 401, 405, 415, 200],
    );
    for (const reply of replies) {
      assert.equal(reply.headers.get('access-control-allow-origin'), '*');
      assert.equal(reply.headers.get('access-control-expose-headers'), 'Retry-After');
      assert.equal(reply.headers.get('access-control-allow-credentials'), null);
    }
  });
});
