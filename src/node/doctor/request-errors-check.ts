import { problemOf, unreadableType } from './answer-problem.js';
import { note, ok, wrong, type Finding } from './finding.js';
import { member } from './json.js';
import { hasJsonType } from './media-type.js';
import { isCorrectable } from './operation-attempt.js';
import { basic, post, type Service } from './service.js';

/** Has an argument that no schema can have, and reads nothing. */
const UNKNOWN_ARGUMENT = {
  name: 'UnknownArgument',
  document:
    'query UnknownArgument($IdempotencyKey: String!) { result: __typename(IdempotencyKey: $IdempotencyKey) }',
  variables: { IdempotencyKey: 'set-card-pin-doctor' },
};

/**
 * Checks that the element can correct its operation after a request error, because schemas differ.
 * Whether it has to is the next check.
 */
export async function checkRequestErrors(service: Service): Promise<readonly Finding[]> {
  const answer = await post(service, UNKNOWN_ARGUMENT, basic(service.apiKey));
  const { status, headers, body } = answer;
  if (!hasJsonType(headers)) {
    const { code, text, advice } = unreadableType(headers);
    return [wrong(code, `A request with an unknown argument: ${text}`, advice)];
  }
  if (isCorrectable(answer)) {
    return [
      ok(
        'errors-readable',
        `A request error (${status}) names what the schema lacks: the element can correct its operation.`,
      ),
    ];
  }
  const problem = problemOf(answer, 'API key');
  const result = member(member(body, 'data'), 'result');
  if (problem === undefined || typeof result === 'string') {
    return [
      wrong(
        'unknown-argument-ignored',
        'The service ignores an unknown argument. So the element can’t know whether its idempotency key has an effect, and retries after a lost answer.',
        'Ask the provider whether setPinForPaymentCard takes an IdempotencyKey. If not, set no-idempotency-key on the element.',
      ),
    ];
  }
  if (
    problem.code === 'operation-refused' ||
    (status === 200 && problem.code === 'operation-failed')
  ) {
    return [
      note(
        'errors-hidden',
        `The service hides what a request error (${status}) is about, so the element can’t correct its operation. It must fit the schema as it is.`,
        'If it doesn’t: ask the provider not to mask validation errors.',
      ),
    ];
  }
  return [
    note(
      'errors-misunderstood',
      `A request error is answered with ${status}, so the element can’t correct its operation. It must fit the schema as it is.`,
      'If it doesn’t: ask the provider for the status 400, or 200.',
    ),
  ];
}
