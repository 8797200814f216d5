import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSchema, graphql, type GraphQLSchema } from 'graphql';
import { useFaultyServices, type Replies } from './faulty-service.js';
import { diagnoseEndpoint, findingsOn } from './run-doctor.js';

describe('the schema check of npm run doctor', () => {
  const serve = useFaultyServices();

  /** Builds a schema from the parts that differ between services and that the element uses. */
  const schemaWith = (parts: { args: string; members: string; fields: string }) =>
    buildSchema(`
      type Query { ping: String }
      type Mutation { setPinForPaymentCard${parts.args}: SetPin! }
      union SetPin = ${parts.members}
      type PaymentCard { id: ID }
      type AccessDeniedError { message: String }
      type UserError { errors: [Detail!]! }
      type Detail { ${parts.fields} }
    `);
  const [KEYED, KEYLESS] = ['(pin: ID, IdempotencyKey: ID)', '(pin: ID)'];
  const schemas: readonly [name: string, schema: GraphQLSchema, findings: readonly RegExp[]][] = [
    [
      'without a key, with both paths and AccessDeniedError',
      schemaWith({
        args: KEYLESS,
        members: 'PaymentCard | UserError | AccessDeniedError',
        fields: 'code: ID path: [ID] @deprecated errorPath: [ID]',
      }),
      [/takes no IdempotencyKey/, /in: errorPath, path\./, /payload can be an AccessDeniedError/],
    ],
    [
      'with a key and only path',
      schemaWith({
        args: KEYED,
        members: 'PaymentCard | UserError',
        fields: 'code: ID path: [ID]',
      }),
      [/takes an IdempotencyKey/, /in: path\./, /payload can’t be an AccessDeniedError/],
    ],
    [
      'with only errorPath',
      schemaWith({ args: KEYED, members: 'PaymentCard | UserError', fields: 'errorPath: [ID]' }),
      [/takes an IdempotencyKey/, /in: errorPath\./, /payload can’t be an AccessDeniedError/],
    ],
    [
      'with neither',
      schemaWith({ args: KEYED, members: 'PaymentCard | UserError', fields: 'code: ID' }),
      [
        /takes an IdempotencyKey/,
        /does not say which input is wrong/,
        /payload can’t be an AccessDeniedError/,
      ],
    ],
  ];
  const introspected = (schema: GraphQLSchema): Replies => ({
    Schema: ({ response, query }) => {
      void graphql({ schema, source: query }).then((result) =>
        response.end(JSON.stringify(result)),
      );
    },
  });
  for (const [name, schema, findings] of schemas) {
    it(`notes the features of a schema ${name} (transport 1.10)`, async () => {
      const { endpoint } = await serve(introspected(schema));
      const run = await diagnoseEndpoint(endpoint);
      const notes = findingsOn('schema', run);
      assert.equal(notes.length, findings.length);
      for (const [index, pattern] of findings.entries()) assert.match(notes[index] ?? '', pattern);
      assert.ok(notes.every((text) => text.startsWith('note: ')));
      assert.equal(run.exitCode, 0);
    });
  }

  it('reports a schema without the mutation', async () => {
    const { endpoint } = await serve(introspected(buildSchema('type Query { ping: String }')));
    const run = await diagnoseEndpoint(endpoint);
    assert.match(
      findingsOn('schema', run).join(),
      /^wrong: .* has no mutation setPinForPaymentCard/,
    );
    assert.equal(run.exitCode, 1);
  });

  it('only notes that the schema can’t be read', async () => {
    const { endpoint } = await serve({});
    const run = await diagnoseEndpoint(endpoint);
    assert.match(findingsOn('schema', run).join(), /^note: The schema can’t be read: .*\(400\)/);
    assert.equal(run.exitCode, 0);
  });
});
