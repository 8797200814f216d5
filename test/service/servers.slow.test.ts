import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ENDS, testEnds } from './servers/ends.js';
import { graphqlHttp, mercuriusOnFastify, SERVERS } from './servers/servers.js';
import { createService, unlessRenewed, type Refusal } from './servers/service.js';
import { submitTo } from './servers/submit.js';

for (const server of [mercuriusOnFastify, graphqlHttp]) testEnds(server, ENDS);

for (const server of SERVERS)
  for (const [does, variant, refuse, status] of [
    ['rejects the first token with 401', 'strict', unlessRenewed, 401],
    ['limits the rate once', undefined, once('RATE_LIMITED'), 200],
    ['limits the rate once with 429', 'strict', once('RATE_LIMITED'), 429],
  ] as const)
    it(`a submit sets the PIN after ${server.name} ${does}`, async () => {
      const service = createService({ refuse });
      const submitted = await submitTo(server, service, { variant });
      assert.deepEqual(submitted, { kind: 'set', statuses: [status, 200] });
      assert.equal(service.executions.length, 1);
    });

function once(refusal: Refusal): () => Refusal | undefined {
  let requests = 0;
  return () => (requests++ === 0 ? refusal : undefined);
}
