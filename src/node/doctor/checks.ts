/** Runs all checks, each only if those before it allow it. */
import { parseEndpoint } from '../../address.js';
import {
  checkApiKey,
  checkCard,
  checkClientToken,
  checkOrganizations,
  checkRefusedToken,
} from './account-checks.js';
import { checkBrowser } from './browser-check.js';
import {
  labelOf,
  note,
  ok,
  Problem,
  skipped,
  SUBJECTS,
  wrong,
  type Finding,
  type Subject,
} from './finding.js';
import { checkOperation } from './operation-check.js';
import { problemOfAddress, problemOfType } from './problems.js';
import type { Secrets } from './report.js';
import { basic, post, type Service } from './service.js';

/** The input of the checks. */
export interface CheckInput {
  /** Not parsed yet, because the first check is whether a PIN may be sent there. */
  readonly endpoint: string;
  readonly apiKey: string;
  /** The payment card to make a client token for. */
  readonly card: string | undefined;
  /** The origin of the page that will contain the element. */
  readonly origin: string | undefined;
  /** The time limit of each request, in seconds. */
  readonly timeLimit: number;
  /** Each check adds the secrets that it receives, so that the report masks them. */
  readonly secrets: Secrets;
}

interface Check {
  /** The check that must pass first. */
  readonly needs?: Subject;
  /** @throws {Problem} */
  readonly run: (service: Service, input: CheckInput) => Promise<Finding | readonly Finding[]>;
}

const CHECKS: Readonly<Record<Subject, Check>> = {
  endpoint: { run: checkEndpoint },
  'api-key': { needs: 'endpoint', run: checkApiKey },
  organizations: {
    needs: 'api-key',
    run: (service, { secrets }) => checkOrganizations(service, secrets),
  },
  card: { needs: 'api-key', run: (service, { card }) => checkCard(service, card) },
  'client-token': {
    needs: 'card',
    run: (service, { card = '', secrets }) => checkClientToken(service, card, secrets),
  },
  'refused-token': { needs: 'endpoint', run: checkRefusedToken },
  operation: { needs: 'api-key', run: checkOperation },
  browser: { needs: 'endpoint', run: (service, { origin }) => checkBrowser(service, origin) },
};

/** Checks whose query only the doctor sends, so that nobody has to register it. */
const OWN_QUERIES: readonly Subject[] = ['api-key', 'organizations', 'card'];

/** Runs all checks in order, and yields each finding at once, with its subject. */
export async function* runChecks(input: CheckInput): AsyncGenerator<[Subject, Finding]> {
  const endpoint = parseEndpoint(input.endpoint);
  if (typeof endpoint === 'string') {
    yield ['endpoint', wrong(`The ${endpoint}`)];
    for (const subject of SUBJECTS.slice(1)) yield [subject, skipped('Nothing was sent.')];
    return;
  }
  const service: Service = { endpoint, apiKey: input.apiKey, timeLimit: input.timeLimit };
  const passed = new Set<Subject>();
  let reachable = true;
  for (const subject of SUBJECTS) {
    const { needs, run } = CHECKS[subject];
    if (!reachable) {
      yield [subject, skipped('Not checked, because a request got no answer from the service.')];
    } else if (needs !== undefined && !passed.has(needs)) {
      yield [subject, skipped(`Not checked until this passes: ${labelOf(needs)}.`)];
    } else {
      try {
        const findings = [await run(service, input)].flat();
        for (const finding of findings) yield [subject, finding];
        if (findings.every(({ level }) => level === 'ok' || level === 'note')) passed.add(subject);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.refused === 'unregistered' && OWN_QUERIES.includes(subject)) {
          passed.add(subject);
          service.accepted ??= { name: 'API key', headers: basic(service.apiKey) };
          yield [subject, note(`${error.message} Only the doctor sends it: not checked.`)];
          continue;
        }
        yield [subject, wrong(error.message, error.advice)];
        reachable = error.reached;
      }
    }
  }
}

/**
 * Checks that a GraphQL service answers at the address. Sends no credential, because the address
 * may be another server's, or a firewall may answer. So a wrong address can't be taken for a wrong
 * key.
 */
async function checkEndpoint(service: Service): Promise<Finding> {
  const document = 'query Endpoint { __typename }';
  const answer = await post(service, { name: 'Endpoint', document }, {});
  const problem = problemOfAddress(answer) ?? problemOfType(answer.headers);
  if (problem === undefined)
    return ok('A service answers at this address, and a PIN may be sent there.');
  throw new Problem(problem.message, `${problem.advice} The API key was not sent.`);
}
