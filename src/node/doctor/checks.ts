/** Runs all checks, each only if those before it allow it. */
import { parseEndpoint } from '../../address.js';
import { post, TYPE_NAME, type Api } from './api.js';
import { checkBrowser } from './browser-check.js';
import {
  ok,
  Problem,
  skipped,
  SUBJECTS,
  waitingFor,
  wrong,
  type Finding,
  type Subject,
} from './finding.js';
import { checkOperation } from './operation-check.js';
import { problemOfAddress } from './problems.js';
import { masked } from './report.js';
import { checkClientToken } from './token-check.js';

/** The input of the checks. The endpoint isn't parsed yet: a PIN may not be sent to any address. */
export type CheckInput = Omit<Api, 'endpoint' | 'token'> & { readonly endpoint: string };

const CHECKS: Readonly<Record<Subject, (api: Api) => Promise<Finding>>> = {
  endpoint: checkEndpoint,
  'client-token': checkClientToken,
  operation: checkOperation,
  browser: checkBrowser,
};

/** Runs all checks in order, and yields each finding at once, with its subject. */
export async function* runChecks(input: CheckInput): AsyncGenerator<[Subject, Finding]> {
  const endpoint = parseEndpoint(input.endpoint);
  if (typeof endpoint === 'string') {
    yield ['endpoint', wrong(`The ${endpoint}`)];
    for (const subject of SUBJECTS.slice(1)) yield [subject, skipped('Nothing was sent.')];
    return;
  }
  const api: Api = { ...input, endpoint };
  let isReached = true;
  for (const subject of SUBJECTS) {
    const finding: Finding = isReached ? await run(CHECKS[subject], api) : waitingFor('endpoint');
    if (subject === 'endpoint') isReached = finding.level === 'ok';
    yield [subject, masked(finding, [api.apiKey, api.token ?? ''])];
  }
}

async function run(check: (api: Api) => Promise<Finding>, api: Api): Promise<Finding> {
  try {
    return await check(api);
  } catch (error) {
    if (error instanceof Problem) return wrong(error.message, error.advice);
    throw error;
  }
}

/**
 * Checks that the API is at the address. Sends no credential, because the address may be another
 * server's, or a firewall may respond. So a wrong address can't be mistaken for a wrong key.
 */
async function checkEndpoint(api: Api): Promise<Finding> {
  const problem = problemOfAddress(await post(api, TYPE_NAME, {}));
  if (problem === undefined)
    return ok('A GraphQL API responds at this address, and a PIN may be sent there.');
  throw new Problem(problem.message, `${problem.advice} The API key was not sent.`);
}
