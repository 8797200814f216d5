import { parseEndpoint } from '../../address.js';
import { checkBrowser } from './browser-check.js';
import type { CheckInput } from './check-input.js';
import { checkClientToken } from './client-token-check.js';
import { checkEndpoint } from './endpoint-check.js';
import { labelOf, skipped, SUBJECTS, wrong, type Finding, type Subject } from './finding.js';
import { checkApiKey, checkCard, checkOrganizations } from './identity-checks.js';
import { checkOperation } from './operation-check.js';
import { checkRefusedToken } from './refused-token-check.js';
import { ServiceError } from './service-error.js';
import type { Service } from './service.js';

interface Check {
  /** The check that must pass first. */
  readonly needs?: Subject;
  readonly run: (service: Service, input: CheckInput) => Promise<readonly Finding[]>;
}

const CHECKS: Readonly<Record<Subject, Check>> = {
  endpoint: { run: checkEndpoint },
  'api-key': { needs: 'endpoint', run: checkApiKey },
  organizations: { needs: 'api-key', run: checkOrganizations },
  card: { needs: 'api-key', run: checkCard },
  'client-token': { needs: 'card', run: checkClientToken },
  'refused-token': { needs: 'endpoint', run: checkRefusedToken },
  operation: { needs: 'api-key', run: checkOperation },
  browser: { needs: 'endpoint', run: checkBrowser },
};

/** Runs all checks in order, and yields each finding at once, with its subject. */
export async function* runChecks(input: CheckInput): AsyncGenerator<[Subject, Finding]> {
  const endpoint = parseEndpoint(input.endpoint);
  if (typeof endpoint === 'string') {
    yield ['endpoint', wrong('address-refused', `The ${endpoint}`)];
    for (const subject of SUBJECTS.slice(1)) {
      yield [subject, skipped('not-checked', 'Nothing was sent.')];
    }
    return;
  }

  const service: Service = { endpoint, apiKey: input.apiKey, timeLimit: input.timeLimit };
  const passed = new Set<Subject>();
  let reachable = true;
  for (const subject of SUBJECTS) {
    const { needs, run } = CHECKS[subject];
    if (!reachable) {
      yield [subject, skipped('not-checked', 'The service can’t be reached.')];
      continue;
    }
    if (needs !== undefined && !passed.has(needs)) {
      const text = `Not checked until this passes: ${labelOf(needs)}.`;
      yield [subject, skipped('not-checked', text)];
      continue;
    }
    try {
      const findings = await run(service, input);
      for (const finding of findings) yield [subject, finding];
      if (findings.every(({ level }) => level === 'ok' || level === 'note')) passed.add(subject);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      yield [subject, wrong(error.code, error.message, error.advice)];
      reachable = error.reached;
    }
  }
}
