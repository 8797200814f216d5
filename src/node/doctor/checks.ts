import { parseEndpoint } from '../../service/endpoint.js';
import { checkBrowser } from './browser-check.js';
import type { CheckInput } from './check-input.js';
import { checkClientToken } from './client-token-check.js';
import { ok, skipped, wrong, type Finding } from './finding.js';
import { ServiceError } from './http-request.js';
import { checkSchema } from './schema-check.js';
import type { Secrets } from './secrets.js';
import { execute, list, member, type Service } from './service.js';

interface Check {
  readonly subject: string;
  /** The subject of the check that must pass first. */
  readonly needs?: string;
  readonly run: (service: Service, input: CheckInput) => Promise<readonly Finding[]>;
}

const CHECKS: readonly Check[] = [
  { subject: 'API key', run: checkApiKey },
  { subject: 'organizations', needs: 'API key', run: checkOrganizations },
  { subject: 'card', needs: 'API key', run: checkCard },
  { subject: 'client token', needs: 'card', run: checkClientToken },
  { subject: 'schema', needs: 'API key', run: checkSchema },
  { subject: 'browser', run: checkBrowser },
];

/** Runs all checks in order, and yields each finding at once, with its subject. */
export async function* runChecks(input: CheckInput): AsyncGenerator<[subject: string, Finding]> {
  const endpoint = parseEndpoint(input.endpoint);
  if (typeof endpoint === 'string') {
    yield ['endpoint', wrong(`The ${endpoint}`)];
    yield ['the rest', skipped('Nothing was sent.')];
    return;
  }
  yield ['endpoint', ok('A PIN may be sent to this address.')];

  const service = { endpoint, apiKey: input.apiKey, timeLimit: input.timeLimit };
  const passed = new Set<string>();
  for (const { subject, needs, run } of CHECKS) {
    if (needs !== undefined && !passed.has(needs)) {
      yield [subject, skipped(`Not checked until this passes: ${needs}.`)];
      continue;
    }
    try {
      const findings = await run(service, input);
      for (const finding of findings) yield [subject, finding];
      if (findings.every(({ level }) => level === 'ok')) passed.add(subject);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      yield [subject, wrong(error.message, error.advice)];
      if (error.reached) continue;
      yield ['the rest', skipped('The service can’t be reached.')];
      return;
    }
  }
}

async function checkApiKey(service: Service): Promise<readonly Finding[]> {
  const { data } = await execute(service, { name: 'Ping', document: 'query Ping { ping }' });
  return [
    data['ping'] === 'pong'
      ? ok('The service answers and accepts the key: both belong to the same environment.')
      : wrong(
          'The answer to ping is not pong.',
          'Check that the address is the service’s GraphQL endpoint.',
        ),
  ];
}

const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 60;

async function checkOrganizations(
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
  return [ok(`The key belongs to: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`)];
}

/** Shortens a name from the service, and removes the characters that control a terminal. */
function printable(name: unknown, secrets: Secrets): string {
  if (typeof name !== 'string') return '(no name)';
  const characters = [...secrets.mask(name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ''))];
  return characters.length > MAX_NAME_LENGTH
    ? `${characters.slice(0, MAX_NAME_LENGTH).join('')}…`
    : characters.join('');
}

async function checkCard(service: Service, { card }: CheckInput): Promise<readonly Finding[]> {
  if (card === undefined) return [skipped('Pass a payment card’s id with --card.')];
  const { data } = await execute(service, {
    name: 'Card',
    document: 'query Card($id: ID!) { node(id: $id) { __typename id } }',
    variables: { id: card },
  });
  switch (member(data['node'], '__typename')) {
    case 'PaymentCard':
      return [ok('There is a payment card with this id.')];
    case undefined:
      return [
        wrong(
          'The key finds nothing with this id.',
          'Check the id, and that the card was created in this environment.',
        ),
      ];
    default:
      return [
        wrong(
          'This id does not belong to a payment card.',
          'Pass the id of the payment card, not of its account, product or holder.',
        ),
      ];
  }
}
