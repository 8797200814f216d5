import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SUBJECTS } from '../../../src/node/doctor/finding.js';
import { KEY, useFaultyServices } from './faulty-service.js';
import { diagnoseEndpoint } from './run-doctor.js';

interface Document {
  readonly version: number;
  readonly problems: number;
  readonly findings: readonly {
    readonly check: string;
    readonly level: string;
    readonly code: string;
    readonly text: string;
    readonly advice?: string;
  }[];
}

describe('set-card-pin doctor --json', () => {
  const serve = useFaultyServices();

  it('prints one document with every check', async () => {
    const { endpoint } = await serve({ Ping: { status: 401 } });
    const { stdout } = await diagnoseEndpoint(endpoint, { json: true });
    const { version, problems, findings } = JSON.parse(stdout) as Document;
    assert.deepEqual([version, problems], [1, 1]);
    assert.deepEqual([...new Set(findings.map(({ check }) => check))], SUBJECTS);
    assert.deepEqual(
      findings.slice(0, 3).map(({ check, level, code }) => [check, level, code]),
      [
        ['endpoint', 'ok', 'service-found'],
        ['api-key', 'wrong', 'credentials-refused'],
        ['organizations', 'skipped', 'not-checked'],
      ],
    );
    assert.match(findings[1]?.advice ?? '', /^A key works in one environment only/);
    assert.deepEqual(Object.keys(findings[0] ?? {}), ['check', 'level', 'code', 'text']);
  });

  it('masks a key that the service repeats', async () => {
    const displayName = `Programme of ${KEY}`;
    const { endpoint } = await serve({
      Organizations: { body: { data: { organizations: [{ profile: { displayName } }] } } },
    });
    const { stdout } = await diagnoseEndpoint(endpoint, { json: true });
    assert.match(stdout, /The key belongs to: Programme of ••••\./);
  });
});
