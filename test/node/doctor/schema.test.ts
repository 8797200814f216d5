import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSchema } from 'graphql';
import { useFaultyServices } from './faulty-service.js';
import { diagnoseEndpoint, findingsOn } from './run-doctor.js';
import { repliesOf, schemaWith, type SchemaParts } from './schema-service.js';

describe('the schema check of set-card-pin doctor', () => {
  const serve = useFaultyServices();

  const KEY = 'input: SetPinForPaymentCardInput!, IdempotencyKey:';
  const features: readonly [name: string, parts: SchemaParts, findings: readonly RegExp[]][] = [
    [
      'that the provider publishes',
      { card: 'id: ID! bin: String last4: String' },
      [
        /takes no IdempotencyKey/,
        /PaymentCard may come without bin and last4/,
        /can be a UserError; an AccessDeniedError is reported as denied\./,
      ],
    ],
    [
      'with a key',
      { args: `${KEY} String`, members: 'PaymentCard | UserError' },
      [
        /an IdempotencyKey of the type String: after a lost answer the element retries/,
        /can be a UserError; it can’t be an AccessDeniedError/,
      ],
    ],
    [
      'with a member that the element doesn’t know',
      {
        args: `${KEY} UUID!`,
        members: 'PaymentCard | UserError | Review',
      },
      [/of the type UUID!:/, /; Review would leave the PIN unconfirmed/],
    ],
    [
      'with no UserError and the key in the input',
      {
        members: 'PaymentCard',
        input: 'paymentCardId: ID! newPin: String! idempotencyKey: ID!',
      },
      [
        /takes SetPinForPaymentCardInput\.idempotencyKey of the type ID!:/,
        /can’t be a UserError, so /,
      ],
    ],
  ];
  for (const [name, parts, findings] of features) {
    it(`notes the features of a schema ${name}`, async () => {
      const { Schema } = repliesOf(schemaWith(parts));
      const { endpoint } = await serve({ Schema });
      const run = await diagnoseEndpoint(endpoint);
      const notes = findingsOn('schema', run);
      assert.equal(notes.length, findings.length, notes.join('\n'));
      for (const [index, pattern] of findings.entries()) assert.match(notes[index] ?? '', pattern);
      assert.ok(notes.every((text) => text.startsWith('note: ')));
      assert.equal(run.exitCode, 0);
    });
  }

  const faults: readonly [name: string, parts: SchemaParts, finding: RegExp][] = [
    [
      'required input members that the element doesn’t send',
      {
        input: 'paymentCardId: ID! newPin: String! oldPin: ID! reason: ID! note: ID! = "" tag: ID',
      },
      /requires SetPinForPaymentCardInput\.oldPin, SetPinForPaymentCardInput\.reason, which/,
    ],
    [
      'a required argument that the element doesn’t send',
      { args: 'input: SetPinForPaymentCardInput!, channel: String!' },
      /requires the argument channel, which/,
    ],
    ['another input type', { args: 'input: OtherInput!' }, /takes input: OtherInput!; the element/],
    ['no argument input', { args: 'pin: ID' }, /takes no argument input; the element/],
    ['another name of the PIN', { input: 'paymentCardId: ID! pin: ID!' }, /has no member newPin/],
    [
      'a PIN that is a number',
      { input: 'paymentCardId: ID! newPin: Int!' },
      /newPin is of the type Int!; the element sends a string, because a PIN can begin with 0/,
    ],
    ['another payload', { members: 'Review | UserError' }, /can’t be a PaymentCard/],
    ['a card without id', { card: 'bin: ID! last4: ID!' }, /PaymentCard has no field id/],
  ];
  for (const [name, parts, finding] of faults) {
    it(`reports ${name}`, async () => {
      const { Schema } = repliesOf(schemaWith(parts));
      const { endpoint } = await serve({ Schema });
      const run = await diagnoseEndpoint(endpoint);
      const problems = findingsOn('schema', run).filter((text) => text.startsWith('wrong: '));
      assert.match(problems.join('\n'), finding);
      assert.match(problems.join('\n'), / → /);
      assert.equal(run.exitCode, 1);
    });
  }

  it('reports a schema without the mutation', async () => {
    const { Schema } = repliesOf(buildSchema('type Query { ping: String }'));
    const { endpoint } = await serve({ Schema });
    const run = await diagnoseEndpoint(endpoint);
    assert.match(
      findingsOn('schema', run).join(),
      /^wrong: .* has no mutation setPinForPaymentCard/,
    );
    assert.equal(run.exitCode, 1);
  });

  it('distinguishes a schema that is hidden from a service that fails', async () => {
    const hidden = await diagnoseEndpoint((await serve({})).endpoint);
    assert.match(
      findingsOn('schema', hidden).join(),
      /^note: .* doesn’t let this key read its sch/,
    );
    const { endpoint } = await serve({ Schema: { status: 500 } });
    const failing = await diagnoseEndpoint(endpoint);
    assert.match(
      findingsOn('schema', failing).join(),
      /^note: The schema can’t be read: The service failed \(500\)/,
    );
    for (const run of [hidden, failing]) assert.equal(run.exitCode, 0);
  });
});
