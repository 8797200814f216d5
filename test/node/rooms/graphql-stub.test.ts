import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as graphql from 'graphql';
import * as stub from '../../../src/set-pin/graphql-stub.js';

describe('what stands in for graphql in the builds', () => {
  it('finds the operation’s kind and name as graphql does', () => {
    for (const document of [
      'mutation SetPin($input: Input!) { setPin(input: $input) { id } }',
      '\n  query Ping { ping }',
      'query{ ping }',
      'mutation { a }',
      'mutation\n\tA { a }',
    ]) {
      const expected = graphql.parse(document).definitions[0];
      assert.ok(expected?.kind === graphql.Kind.OPERATION_DEFINITION);
      const [found, ...more] = stub.parse(document).definitions;
      assert.deepEqual(more, []);
      assert.equal(found?.kind, stub.Kind.OPERATION_DEFINITION);
      assert.equal(found.kind, expected.kind);
      assert.equal(found.operation, expected.operation);
      assert.deepEqual(found.name, expected.name && { value: expected.name.value });
    }
  });

  it('takes no text for a document that begins with no operation', () => {
    for (const text of [
      '',
      '{ ping }',
      'queryPing { ping }',
      'fragment A on B { c }',
      'a query B',
    ]) {
      assert.throws(() => stub.parse(text), SyntaxError);
    }
  });

  it('prints nothing, as there is no tree to print', () => {
    assert.throws(() => stub.print(), TypeError);
  });
});
