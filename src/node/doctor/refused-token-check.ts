import { readAsElement } from './element-reading.js';
import { note, ok, wrong, type Finding } from './finding.js';
import { member } from './json.js';
import { bearer, post, type Service } from './service.js';

/** Has the form of a token, but no service has made it. */
export const MADE_UP_TOKEN = 'c2V0LWNhcmQtcGluLWRvY3Rvcg==';

/** A query that needs a credential. */
export const RESTRICTED = {
  name: 'RefusedToken',
  document: 'query RefusedToken { organizations { id } }',
};

/**
 * Checks that the element notices when its client token is refused, so that it asks for another.
 */
export async function checkRefusedToken(service: Service): Promise<readonly Finding[]> {
  const answer = await post(service, RESTRICTED, bearer(MADE_UP_TOKEN));
  if (readAsElement(answer).kind === 'token-refused') {
    return [
      ok('refusal-understood', `The element notices when a token is refused (${answer.status}).`),
    ];
  }
  const result = member(member(answer.body, 'data'), 'organizations');
  if (result !== undefined && result !== null) {
    return [
      note(
        'made-up-token-accepted',
        'The service accepted an invalid token, so token refusal couldn’t be tested.',
      ),
    ];
  }
  return [
    wrong(
      'refusal-misunderstood',
      `A made-up token is answered with ${answer.status}, and the element can’t tell that it is refused. It would not ask for another token.`,
      'Ask the provider how a lapsed token is answered. The element expects the status 401, or an error with the code UNAUTHENTICATED.',
    ),
  ];
}
