import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ENDS, ENDS_BY_STATUS, testEnds } from './servers/ends.js';
import { apollo, mercuriusOnFastify, yoga } from './servers/servers.js';
import { createService } from './servers/service.js';
import { submitTo } from './servers/submit.js';

for (const server of [apollo, yoga]) testEnds(server, [...ENDS, ...ENDS_BY_STATUS]);

for (const [server, takes, keyArgument, keyType, kind, status] of [
  [yoga, 'ids', undefined, 'String!', 'misconfigured', 200],
  [mercuriusOnFastify, 'texts', undefined, 'String!', 'set', 200],
  [mercuriusOnFastify, 'texts', '', 'none', 'set', 200],
  [mercuriusOnFastify, 'texts', 'IdempotencyKey: ID!', 'ID!', 'misconfigured', 400],
] as const)
  it(`a submit has the outcome ${kind} if ${server.name} accepts only registered ${takes} and the key type is ${keyType}`, async () => {
    const service = createService(keyArgument === undefined ? {} : { keyArgument });
    const submitted = await submitTo(server, service, { variant: 'registered', keyType });
    assert.deepEqual(submitted, { kind, statuses: [status] });
    assert.equal(service.executions.length, kind === 'set' ? 1 : 0);
  });
