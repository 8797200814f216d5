import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  buildSchema,
  parse,
  validate,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { listOf } from '../../src/service/fields.js';
import { idempotencyKey } from '../../src/service/idempotency-key.js';
import {
  ALL_PARTS,
  corrected,
  writeOperation,
  type DocumentPart,
} from '../../src/set-pin/operation.js';
import { anyErrors } from '../support/any-answer.js';
import { FUZZ } from '../support/fuzz.js';

const SERVICE = readFileSync(
  new URL('../../src/node/sandbox/schema.graphql', import.meta.url),
  'utf8',
);
const SCHEMA = buildSchema(SERVICE);

type Parts = readonly DocumentPart[];

const written = (parts: Parts, key: string | undefined = 'key') =>
  writeOperation('4826', { paymentCardId: 'card_1', idempotencyKey: key }, parts);
const KEYLESS = { paymentCardId: 'card_1', idempotencyKey: undefined };
const errorsIn = (parts: Parts, schema: GraphQLSchema) =>
  validate(schema, parse(written(parts).query));

/** Builds a schema with only the operation, its argument, and some members of a `UserError`. */
function schemaWith({ key = true, details = '', userError = true }): GraphQLSchema {
  return buildSchema(`
    type Query { ping: String }
    type Mutation {
      setPinForPaymentCard(
        input: SetPinForPaymentCardInput!
        ${key ? 'IdempotencyKey: String' : ''}
      ): Payload
    }
    input SetPinForPaymentCardInput { paymentCardId: ID!, newPin: String! }
    union Payload = PaymentCard ${userError ? '| UserError' : ''}
    type PaymentCard { id: ID!, bin: String!, last4: String! }
    ${userError ? `type UserError { ${details === '' ? 'count: Int' : 'errors: [Detail!]!'} }` : ''}
    ${userError && details !== '' ? `type Detail { ${details} }` : ''}
  `);
}

/** Corrects the document as a submit does, until the validator of `graphql` reports no error. */
function correctAll(schema: GraphQLSchema): { parts: Parts; corrections: number } {
  let parts = ALL_PARTS;
  for (let corrections = 0; ; corrections++) {
    const errors = errorsIn(parts, schema);
    if (errors.length === 0) return { parts, corrections };
    const fewer = corrected(parts, JSON.parse(JSON.stringify(errors)));
    assert.ok(fewer, `not corrected: ${errors.map(({ message }) => message).join(' ')}`);
    parts = fewer;
  }
}

