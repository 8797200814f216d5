import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ENDS, testEnds } from './servers/ends.js';
import { graphqlHttp } from './servers/graphql-http.js';
import { mercuriusOnFastify } from './servers/mercurius.js';
import { SERVERS } from './servers/servers.js';
import { createService, unlessRenewed, type Refusal } from './servers/service.js';
import { submitPin } from './servers/submit.js';

for (const server of [mercuriusOnFastify, graphqlHttp]) testEnds(server, ENDS);

for (const { name, start, startStrict } of SERVERS)
  for (const [how, startServer, refuse, status] of [
    ['refuses the first token', start, unlessRenewed, 200],
    ['refuses the first token with 401', startStrict, unlessRenewed, 401],
    ['limits the rate once', start, once('RATE_LIMITED'), 200],
    ['limits the rate once with 429', startStrict, once('RATE_LIMITED'), 429],
  ] as const)
    it(`a submit is set after ${name} ${how}`, async () => {
      const service = createService({ refuse });
      const server = await startServer(service);
      try {
        const submitted = await submitPin(server.url, service);
        assert.deepEqual(submitted, { kind: 'set', statuses: [status, 200] });
        assert.equal(service.executions.length, 1);
      } finally {
        await server.stop();
      }
    });

for (const [{ name, start }, what, options, keyType] of [
  [mercuriusOnFastify, 'two parts of the document', { keyArgument: '' }, 'Key!'],
  [graphqlHttp, 'the value of the PIN', { pinType: 'Int!' }, 'String!'],
] as const) {
  it(`a submit is unconfirmed after ${name} refuses ${what} with 200 and without a code`, async () => {
    const service = createService(options);
    const server = await start(service);
    try {
      const submitted = await submitPin(server.url, service, keyType);
      assert.deepEqual(submitted, { kind: 'unconfirmed', statuses: [200] });
      assert.equal(service.executions.length, 0);
    } finally {
      await server.stop();
    }
  });
}

function once(refusal: Refusal): () => Refusal | undefined {
  let requests = 0;
  return () => (requests++ === 0 ? refusal : undefined);
}
