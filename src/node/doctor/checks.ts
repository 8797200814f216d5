import { parseEndpoint } from '../../service/endpoint.js';
import { checkBrowser } from './browser-check.js';
import type { CheckInput } from './check-input.js';
import { checkClientToken } from './client-token-check.js';
import { Trouble } from './exchange.js';
import { ok, skipped, wrong, type Finding } from './finding.js';
import { checkSchema } from './schema-check.js';
import type { Secrets } from './secrets.js';
import { ask, list, member, type Service } from './service.js';

interface Check {
  readonly subject: string;
  /** The subject without which this one can't be looked at. */
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

/** Looks at everything, one thing after the other; gives what was looked at, and what was found, as it is found. */
export async function* examine(input: CheckInput): AsyncGenerator<[subject: string, Finding]> {
  const endpoint = parseEndpoint(input.endpoint);
  if (typeof endpoint === 'string') {
    yield ['endpoint', wrong(`The ${endpoint}`)];
    yield ['the rest', skipped('Nothing was sent.')];
    return;
  }
  yield ['endpoint', ok('A PIN may be sent to this address.')];

  const service = { endpoint, apiKey: input.apiKey, timeLimit: input.timeLimit };
  const sound = new Set<string>();
  for (const { subject, needs, run } of CHECKS) {
    if (needs !== undefined && !sound.has(needs)) {
      yield [subject, skipped(`Waits until this is in order: ${needs}.`)];
      continue;
    }
    try {
      const findings = await run(service, input);
      for (const finding of findings) yield [subject, finding];
      if (findings.every(({ level }) => level === 'ok')) sound.add(subject);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      yield [subject, wrong(error.message, error.advice)];
      if (error.reached) continue;
      yield ['the rest', skipped('The service can’t be reached.')];
      return;
    }
  }
}

async function checkApiKey(service: Service): Promise<readonly Finding[]> {
  const { data } = await ask(service, { name: 'Ping', document: 'query Ping { ping }' });
  return [
    data['ping'] === 'pong'
      ? ok('The service answers, and takes the key: both are of the same environment.')
      : wrong(
          'What answers to ping does not say pong.',
          'Check that the address is the service’s GraphQL endpoint.',
        ),
  ];
}

/** The names shown, and the characters of each. */
const MOST_NAMES = 5;
const LONGEST_NAME = 60;

async function checkOrganizations(
  service: Service,
  { secrets }: CheckInput,
): Promise<readonly Finding[]> {
  const { data } = await ask(service, {
    name: 'Organizations',
    document: 'query Organizations { organizations { id profile { displayName } } }',
  });
  const organizations = list(data['organizations']);
  if (organizations.length === 0) {
    return [
      wrong(
        'The key belongs to no organization.',
        'Check in the provider’s dashboard where the key was made.',
      ),
    ];
  }
  const names = organizations
    .slice(0, MOST_NAMES)
    .map((organization) =>
      printable(member(member(organization, 'profile'), 'displayName'), secrets),
    );
  const more = organizations.length - names.length;
  return [ok(`The key belongs to: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`)];
}

/** A name of the service's as a terminal may have it: in one short line, and without anything that steers it. */
function printable(name: unknown, secrets: Secrets): string {
  if (typeof name !== 'string') return '(no name)';
  const characters = [...secrets.mask(name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ''))];
  return characters.length > LONGEST_NAME
    ? `${characters.slice(0, LONGEST_NAME).join('')}…`
    : characters.join('');
}

async function checkCard(service: Service, { card }: CheckInput): Promise<readonly Finding[]> {
  if (card === undefined) return [skipped('Give a payment card’s id with --card.')];
  const { data } = await ask(service, {
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
          'There is nothing with this id that the key can see.',
          'Check the id, and that the card was made in this environment.',
        ),
      ];
    default:
      return [
        wrong(
          'The id is that of something else than a payment card.',
          'Give the id of the payment card, not that of its account, product or holder.',
        ),
      ];
  }
}
