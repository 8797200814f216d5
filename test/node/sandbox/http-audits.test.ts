import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { serverAudits } from 'graphql-http';
import { useSandbox } from './sandbox-client.js';

/**
 * Where GraphQL over HTTP, as `graphql-http` audits it, and the service's transport want different things: the audit's id, and the
 * rule of docs/transport.md because of which the sandbox doesn't pass it. The transport wins.
 */
const EXCEPTIONS: Readonly<Record<string, { readonly audit: string; readonly rule: string }>> = {
  // No member beside query, variables and operationName.
  '0222': { audit: 'MUST allow null {extensions} parameter', rule: '2.4' },
  '1B7A': { audit: 'MUST allow map {extensions} parameter', rule: '2.4' },
  '94B2': { audit: 'SHOULD allow null {extensions} parameter', rule: '2.4' },
  '428F': { audit: 'SHOULD allow map {extensions} parameter', rule: '2.4' },
  // Answers are application/json.
  '22EB': { audit: 'SHOULD accept application/graphql-response+json', rule: '4.4' },
  // A document that can't be parsed or doesn't fit the schema is 400, and data is null.
  '572B': { audit: 'SHOULD use 200 status code on document parsing failure', rule: '7.3' },
  FDE2: { audit: 'SHOULD use 200 status code on document validation failure', rule: '7.3' },
  '7B9B': { audit: 'SHOULD use a status code of 200 on variable coercion failure', rule: '7.3' },
  D586: { audit: 'SHOULD not contain the data entry on document parsing failure', rule: '2.5' },
  '5E5B': { audit: 'SHOULD not contain the data entry on document validation', rule: '2.5' },
  // POST alone.
  '5A70': { audit: 'MAY accept application/x-www-form-urlencoded formatted GET', rule: '4.1' },
  D6D5: { audit: 'MAY allow URL-encoded JSON string {variables} parameter in GETs', rule: '4.1' },
  '6A70': { audit: 'MAY allow URL-encoded JSON string {variables} parameter in GETs', rule: '4.1' },
};

describe('the sandbox, audited as GraphQL over HTTP (transport 2.4, 2.5, 4.1, 4.4, 7.3)', () => {
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
    const verdict = exception ? `does not pass, by rule ${exception.rule}` : 'passes';
    it(`${verdict}: ${name}`, async () => {
      const result = await fn();
      assert.equal(result.status === 'ok', exception === undefined, JSON.stringify(result));
    });
  }

  it('has no exception but for an audit that there is and a rule that there is', async () => {
    const rules = await readFile(new URL('../../../docs/transport.md', import.meta.url), 'utf8');
    for (const [id, { audit, rule }] of Object.entries(EXCEPTIONS)) {
      const found = audits.find((each) => each.id === id);
      assert.ok(found?.name.startsWith(audit), `${id}: ${found?.name}`);
      assert.ok(rules.includes(`| ${rule} |`), `docs/transport.md has no rule ${rule}.`);
    }
  });
});
