import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { mercuriusOnFastify, SERVERS, yoga } from '../../service/servers/servers.js';
import {
  createService,
  unlessRenewed,
  type GraphQLServer,
  type Variant,
} from '../../service/servers/service.js';
import { diagnoseAt, KEY } from './faulty-service.js';

describe('set-card-pin doctor, with third-party servers', () => {
  /** Diagnoses a server whose API accepts the key, and the token that it issues. */
  async function diagnose({ start }: GraphQLServer, context: TestContext, variant?: Variant) {
    const service = createService({
      refuse: (authorization) =>
        authorization === `Basic ${btoa(KEY)}` ? undefined : unlessRenewed(authorization),
    });
    const { url, close } = await start(service, variant);
    context.after(close);
    const report = await diagnoseAt(url);
    assert.deepEqual(service.executions, []);
    return report;
  }

  for (const server of SERVERS)
    it(`finds no problems with ${server.name}, and doesn’t set a PIN`, async (context) => {
      const { problems, on } = await diagnose(server, context);
      assert.equal(problems, 0);
      assert.match(on('operation'), /^ok: /);
    });

  for (const [server, check, finding] of [
    [yoga, 'client-token', /^wrong: .* registered operations only, .* → Register the documents/],
    // Its errors have no code.
    [mercuriusOnFastify, 'operation', /^wrong: .* idempotency key, .* registered operations only/],
  ] as const)
    it(`reports in the ${check} check that ${server.name} runs registered operations only`, async (context) => {
      assert.match((await diagnose(server, context, 'registered')).on(check), finding);
    });
});
