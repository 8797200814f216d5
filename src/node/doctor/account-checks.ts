/** Checks of the API key, of what it gives access to, and of client tokens. */
import { membersOf, listOf } from '../../service/members.js';
import { isTokenText } from '../../service/client-token.js';
import { CLIENT_TOKEN_FIELD, clientTokenOperation } from '../server/client-token-operation.js';
import { ASK_PROVIDER, note, ok, Problem, skipped, wrong, type Finding } from './finding.js';
import { execute, problemOf } from './problems.js';
import type { Secrets } from './report.js';
import { basic, bearer, post, readAsElement, type Service } from './service.js';

export async function checkApiKey(service: Service): Promise<Finding> {
  const data = await execute(service, { name: 'Ping', document: 'query Ping { ping }' });
  if (data['ping'] !== 'pong')
    throw new Problem(
      'The answer to ping is not pong.',
      'Check that the address is the service’s GraphQL endpoint.',
    );
  service.accepted = { name: 'API key', headers: basic(service.apiKey) };
  return ok('The service answers and accepts the key: both belong to the same environment.');
}

const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 60;

export async function checkOrganizations(service: Service, secrets: Secrets): Promise<Finding> {
  const data = await execute(service, {
    name: 'Organizations',
    document: 'query Organizations { organizations { id profile { displayName } } }',
  });
  const organizations = listOf(data['organizations']);
  if (organizations.length === 0)
    throw new Problem(
      'The key belongs to no organization.',
      'Check in the provider’s dashboard where the key was created.',
    );
  const names = organizations
    .slice(0, MAX_NAMES)
    .map((each) => printable(membersOf(membersOf(each)['profile'])['displayName'], secrets));
  const more = organizations.length - names.length;
  return ok(`The key belongs to: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`);
}

/** Shortens a name from the service, and removes the characters that control a terminal. */
function printable(name: unknown, secrets: Secrets): string {
  if (typeof name !== 'string') return '(no name)';
  const text = secrets.mask(name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ''));
  return text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text;
}

export async function checkCard(service: Service, card: string | undefined): Promise<Finding> {
  if (card === undefined) return skipped('Pass a payment card’s id with --card.');
  const data = await execute(service, {
    name: 'Card',
    document: 'query Card($id: ID!) { node(id: $id) { __typename id } }',
    variables: { id: card },
  });
  switch (membersOf(data['node'])['__typename']) {
    case 'PaymentCard':
      return ok('There is a payment card with this id.');
    case undefined:
      throw new Problem(
        'The key finds nothing with this id.',
        'Check the id, and that the card was created in this environment.',
      );
    default:
      throw new Problem(
        'This id does not belong to a payment card.',
        'Pass the id of the payment card, not of its account, product or holder.',
      );
  }
}

/** Asks the service for a client token, and checks it by the element's rules. */
export async function checkClientToken(
  service: Service,
  card: string,
  secrets: Secrets,
): Promise<Finding> {
  const data = await execute(service, clientTokenOperation(card));
  const payload = data[CLIENT_TOKEN_FIELD];
  const value = membersOf(payload)['value'];
  if (typeof value === 'string') secrets.add(value);
  switch (membersOf(payload)['__typename']) {
    case 'ClientToken':
      break;
    case 'UserError':
      throw new Problem(
        `The service makes no token for this card. Codes: ${codesOf(payload)}.`,
        'Ask the provider what the codes mean, and whether the card may have a PIN.',
      );
    case 'AccessDeniedError':
      throw new Problem(
        'The key may not make a token for setting the PIN of this card.',
        'Ask the provider to allow this for the key.',
      );
    default:
      throw new Problem('The payload is of an unknown type instead of a token.', ASK_PROVIDER);
  }
  if (!isTokenText(value))
    throw new Problem(
      'The token’s value is not base64-style text, so it can’t be sent in a header.',
      ASK_PROVIDER,
    );
  service.accepted = { name: 'client token', headers: bearer(value) };
  return checkExpiry(membersOf(payload)['expirationDate']);
}

function checkExpiry(expirationDate: unknown): Finding {
  const made = 'The service makes a token for setting the PIN of this card.';
  if (expirationDate === undefined || expirationDate === null)
    return ok(`${made} It has no expiry date: the element uses it until it is refused.`);
  const expiry = typeof expirationDate === 'string' ? Date.parse(expirationDate) : NaN;
  if (Number.isNaN(expiry))
    throw new Problem(
      'The token’s expirationDate is not a date that the element can read.',
      `${ASK_PROVIDER} The element uses such a token until it is refused.`,
    );
  const date = new Date(expiry).toISOString();
  return expiry > Date.now()
    ? ok(`${made} Its expiry date is ${date}.`)
    : wrong(
        `The token has expired: its expiry date is ${date}.`,
        'Check this machine’s clock. If it is right, ask the provider’s support.',
      );
}

/** Returns the codes, without any that doesn't look like one: they are text from the service. */
function codesOf(payload: unknown): string {
  const codes = listOf(membersOf(payload)['errors'])
    .slice(0, 5)
    .map((entry) => membersOf(entry)['code'])
    .filter((code) => typeof code === 'string' && /^\w{1,64}$/.test(code));
  return codes.length > 0 ? codes.join(', ') : 'none that can be shown';
}

/** Has the form of a token, but no service has made it. */
export const MADE_UP_TOKEN = 'c2V0LWNhcmQtcGluLWRvY3Rvcg==';

/** A query that needs a credential. */
export const RESTRICTED = {
  name: 'RefusedToken',
  document: 'query RefusedToken { organizations { id } }',
};

/** Checks that the element notices when its token is refused, so that it asks for another. */
export async function checkRefusedToken(service: Service): Promise<Finding> {
  const answer = await post(service, RESTRICTED, bearer(MADE_UP_TOKEN));
  if (readAsElement(answer).kind === 'token-refused')
    return ok(`The element notices when a token is refused (${answer.status}).`);
  const organizations = membersOf(membersOf(answer.body)['data'])['organizations'] ?? undefined;
  if (organizations !== undefined)
    return note('The service accepted an invalid token, so token refusal couldn’t be tested.');
  const { refused } = problemOf(answer, 'client token') ?? {};
  if (service.accepted === undefined || refused === 'unregistered')
    return skipped('The service accepted no request, so token refusal couldn’t be tested.');
  throw new Problem(
    `The service answers an invalid token with ${answer.status}, and the element can’t tell that it is refused. It would not ask for another token.`,
    'Ask the provider how an expired token is answered. The element expects the status 401, or an error with the code UNAUTHENTICATED.',
  );
}
