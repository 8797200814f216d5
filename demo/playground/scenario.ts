/** The playground's choices, and the values that depend on them. Pure. */
import { SANDBOX_CARDS, type SandboxCard } from '../../src/node/sandbox/cards.js';
import { changesIn, type Choice, type Chosen } from '../looks/choices.js';
import { LOOKS } from '../looks/looks.js';
import type { ServiceAddresses } from '../server-calls/service-addresses.js';

/** Notes on the form in the preview: the element in one of its modes, or a naive form. */
export const MODE_NOTES: Readonly<Record<string, string>> = {
  inline:
    'The element in this page, in a closed shadow root. The key logger was added after its script.',
  isolated:
    'The element in a frame on another origin. Even an earlier key logger would capture nothing.',
  naive: 'A plain field, for comparison. Never use it.',
};

/** Choices that affect only a new element. */
export const SERVICE_CHOICES: readonly Choice<'card' | 'mode' | 'token'>[] = [
  {
    name: 'mode',
    label: 'Form',
    options: { inline: 'Inline', isolated: 'Isolated', naive: 'Naive' },
  },
  {
    name: 'card',
    label: 'Card',
    options: Object.fromEntries(
      SANDBOX_CARDS.map(({ id, behaviour, outcome }) => [id, `${behaviour}: ${outcome}`]),
    ),
  },
  {
    name: 'token',
    label: 'Token',
    options: {
      'at-once': 'A token at once',
      late: 'A token after 3 seconds',
      'signed-out': 'null: nobody is signed in',
      failure: 'Rejects: the route is down',
    },
  },
];

/** The element's attributes. */
export const ATTRIBUTE_CHOICES: readonly Choice<
  'pin-length' | 'pin-rules' | 'no-confirm' | 'flow' | 'idempotency-key' | 'disabled'
>[] = [
  {
    name: 'pin-length',
    label: 'PIN length',
    options: Object.fromEntries([4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => [n, `${n} digits`])),
  },
  {
    name: 'pin-rules',
    label: 'PIN rules',
    options: {
      'repeated sequence': 'Default',
      'repeated sequence common year': 'All',
      none: 'None',
    },
  },
  { name: 'no-confirm', label: 'Ask for the PIN only once', options: { '': '', true: '' } },
  { name: 'flow', label: 'One field at a time', options: { '': '', steps: '' } },
  {
    name: 'idempotency-key',
    label: 'Don’t send an idempotency key',
    options: { '': '', none: '' },
  },
  { name: 'disabled', label: 'Disabled', options: { '': '', true: '' } },
];

export const CHOICES = [...SERVICE_CHOICES, ...LOOKS, ...ATTRIBUTE_CHOICES];

/** The choices made in the playground. The URL holds them all. */
export type Scenario = Chosen<(typeof CHOICES)[number]['name']>;

/** Returns the chosen card from the sandbox's table. */
export function cardOf({ card }: Scenario): SandboxCard {
  return SANDBOX_CARDS.find(({ id }) => id === card)!;
}

/** Choices that are attributes of the element. */
export const ATTRIBUTES = [
  ...LOOKS.filter(({ name }) => name === 'appearance' || name === 'lang'),
  ...ATTRIBUTE_CHOICES,
];

/** Returns the element's attributes. */
export function attributesOf(
  scenario: Scenario,
  { endpoint, frame }: ServiceAddresses,
): ReadonlyMap<string, string> {
  return new Map([
    ['endpoint', endpoint],
    ...(scenario.mode === 'isolated' ? [['frame-src', frame] as const] : []),
    ['card-id', scenario.card],
    ...changesIn(ATTRIBUTES, scenario),
  ]);
}

/** Returns what a submit with a valid PIN does, and the kind of its outcome. */
export function prediction(scenario: Scenario): readonly [text: string, outcome: string] {
  const { description, outcome, outcomeWithoutKey } = cardOf(scenario);
  if (scenario.disabled) return ['The element is disabled, so nothing can be typed.', 'aborted'];
  if (scenario.token === 'signed-out')
    return [
      'The page reports that nobody is signed in. The element doesn’t send anything.',
      'token-expired',
    ];
  if (scenario.token === 'failure')
    return ['The page can’t get a client token. The element keeps the PIN.', 'token-unavailable'];
  if (scenario['idempotency-key'] === '' || outcomeWithoutKey === undefined)
    return [description, outcome];
  return [`${description} Without a key, the element doesn’t retry.`, outcomeWithoutKey];
}
