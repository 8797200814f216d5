import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  buildSchema,
  getVariableValues,
  parse,
  validate,
  type GraphQLError,
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
import { cases, FUZZ } from '../support/fuzz.js';

const SERVICE = readFileSync(
  new URL('../../src/node/sandbox/schema.graphql', import.meta.url),
  'utf8',
);
const SCHEMA = buildSchema(SERVICE);

type Parts = readonly DocumentPart[];

const KEY: DocumentPart = 'IdempotencyKey: String!';

const written = (parts: Parts, key: string | undefined = 'key') =>
  writeOperation('4826', { paymentCardId: 'card_1', idempotencyKey: key }, parts);
const KEYLESS = { paymentCardId: 'card_1', idempotencyKey: undefined };

/** Returns the errors of the validation and then of the variables, as a server reports them. */
function errorsIn(parts: Parts, schema: GraphQLSchema, key = 'key'): readonly GraphQLError[] {
  const { query, variables } = written(parts, key);
  const document = parse(query);
  const errors = validate(schema, document);
  if (errors.length > 0) return errors;
  const definitions = (document.definitions[0] as OperationDefinitionNode).variableDefinitions;
  return getVariableValues(schema, definitions ?? [], variables).errors ?? [];
}

/** A schema with only the operation and its types. */
interface SchemaOptions {
  /** The type of the argument `IdempotencyKey`. */
  readonly key?: string | undefined;
  /** The type of the input's member `idempotencyKey`. */
  readonly keyInInput?: string;
  /** The fields of an entry of `UserError`. */
  readonly details?: string;
  /** `foreign`: the type exists, but the payload is never one. */
  readonly userError?: 'member' | 'foreign' | 'none';
  /** The fields of the card besides `id`. */
  readonly card?: string;
}

function schemaWith(options: SchemaOptions): GraphQLSchema {
  const {
    details = 'code: String',
    userError = 'member',
    card = 'bin: String, last4: String',
  } = options;
  const key = 'key' in options ? options.key : 'String';
  return buildSchema(`
    scalar IdempotencyKey
    scalar UUID
    type Query { ping: String }
    type Mutation {
      setPinForPaymentCard(
        input: SetPinForPaymentCardInput!
        ${key === undefined ? '' : `IdempotencyKey: ${key}`}
      ): Payload
    }
    input SetPinForPaymentCardInput {
      paymentCardId: ID!
      newPin: String!
      ${options.keyInInput === undefined ? '' : `idempotencyKey: ${options.keyInInput}`}
    }
    union Payload = PaymentCard ${userError === 'member' ? '| UserError' : ''}
    type PaymentCard { id: ID! ${card} }
    ${userError === 'none' ? '' : `type UserError { ${details === '' ? 'count: Int' : 'errors: [Detail!]!'} }`}
    ${userError === 'none' || details === '' ? '' : `type Detail { ${details} }`}
  `);
}

/** Corrects the document as a submit does, until the validator of `graphql` reports no error. */
function correctAll(schema: GraphQLSchema): { parts: Parts; corrections: number } {
  let parts = ALL_PARTS;
  for (let corrections = 0; ; corrections++) {
    const errors = errorsIn(parts, schema);
    if (errors.length === 0) return { parts, corrections };
    const fewer = corrected(parts, JSON.parse(JSON.stringify(errors)), true);
    assert.ok(fewer, `not corrected: ${errors.map(({ message }) => message).join(' ')}`);
    parts = fewer;
  }
}

