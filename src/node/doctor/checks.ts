/** Runs all checks, except those that depend on a failed check. */
import { parseEndpoint } from '../../address.js';
import { post, TYPE_NAME, type Api } from './api.js';
import { checkBrowser } from './browser-check.js';
import {
  ok,
  Problem,
  SUBJECTS,
  waitingFor,
  wrong,
  type Finding,
  type Result,
  type Subject,
} from './finding.js';
import { checkOperation } from './operation-check.js';
import { problemOfAddress } from './problems.js';
import { checkClientToken } from './token-check.js';

const CHECKS: Readonly<Record<Subject, (api: Api) => Promise<Result>>> = {
  endpoint: checkEndpoint,
  'client-token': checkClientToken,
  operation: checkOperation,
  browser: checkBrowser,
};

/** Runs all checks in order, and yields each finding as soon as it is known. */
export async function* runChecks(api: Api): AsyncGenerator<Finding, void> {
  let isReached = true;
  for (const check of SUBJECTS) {
    const result: Result = isReached ? await run(CHECKS[check], api) : waitingFor('endpoint');
    if (check === 'endpoint') isReached = result.level === 'ok';
    yield { check, ...masked(result, api) };
  }
}

async function run(check: (api: Api) => Promise<Result>, api: Api): Promise<Result> {
  try {
    return await check(api);
  } catch (error) {
    if (error instanceof Problem) return wrong(error.message, error.advice);
    throw error;
  }
}

/**
 * Checks that the API is at the address. Doesn't send a credential, because the address may belong
 * to a different server, or a firewall may respond. Without a credential, a wrong address isn't
 * mistaken for a wrong key.
 */
async function checkEndpoint(api: Api): Promise<Result> {
  const address = parseEndpoint(api.endpoint);
  if (typeof address === 'string') return wrong(`The ${address} Nothing was sent.`);
  const problem = problemOfAddress(await post(api, TYPE_NAME, {}));
  if (problem === undefined)
    return ok('A GraphQL API responds at this address, and the element can send a PIN to it.');
  throw new Problem(problem.message, `${problem.advice} The API key was not sent.`);
}

/** Masks the key and the token, because an API might echo one of them, for example as an id. */
function masked({ level, text, advice }: Result, { apiKey, token }: Api): Result {
  const secrets = token === undefined ? [apiKey] : [apiKey, token];
  const encoded = secrets.map((secret) => btoa(secret).replace(/=+$/, ''));
  // Masks encoded values first, because an encoded value may contain the API key.
  const mask = (part: string): string =>
    [...encoded, ...secrets].reduce((rest, form) => rest.replaceAll(form, '••••'), part);
  return { level, text: mask(text), advice: advice && mask(advice) };
}
