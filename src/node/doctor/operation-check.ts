import { problemOf, type Credential } from './answer-problem.js';
import { note, ok, wrong, type Finding, type FindingCode } from './finding.js';
import { list, member } from './json.js';
import { attemptOperation, type Attempt } from './operation-attempt.js';
import { ASK_PROVIDER } from './problem.js';
import type { Service } from './service.js';

/** Checks that the service accepts the element's own operation, without executing it. */
export async function checkOperation(service: Service): Promise<readonly Finding[]> {
  const attempt = await attemptOperation(service);
  const credential: Credential = service.clientToken === undefined ? 'API key' : 'client token';
  const problem = problemOf(attempt.answer, credential);
  if (problem === undefined) return [accepted(attempt)];

  const { code, text, advice } = problem;
  // The message of a missing input member is a request error too, at 200 on some servers.
  const missing = missingMembers(attempt.answer.body);
  if (missing.length > 0) {
    return [
      wrong(
        'required-input',
        `SetPinForPaymentCardInput requires ${missing.join(', ')}, which the element doesn’t send: no PIN can be set.`,
        'Ask the provider how to set a PIN without it.',
      ),
    ];
  }
  if (credential === 'API key' && (code === 'credentials-refused' || code === 'forbidden')) {
    return [
      note(
        'operation-unchecked',
        'Without a client token the element’s operation can’t be tried.',
        'Pass a payment card’s id with --card.',
      ),
    ];
  }
  if (REFUSALS.includes(code)) {
    return [
      wrong(
        'operation-refused',
        `The service answers the element’s operation with ${attempt.answer.status}, and the element can’t correct it: no PIN can be set.`,
        `${ASK_PROVIDER} The findings on request errors and on the schema may say why.`,
      ),
    ];
  }
  return [wrong(code, text, advice)];
}

/** Nothing was executed, so a failure of the service is a refusal too. */
const REFUSALS: readonly FindingCode[] = [
  'operation-refused',
  'operation-failed',
  'service-failed',
  'unexpected-status',
];

function accepted({ without, added }: Attempt): Finding {
  if (without.length === 0 && added.length === 0) {
    return ok('operation-accepted', 'The service accepts the element’s operation as it is.');
  }
  const changes = [
    ...(without.length > 0 ? [`without ${without.map(printable).join(', ')}`] : []),
    ...(added.length > 0 ? [`with ${added.map(printable).join(', ')}`] : []),
  ];
  return ok(
    'operation-corrected',
    `The service accepts the element’s operation after corrections: ${changes.join(', and ')}.`,
  );
}

/** The names of types in a part come from the service. */
function printable(part: string): string {
  return /^[\w.:! ]{1,80}$/.test(part) ? part : '(a part that can’t be shown)';
}

/** The complaints of graphql-js and of graphql-java about a missing input member. */
const MISSING =
  /\bField ["']?(\w{1,64})["']? (?:of required type|(?:of variable '\w+' )?has coerced Null)/;

/** Returns the names of required input members that the element doesn't send. */
function missingMembers(body: unknown): readonly string[] {
  return list(member(body, 'errors')).flatMap(
    (error) => MISSING.exec(String(member(error, 'message')))?.slice(1) ?? [],
  );
}
