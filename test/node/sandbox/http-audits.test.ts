import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serverAudits } from 'graphql-http';
import { useSandbox } from './sandbox-client.js';

/**
 * The audits of `graphql-http` that the sandbox fails, because the service's transport contradicts
 * GraphQL over HTTP: their ids and the beginnings of their names.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // The envelope has no member but query, variables and operationName.
  '0222': 'MUST allow null {extensions} parameter',
  '1B7A': 'MUST allow map {extensions} parameter',
  '94B2': 'SHOULD allow null {extensions} parameter',
  '428F': 'SHOULD allow map {extensions} parameter',
  // Answers are application/json.
  '22EB': 'SHOULD accept application/graphql-response+json',
  // A document that can't be parsed or doesn't fit the schema gets 400 and null as data.
  '572B': 'SHOULD use 200 status code on document parsing failure',
  FDE2: 'SHOULD use 200 status code on document validation failure',
  '7B9B': 'SHOULD use a status code of 200 on variable coercion failure',
  D586: 'SHOULD not contain the data entry on document parsing failure',
  '5E5B': 'SHOULD not contain the data entry on document validation',
  // Only POST is allowed.
  '5A70': 'MAY accept application/x-www-form-urlencoded formatted GET',
  D6D5: 'MAY allow URL-encoded JSON string {variables} parameter in GETs',
  '6A70': 'MAY allow URL-encoded JSON string {variables} parameter in GETs',
};

describe('the sandbox, audited as GraphQL over HTTP', () => {
  const sandbox = useSandbox();
  const audits = serverAudits({
    url: () => sandbox().sandbox.test.url,
    fetchFn: (url: string, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      headers.set('Authorization', sandbox().basic);
      return fetch(url, { ...init, headers });
    },
  });

  for (const { id, name, fn } of audits) {
    const exception = EXCEPTIONS[id];
    const verdict = exception ? 'fails' : 'passes';
    it(`${verdict}: ${name}`, async () => {
      const result = await fn();
      assert.equal(result.status === 'ok', exception === undefined, JSON.stringify(result));
    });
  }

  it('lists only exceptions that exist', () => {
    for (const [id, exception] of Object.entries(EXCEPTIONS)) {
      const found = audits.find((each) => each.id === id);
      assert.ok(found?.name.startsWith(exception), `${id}: ${found?.name}`);
    }
  });
});
