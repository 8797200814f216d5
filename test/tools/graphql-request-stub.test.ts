import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyzeDocument } from 'graphql-request';
import * as stub from '../../tools/build/graphql-request-stub.js';

describe('the graphql-request stub in the builds', () => {
  it('finds the kind and the name of a document, as graphql-request does', () => {
    for (const document of [
      ...['mutation SetPin($input: Input!) { setPin(input: $input) { id } }', 'mutation { a }'],
      ...['\n  query Ping { ping }', 'query{ ping }', 'mutation\n\tA { a }', '{ ping }', ''],
      ...['queryPing { ping }', 'a query B'],
    ]) {
      assert.deepEqual(stub.analyzeDocument(document), analyzeDocument(document));
    }
  });

  it('never creates an error that contains a request', () => {
    const ClientError = stub.ClientError as unknown as new (...details: unknown[]) => Error;
    assert.throws(() => new ClientError({ status: 500 }, { variables: {} }), TypeError);
  });
});
