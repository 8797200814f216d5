/** Checks that the API issues a client token for a card. */
import { isTokenText } from '../../service/client-token.js';
import { listOf, membersOf } from '../../service/members.js';
import { CLIENT_TOKEN_FIELD, clientTokenOperation } from '../server/client-token-operation.js';
import { post, withKey, type Api } from './api.js';
import { ASK_PROVIDER, ok, Problem, type Result } from './finding.js';
import { problemOf } from './problems.js';

export async function checkClientToken(api: Api): Promise<Result> {
  const answer = await post(api, clientTokenOperation(api.card), withKey(api));
  const problem = problemOf(answer, 'API key');
  if (problem !== undefined) throw problem;
  const payload = membersOf(membersOf(membersOf(answer.body)['data'])[CLIENT_TOKEN_FIELD]);
  const { __typename: type, value, expirationDate } = payload;
  if (type === 'UserError')
    throw new Problem(
      `The API won’t issue a client token for this card (${codesOf(payload['errors'])}).`,
      'Check that the card’s id is correct, and that the card is in this endpoint’s environment. If the id and the environment are correct, ask the provider what the code means.',
    );
  if (type === 'AccessDeniedError')
    throw new Problem(
      'The API key isn’t allowed to issue a client token for setting this card’s PIN.',
      'Ask the provider to grant the key the SET_PAYMENT_CARD_PIN permission.',
    );
  if (type !== 'ClientToken' || !isTokenText(value))
    throw new Problem('The API responded with something other than a client token.', ASK_PROVIDER);
  api.token = value;
  const expiry = typeof expirationDate === 'string' ? Date.parse(expirationDate) : NaN;
  return ok(
    `The API issues a client token that can set this card’s PIN. ${
      Number.isNaN(expiry)
        ? 'It has no expiry date, so the element uses it until the API rejects it.'
        : `Its expiry date is ${new Date(expiry).toISOString()}.`
    }`,
  );
}

/** Returns the errors' codes. Drops text from the API that doesn't look like a code. */
function codesOf(errors: unknown): string {
  const codes = listOf(errors)
    .slice(0, 5)
    .map((entry) => membersOf(entry)['code'])
    .filter((code) => typeof code === 'string' && /^\w{1,64}$/.test(code));
  return codes.length > 0 ? codes.join(', ') : 'without a code';
}
