import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { serverAudits } from 'graphql-http';
import { useSandbox } from './sandbox-client.js';

/**
 * The audits of `graphql-http` that the sandbox fails, because the service's transport contradicts
 * GraphQL over HTTP: the audit's id, and the rule of docs/evidence/transport.md.
 */
const EXCEPTIONS: Readonly<Record<string, { readonly audit: string; readonly rule: string }>> = {
  // The envelope has no member but query, variables and operationName.
  '0222': { audit: 'MUST allow null {extensions} parameter', rule: '2.4' },
  '1B7A': { audit: 'MUST allow map {extensions} parameter', rule: '2.4' },
  '94B2': { audit: 'SHOULD allow null {extensions} parameter', rule: '2.4' },
  '428F': { audit: 'SHOULD allow map {extensions} parameter', rule: '2.4' },
  // Answers are application/json.
  '22EB': { audit: 'SHOULD accept application/graphql-response+json', rule: '4.4' },
  // A document that can't be parsed or doesn't fit the schema gets 400 and null as data.
  '572B': { audit: 'SHOULD use 200 status code on document parsing failure', rule: '7.3' },
  FDE2: { audit: 'SHOULD use 200 status code on document validation failure', rule: '7.3' },
  '7B9B': { audit: 'SHOULD use a status code of 200 on variable coercion failure', rule: '7.3' },
  D586: { audit: 'SHOULD not contain the data entry on document parsing failure', rule: '2.5' },
  '5E5B': { audit: 'SHOULD not contain the data entry on document validation', rule: '2.5' },
  // Only POST is allowed.
  '5A70': { audit: 'MAY accept application/x-www-form-urlencoded formatted GET', rule: '4.1' },
  D6D5: { audit: 'MAY allow URL-encoded JSON string {variables} parameter in GETs', rule: '4.1' },
  '6A70': { audit: 'MAY allow URL-encoded JSON string {variables} parameter in GETs', rule: '4.1' },
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
    const verdict = exception ? `fails because of rule ${exception.rule}` : 'passes';
    it(`${verdict}: ${name}`, async () => {
      const result = await fn();
      assert.equal(result.status === 'ok', exception === undefined, JSON.stringify(result));
    });
  }

  it('lists only exceptions whose audit and rule exist', async () => {
    const rules = await readFile(
      new URL('../../../docs/evidence/transport.md', import.meta.url),
      'utf8',
    );
    for (const [id, { audit, rule }] of Object.entries(EXCEPTIONS)) {
      const found = audits.find((each) => each.id === id);
      assert.ok(found?.name.startsWith(audit), `${id}: ${found?.name}`);
      assert.ok(rules.includes(`| ${rule} |`), `docs/evidence/transport.md has no rule ${rule}.`);
    }
  });
});