describe('the operation', () => {
  it('is valid in the service’s schema, with the idempotency key and without', () => {
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

  it('is one mutation with a name in PascalCase', () => {
    const { definitions } = parse(written(ALL_PARTS).query);
    assert.equal(definitions.length, 1);
    const { operation, name } = definitions[0] as OperationDefinitionNode;
    assert.equal(operation, 'mutation');
    assert.equal(name?.value, 'SetPinForPaymentCard');
  });

  it('has the PIN and the key as variables, not in its text', () => {
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
    const withoutArgument = ALL_PARTS.filter((part) => part !== KEY);
    for (const { query, variables } of [
      writeOperation('4826', KEYLESS, ALL_PARTS),
      written(withoutArgument),
    ]) {
      assert.ok(!query.includes('IdempotencyKey'));
      assert.deepEqual(Object.keys(variables), ['input']);
    }
  });

  it('selects the code of a UserError, and no path', () => {
    assert.match(written(ALL_PARTS).query, /\.\.\. on UserError \{ errors \{ code \} \}/);
  });

  describe('correction', () => {
    const schemas: Readonly<
      Record<string, SchemaOptions & { without?: readonly string[]; with?: readonly string[] }>
    > = {
      'the whole document': {},
      'no IdempotencyKey': { key: undefined, without: ['IdempotencyKey'] },
      'no code': { details: 'text: String', without: ['UserError', 'code'] },
      'no code, and no IdempotencyKey': {
        key: undefined,
        details: 'text: String',
        without: ['IdempotencyKey', 'UserError', 'code'],
      },
      'no errors in a UserError': { details: '', without: ['errors', 'UserError'] },
      'no UserError': { userError: 'none', without: ['UserError'] },
      'a payload that is never a UserError': { userError: 'foreign', without: ['UserError'] },
      'no last4': { card: 'bin: String', without: ['last4'], with: ['bin'] },
      'only the card’s id': { card: '', without: ['bin', 'last4'] },
      'an ID as the key': { key: 'ID', with: ['IdempotencyKey: ID!'] },
      'a required UUID as the key': { key: 'UUID!', with: ['IdempotencyKey: UUID!'] },
      'a scalar for keys': { key: 'IdempotencyKey!', with: ['IdempotencyKey: IdempotencyKey!'] },
      'the key in the input': { key: undefined, keyInInput: 'ID!', without: ['IdempotencyKey'] },
      'the key in both places': {
        key: 'UUID!',
        keyInInput: 'String!',
        with: ['IdempotencyKey: UUID!'],
      },
      'hardly anything': {
        key: undefined,
        keyInInput: 'UUID!',
        userError: 'foreign',
        card: '',
        without: ['IdempotencyKey', 'UserError', 'bin', 'last4'],
      },
    };
    for (const [name, options] of Object.entries(schemas)) {
      it(`fits a schema with ${name} after at most three steps`, () => {
        const { parts, corrections } = correctAll(schemaWith(options));
        const { query, variables, keyed } = written(parts);
        for (const part of options.without ?? [])
          assert.doesNotMatch(query, new RegExp(`\\b${part}\\b`));
        for (const part of options.with ?? []) assert.ok(query.includes(part), query);
        assert.ok(corrections <= 3, `${corrections} corrections`);
        // These parts are needed to know whether the PIN is set.
        assert.match(query, /\(input: \$input[,)]/);
        assert.match(query, /__typename\s+\.\.\. on PaymentCard \{ id\b/);
        // Both places have the same key.
        const { input, ...others } = variables as { input: { idempotencyKey?: string } };
        const hasArgument = !('key' in options) || options.key !== undefined;
        const hasKeyInInput = options.keyInInput !== undefined;
        assert.deepEqual(others, hasArgument ? { IdempotencyKey: 'key' } : {});
        assert.equal(input.idempotencyKey, hasKeyInInput ? 'key' : undefined);
        assert.equal(keyed, hasArgument || hasKeyInInput);
      });
    }

    it('yields only documents that are valid in a schema with all parts', () => {
      const everything = schemaWith({ keyInInput: 'String' });
      const documents = new Map<string, Parts>([[ALL_PARTS.join(), ALL_PARTS]]);
      for (const parts of documents.values()) {
        assert.deepEqual(errorsIn(parts, everything), [], parts.join());
        const messages = ['IdempotencyKey', 'bin', 'last4', 'errors', 'code']
          .map((part) => `Cannot query field "${part}" on type "X".`)
          .concat('Field "idempotencyKey" of required type "String!" was not provided.');
        for (const message of messages) {
          const next = corrected(parts, [{ message }], true);
          if (next) documents.set([...next].sort().join(), next);
        }
      }
      // The key, the key in the input, bin, last4 and code are there or not: 32 cases.
      assert.equal(documents.size, 32);
    });

    it('reads the messages of other servers', () => {
      const without = (part: DocumentPart) => ALL_PARTS.filter((other) => other !== part);
      const typed = (type: string) =>
        ALL_PARTS.map((part): DocumentPart => (part === KEY ? `IdempotencyKey: ${type}!` : part));
      const withKeyInInput: Parts = [...ALL_PARTS, 'input.idempotencyKey'];
      const messages: readonly (readonly [string, Parts])[] = [
        // graphql-js 14 and 15
        [
          'Unknown argument "IdempotencyKey" on field "setPinForPaymentCard" of type "Mutation".',
          without(KEY),
        ],
        // graphql-js 16
        [
          'Fragment cannot be spread here as objects of type "PinPayload" can never be of type "UserError".',
          without('code'),
        ],
        [
          'Variable "$IdempotencyKey" of type "String!" used in position expecting type "UUID".',
          typed('UUID'),
        ],
        [
          'Variable "$input" got invalid value { paymentCardId: "c", newPin: "4826" }; Field "idempotencyKey" of required type "ID!" was not provided.',
          withKeyInInput,
        ],
        // graphql-java
        [
          "Validation error (UnknownArgument@[setPinForPaymentCard]) : Unknown field argument 'IdempotencyKey'",
          without(KEY),
        ],
        [
          "Validation error (FieldUndefined@[setPinForPaymentCard/last4]) : Field 'last4' in type 'PaymentCard' is undefined",
          without('last4'),
        ],
        // AWS AppSync
        [
          "Validation error of type UnknownArgument: Unknown field argument IdempotencyKey @ 'setPinForPaymentCard'",
          without(KEY),
        ],
        // Hot Chocolate
        ['The argument `IdempotencyKey` does not exist.', without(KEY)],
        ['The field `last4` does not exist on the type `PaymentCard`.', without('last4')],
        // graphql-ruby
        ["Field 'setPinForPaymentCard' doesn't accept argument 'IdempotencyKey'", without(KEY)],
        ["Field 'last4' doesn't exist on type 'PaymentCard'", without('last4')],
        [
          'Type mismatch on variable $IdempotencyKey and argument IdempotencyKey (String! / ID)',
          typed('ID'),
        ],
        ["No such type UserError, so it can't be a fragment condition", without('code')],
      ];
      for (const [message, parts] of messages)
        assert.deepEqual(
          new Set(corrected(ALL_PARTS, [{ message }], true)),
          new Set(parts),
          message,
        );
    });

    it('reads only the message of an error', () => {
      const error = {
        message: 'Cannot query field "last4" on type "PaymentCard".',
        locations: [{ line: 5, column: 36 }],
        errorPath: ['setPinForPaymentCard', 'IdempotencyKey'],
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', hint: 'Unknown type "UserError".' },
      };
      assert.deepEqual(corrected(ALL_PARTS, [error], true), [KEY, 'bin', 'code']);
    });

    it('ignores the suggestions in a message', () => {
      const message =
        'Cannot query field "id" on type "PaymentCard". Did you mean "code" or "last4"?';
      assert.equal(corrected(ALL_PARTS, [{ message }], true), undefined);
    });

    it('is impossible for a part that the operation needs', () => {
      for (const message of [
        'Cannot query field "setPinForPaymentCard" on type "Mutation".',
        'Unknown type "SetPinForPaymentCardInput".',
        'Unknown type "PaymentCard".',
        'Cannot query field "id" on type "PaymentCard".',
        'Fragment cannot be spread here as objects of type "X" can never be of type "PaymentCard".',
        'Unknown argument "input" on field "Mutation.setPinForPaymentCard".',
        'Field "newPin" is not defined by type "SetPinForPaymentCardInput".',
        'Variable "$IdempotencyKey" of type "String" used in position expecting type "UUID!".',
        'Variable "$IdempotencyKey" of type "String!" used in position expecting type "[ID!]".',
        'Variable "$IdempotencyKey" of type "String!" used in position expecting type "String".',
        'Variable "$IdempotencyKey" got invalid value; is not known.',
        'Syntax Error: Unexpected Name "last4".',
        'This request does not fit the schema.',
        '',
      ])
        assert.equal(corrected(ALL_PARTS, [{ message }], true), undefined, message);
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
        assert.equal(corrected(ALL_PARTS, errors, true), undefined);
    });

    it('changes a part for good in each step for any errors, so that it ends', () => {
      // Every change leads to a part of less weight, or to the key in the input.
      const weightOf = (parts: Parts) =>
        parts.reduce((weight, part) => {
          if (part === 'input.idempotencyKey') return weight - 1;
          return weight + (/^IdempotencyKey: (?!String!)/.test(part) ? 1 : 2);
        }, 0);
      fc.assert(
        fc.property(fc.array(anyErrors, { minLength: 6, maxLength: 6 }), (answers) => {
          let parts: Parts = ALL_PARTS;
          for (const errors of answers) {
            const next = corrected(parts, listOf(errors), true);
            if (next === undefined) continue;
            assert.ok(weightOf(next) < weightOf(parts), `${parts.join()} → ${next.join()}`);
            assert.equal(new Set(next).size, next.length);
            assert.doesNotThrow(() => parse(written(next).query));
            parts = next;
          }
        }),
        { ...FUZZ, numRuns: cases(5000) },
      );
    });

    it('changes nothing about the key of a request without one', () => {
      for (const message of [
        'Unknown argument "IdempotencyKey" on field "Mutation.setPinForPaymentCard".',
        'Variable "$IdempotencyKey" of type "String!" used in position expecting type "ID".',
        'Field "idempotencyKey" of required type "String!" was not provided.',
      ])
        assert.equal(corrected(ALL_PARTS, [{ message }], false), undefined);
    });

    it('leaves no text of a message where any script could read it', () => {
      const message =
        'Variable "$input" got invalid value { paymentCardId: "card_1", newPin: "4826" }; Field "idempotencyKey" of required type "ID!" was not provided.';
      assert.ok(corrected(ALL_PARTS, [{ message }], true));
      assert.ok(!(RegExp as unknown as { input: string }).input.includes('4826'));
    });

    it('is impossible for a part that was removed before', () => {
      const parts = ['code'] as const;
      assert.equal(
        corrected(parts, [{ message: 'Unknown argument "IdempotencyKey".' }], true),
        undefined,
      );
      assert.equal(corrected(parts, [{ message: 'Cannot query field "last4".' }], true), undefined);
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
