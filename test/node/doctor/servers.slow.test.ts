import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildSchema } from 'graphql';
import { mercuriusOnFastify, SERVERS, yoga } from '../../service/servers/servers.js';
import { refusalError, type Context, type Service } from '../../service/servers/service.js';
import { diagnoseAt, KEY, TOKEN } from './faulty-service.js';

const CREDENTIALS = [`Basic ${btoa(KEY)}`, `Bearer ${TOKEN}`];

/** The results of all root fields except the one that sets a PIN. */
const RESULTS: Readonly<Record<string, unknown>> = {
  generatePaymentCardClientToken: { __typename: 'ClientToken', value: TOKEN, expirationDate: null },
};

/** Creates a service with everything that the doctor requests. */
function createWholeService(): Service {
  const schema = buildSchema(readFileSync('src/node/sandbox/provider-schema.graphql', 'utf8'));
  const executions: Service['executions'][number][] = [];
  for (const type of [schema.getQueryType()!, schema.getMutationType()!])
    for (const field of Object.values(type.getFields()))
      field.resolve = (_, args, { refusal }: Context) => {
        if (refusal !== undefined) throw refusalError(refusal);
        if (!(field.name in RESULTS)) executions.push(args as (typeof executions)[number]);
        return RESULTS[field.name];
      };
  const refuse = (authorization = '') =>
    CREDENTIALS.includes(authorization) ? undefined : ('UNAUTHENTICATED' as const);
  return { schema, executions, refuse };
}

describe('set-card-pin doctor, with third-party servers', () => {
  for (const { name, start } of SERVERS)
    it(`finds no problems with ${name}, and doesn’t set a PIN`, async (context) => {
      const service = createWholeService();
      const server = await start(service);
      context.after(server.close);
      const { problems, on } = await diagnoseAt(server.url);
      assert.equal(problems, 0);
      assert.match(on('operation'), /^ok: /);
      assert.deepEqual(service.executions, []);
    });

  for (const [{ name, start }, check, finding] of [
    [yoga, 'client-token', /^wrong: .* registered operations only, .* → Register the documents/],
    // Its errors have no code.
    [
      mercuriusOnFastify,
      'operation',
      /^wrong: .* every type of idempotency key, .* registered operations only/,
    ],
  ] as const)
    it(`reports in the ${check} check that ${name} runs registered operations only`, async (context) => {
      const service = createWholeService();
      const server = await start(service, 'registered');
      context.after(server.close);
      const { on } = await diagnoseAt(server.url);
      assert.match(on(check), finding);
      assert.deepEqual(service.executions, []);
    });
});
