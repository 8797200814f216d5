/** Checks of the API key, and of what it gives access to. */
import type { CheckInput } from './check-input.js';
import { ok, skipped, wrong, type Finding } from './finding.js';
import { list, member } from './json.js';
import type { Secrets } from './secrets.js';
import { basic, execute, type Service } from './service.js';

export async function checkApiKey(service: Service): Promise<readonly Finding[]> {
  const { data } = await execute(service, { name: 'Ping', document: 'query Ping { ping }' });
  if (data['ping'] !== 'pong') {
    return [
      wrong(
        'not-pong',
        'The answer to ping is not pong.',
        'Check that the address is the service’s GraphQL endpoint.',
      ),
    ];
  }
  service.accepted = { name: 'API key', headers: basic(service.apiKey) };
  return [
    ok(
      'key-accepted',
      'The service answers and accepts the key: both belong to the same environment.',
    ),
  ];
}

const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 60;

export async function checkOrganizations(
  service: Service,
  { secrets }: CheckInput,
): Promise<readonly Finding[]> {
  const { data } = await execute(service, {
    name: 'Organizations',
    document: 'query Organizations { organizations { id profile { displayName } } }',
  });
  const organizations = list(data['organizations']);
  if (organizations.length === 0) {
    return [
      wrong(
        'no-organization',
        'The key belongs to no organization.',
        'Check in the provider’s dashboard where the key was created.',
      ),
    ];
  }
  const names = organizations
    .slice(0, MAX_NAMES)
    .map((organization) =>
      printable(member(member(organization, 'profile'), 'displayName'), secrets),
    );
  const more = organizations.length - names.length;
  return [
    ok(
      'organizations-found',
      `The key belongs to: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    ),
  ];
}

/** Shortens a name from the service, and removes the characters that control a terminal. */
function printable(name: unknown, secrets: Secrets): string {
  if (typeof name !== 'string') return '(no name)';
  const characters = [...secrets.mask(name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ''))];
  return characters.length > MAX_NAME_LENGTH
    ? `${characters.slice(0, MAX_NAME_LENGTH).join('')}…`
    : characters.join('');
}

export async function checkCard(
  service: Service,
  { card }: CheckInput,
): Promise<readonly Finding[]> {
  if (card === undefined) {
    return [skipped('option-missing', 'Pass a payment card’s id with --card.')];
  }
  const { data } = await execute(service, {
    name: 'Card',
    document: 'query Card($id: ID!) { node(id: $id) { __typename id } }',
    variables: { id: card },
  });
  switch (member(data['node'], '__typename')) {
    case 'PaymentCard':
      return [ok('card-found', 'There is a payment card with this id.')];
    case undefined:
      return [
        wrong(
          'card-unknown',
          'The key finds nothing with this id.',
          'Check the id, and that the card was created in this environment.',
        ),
      ];
    default:
      return [
        wrong(
          'not-a-card',
          'This id does not belong to a payment card.',
          'Pass the id of the payment card, not of its account, product or holder.',
        ),
      ];
  }
}