describe('the operation', () => {
  it('is valid in the service’s schema, with the idempotency key and without (transport 1.8, 2.1, 2.22, 4.10)', () => {
    assert.deepEqual(errorsIn(ALL_PARTS, SCHEMA), []);
    const { query } = writeOperation('4826', KEYLESS, ALL_PARTS);
    assert.deepEqual(validate(SCHEMA, parse(query)), []);
  });

  it('is valid in a schema that requires the key', () => {
    const strict = buildSchema(
      SERVICE.replace('IdempotencyKey: String', 'IdempotencyKey: String!'),
    );
    assert.deepEqual(errorsIn(ALL_PARTS, strict), []);
  });

  it('is one mutation with a name in PascalCase (transport C.33)', () => {
    const { definitions } = parse(written(ALL_PARTS).query);
    assert.equal(definitions.length, 1);
    const { operation, name } = definitions[0] as OperationDefinitionNode;
    assert.equal(operation, 'mutation');
    assert.equal(name?.value, 'SetPinForPaymentCard');
  });

  it('has the PIN and the key as variables, not in its text (transport 2.2, C.28, C.35)', () => {
    const { query, variables } = writeOperation(
      '0482',
      { paymentCardId: 'card_1', idempotencyKey: 'a-key' },
      ALL_PARTS,
    );
    assert.deepEqual(variables, {
      input: { paymentCardId: 'card_1', newPin: '0482' },
      IdempotencyKey: 'a-key',
    });
    for (const secret of ['0482', 'a-key', 'card_1']) assert.ok(!query.includes(secret));
  });

  it('doesn’t mention the key if there is none or the schema has no argument for it', () => {
    const withoutArgument = ALL_PARTS.filter((part) => part !== 'IdempotencyKey');
    for (const { query, variables } of [
      writeOperation('4826', KEYLESS, ALL_PARTS),
      written(withoutArgument),
    ]) {
      assert.ok(!query.includes('IdempotencyKey'));
      assert.deepEqual(Object.keys(variables), ['input']);
    }
  });

  it('selects the code and the errorPath of a UserError, and not the deprecated path (transport 1.9, C.34)', () => {
    assert.match(written(ALL_PARTS).query, /\.\.\. on UserError \{ errors \{ code errorPath \} \}/);
  });

  describe('correction', () => {
    const schemas = {
      'the whole document': {
        schema: schemaWith({ details: 'code: String, errorPath: [String]' }),
        without: [],
      },
      'no IdempotencyKey': {
        schema: schemaWith({
          key: false,
          details: 'code: String, path: [String], errorPath: [String]',
        }),
        without: ['IdempotencyKey'],
      },
      'only path': {
        schema: schemaWith({ details: 'code: String, path: [String]' }),
        without: ['errorPath'],
        with: ['path'],
      },
      'neither path nor errorPath': {
        schema: schemaWith({ details: 'code: String' }),
        without: ['errorPath', 'path'],
      },
      'neither of them, and no IdempotencyKey': {
        schema: schemaWith({ key: false, details: 'code: String' }),
        without: ['IdempotencyKey', 'errorPath', 'path'],
      },
      'no code': {
        schema: schemaWith({ details: 'errorPath: [String]' }),
        without: ['code'],
      },
      'no errors in a UserError': { schema: schemaWith({}), without: ['errors', 'UserError'] },
      'neither code nor path': {
        schema: schemaWith({ details: 'text: String' }),
        without: ['UserError', 'code', 'path'],
      },
      'no UserError': { schema: schemaWith({ userError: false }), without: ['UserError'] },
    };
    for (const [name, { schema, without, ...rest }] of Object.entries(schemas)) {
      it(`fits a schema with ${name} after at most three steps (transport C.36, C.37)`, () => {
        const { parts, corrections } = correctAll(schema);
        const { query } = written(parts);
        for (const part of without) assert.doesNotMatch(query, new RegExp(`\\b${part}\\b`));
        for (const part of 'with' in rest ? rest.with : [])
          assert.match(query, new RegExp(`\\b${part}\\b`));
        assert.ok(corrections <= 3, `${corrections} corrections`);
        // These parts are needed to know whether the PIN is set.
        assert.match(query, /\(input: \$input[,)]/);
        assert.match(query, /__typename\s+\.\.\. on PaymentCard \{ id bin last4 \}/);
      });
    }

    it('yields only documents that are valid in a schema with all parts', () => {
      const everything = schemaWith({
        details: 'code: String, path: [String], errorPath: [String]',
      });
      const documents = new Map<string, Parts>([[ALL_PARTS.join(), ALL_PARTS]]);
      for (const parts of documents.values()) {
        assert.deepEqual(errorsIn(parts, everything), [], parts.join());
        for (const part of [...parts, 'errors']) {
          const message = `Cannot query field "${part}" on type "X".`;
          const fewer = corrected(parts, [{ message }]);
          if (fewer) documents.set(fewer.join(), fewer);
        }
      }
      // The key, the UserError and the code are there or not: 8 cases. Each has errorPath, path or
      // none.
      assert.equal(documents.size, 24);
    });

    it('reads the messages of other servers (transport 7.3, C.36)', () => {
      const without = (part: string) => ALL_PARTS.filter((other) => other !== part);
      const pathInstead = ALL_PARTS.map((part) => (part === 'errorPath' ? 'path' : part));
      const messages: readonly (readonly [string, Parts])[] = [
        // graphql-js 14 and 15
        [
          'Unknown argument "IdempotencyKey" on field "setPinForPaymentCard" of type "Mutation".',
          without('IdempotencyKey'),
        ],
        // graphql-java
        [
          "Validation error (UnknownArgument@[setPinForPaymentCard]) : Unknown field argument 'IdempotencyKey'",
          without('IdempotencyKey'),
        ],
        [
          "Validation error (FieldUndefined@[setPinForPaymentCard/errors/errorPath]) : Field 'errorPath' in type 'UserErrorDetail' is undefined",
          pathInstead,
        ],
        // AWS AppSync
        [
          "Validation error of type UnknownArgument: Unknown field argument IdempotencyKey @ 'setPinForPaymentCard'",
          without('IdempotencyKey'),
        ],
        // Hot Chocolate
        ['The argument `IdempotencyKey` does not exist.', without('IdempotencyKey')],
        ['The field `errorPath` does not exist on the type `UserErrorDetail`.', pathInstead],
        // graphql-ruby
        [
          "Field 'setPinForPaymentCard' doesn't accept argument 'IdempotencyKey'",
          without('IdempotencyKey'),
        ],
        ["Field 'errorPath' doesn't exist on type 'UserErrorDetail'", pathInstead],
        ["No such type UserError, so it can't be a fragment condition", without('UserError')],
      ];
      for (const [message, parts] of messages)
        assert.deepEqual(corrected(ALL_PARTS, [{ message }]), parts, message);
    });

    it('reads only the message of an error (transport 2.11)', () => {
      const error = {
        message: 'Cannot query field "errorPath" on type "UserErrorDetail".',
        locations: [{ line: 5, column: 36 }],
        errorPath: ['setPinForPaymentCard', 'IdempotencyKey'],
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', hint: 'Unknown type "UserError".' },
      };
      assert.deepEqual(corrected(ALL_PARTS, [error]), [
        'IdempotencyKey',
        'UserError',
        'code',
        'path',
      ]);
    });

    it('ignores the suggestions in a message (transport C.38)', () => {
      const message =
        'Cannot query field "bin" on type "PaymentCard". Did you mean "code" or "errorPath"?';
      assert.equal(corrected(ALL_PARTS, [{ message }]), undefined);
    });

    it('is impossible for a part that the operation needs (transport C.38, C.40)', () => {
      for (const message of [
        'Cannot query field "setPinForPaymentCard" on type "Mutation".',
        'Unknown type "SetPinForPaymentCardInput".',
        'Unknown type "PaymentCard".',
        'Cannot query field "last4" on type "PaymentCard".',
        'Unknown argument "input" on field "Mutation.setPinForPaymentCard".',
        'Field "newPin" is not defined by type "SetPinForPaymentCardInput".',
        'Variable "$IdempotencyKey" of type "String" used in position expecting type "UUID!".',
        'Variable "$IdempotencyKey" got invalid value; is not known.',
        'Syntax Error: Unexpected Name "errorPath".',
        'This request does not fit the schema.',
        '',
      ])
        assert.equal(corrected(ALL_PARTS, [{ message }]), undefined, message);
    });

    it('is impossible for malformed errors', () => {
      for (const errors of [
        [],
        ['Unknown type "UserError".'],
        [null],
        [7],
        [{}],
        [{ message: { toString: 1 } }],
      ])
        assert.equal(corrected(ALL_PARTS, errors), undefined);
    });

    it('removes a part in each step for any errors, so that it ends (transport 7.12, C.36, C.37)', () => {
      // `path` counts half, because it replaces `errorPath`.
      const weightOf = (parts: Parts) =>
        parts.reduce((weight, part) => weight + (part === 'path' ? 1 : 2), 0);
      fc.assert(
        fc.property(fc.array(anyErrors, { minLength: 6, maxLength: 6 }), (answers) => {
          let parts: Parts = ALL_PARTS;
          for (const errors of answers) {
            const fewer = corrected(parts, listOf(errors));
            if (fewer === undefined) continue;
            assert.ok(weightOf(fewer) < weightOf(parts), `${parts.join()} → ${fewer.join()}`);
            assert.equal(new Set(fewer).size, fewer.length);
            for (const part of fewer)
              assert.ok(parts.includes(part) || (part === 'path' && parts.includes('errorPath')));
            parts = fewer;
          }
        }),
        { ...FUZZ, numRuns: 5000 },
      );
    });

    it('is impossible for a part that was removed before', () => {
      const parts = ['code'] as const;
      assert.equal(
        corrected(parts, [{ message: 'Unknown argument "IdempotencyKey".' }]),
        undefined,
      );
      assert.equal(corrected(parts, [{ message: 'Cannot query field "errorPath".' }]), undefined);
    });
  });
});

describe('an idempotency key', () => {
  it('is a UUID of version 4, and each one differs', () => {
    const keys = Array.from({ length: 1000 }, idempotencyKey);
    for (const key of keys)
      assert.match(key, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.equal(new Set(keys).size, 1000);
  });

  it('has every digit in every random position', () => {
    const keys = Array.from({ length: 2000 }, idempotencyKey);
    const template = '10000000-1000-4000-8000-100000000000';
    for (const [at, character] of [...template].entries()) {
      const found = new Set(keys.map((key) => key[at])).size;
      assert.equal(found, { '-': 1, '4': 1, '8': 4 }[character] ?? 16, `position ${at}`);
    }
  });
});
