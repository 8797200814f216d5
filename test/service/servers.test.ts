import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ENDS, ENDS_BY_STATUS, testEnds } from './servers/ends.js';
import { apollo, yoga } from './servers/servers.js';
import { createService, submitTo } from './servers/service.js';

for (const server of [apollo, yoga]) testEnds(server, [...ENDS, ...ENDS_BY_STATUS]);

describe('a submit', () => {
  it('has the outcome misconfigured if the API accepts only the ids of registered operations', async () => {
    const submitted = await submitTo(yoga, createService(), { variant: 'registered' });
    assert.deepEqual(submitted, { kind: 'misconfigured', statuses: [200], executions: 0 });
  });
});
