/**
 * What the playground can be set to, as data: the choices, in the order in which they are offered, with their names. Pure.
 */
import type { PinRule } from '../../src/index.js';
import { USUAL_LOOKS, type Looks } from '../looks/looks.js';
import type { Option } from '../looks/query.js';
import { SANDBOX_CARDS, type SandboxCard } from '../../src/node/sandbox/cards.js';

/** What stands on the stage: the element in one of its modes, or what it is compared with. */
export const MODES = [
  { value: 'inline', label: 'Inline', note: 'Ours, in this page, in a closed root.' },
  { value: 'isolated', label: 'Isolated', note: 'Ours, in a frame of another origin.' },
  { value: 'naive', label: 'Naive', note: 'Plain fields, to compare. Never use it.' },
] as const satisfies readonly (Option<string> & { readonly note: string })[];

/** How the page supplies the first client token. */
export const TOKENS = [
  { value: 'fresh', label: 'A fresh one, at once' },
  { value: 'none', label: 'None until asked' },
  { value: 'lapsing', label: 'One that lapses in 2 seconds' },
] as const satisfies readonly Option<string>[];

/** How the page answers when the element needs another one. */
export const ANSWERS = [
  { value: 'at-once', label: 'respondWith, at once' },
  { value: 'late', label: 'respondWith, after 3 seconds' },
  { value: 'provider', label: 'getClientToken, before any event' },
  { value: 'never', label: 'Never' },
] as const satisfies readonly Option<string>[];

export const WIDTHS = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
] as const satisfies readonly Option<string>[];

export const RULES = [
  { value: 'repeated', label: 'Repeats' },
  { value: 'sequence', label: 'Sequences' },
  { value: 'common', label: 'Common' },
  { value: 'year', label: 'Years' },
  { value: 'palindrome', label: 'Palindromes' },
  { value: 'keypad', label: 'Keypad lines' },
] as const satisfies readonly Option<PinRule>[];

/** Some of the rules, as `pin-rules` takes them. */
export function pinRules(chosen: readonly PinRule[]): string {
  const names = RULES.map(({ value }) => value).filter((name) => chosen.includes(name));
  return names.length === 0 ? 'none' : names.join(' ');
}

/** Every set that can be chosen. */
export const RULE_SETS: readonly string[] = RULES.reduce<PinRule[][]>(
  (sets, { value }) => [...sets, ...sets.map((set) => [...set, value])],
  [[]],
).map(pinRules);

export const LENGTHS = [4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

export const SNIPPETS = [
  { value: 'html', label: 'HTML' },
  { value: 'react', label: 'React' },
  { value: 'vue', label: 'Vue' },
] as const satisfies readonly Option<string>[];

type ValueOf<Choice extends readonly Option<string>[]> = Choice[number]['value'];

/** Everything the playground is set to. */
export interface Scenario extends Looks {
  /** The sandbox card's id. */
  readonly card: string;
  readonly mode: ValueOf<typeof MODES>;
  readonly token: ValueOf<typeof TOKENS>;
  readonly answer: ValueOf<typeof ANSWERS>;
  readonly width: ValueOf<typeof WIDTHS>;
  readonly length: (typeof LENGTHS)[number];
  /** One of {@link RULE_SETS}. */
  readonly rules: string;
  readonly confirm: boolean;
  readonly idempotencyKey: boolean;
  readonly disabled: boolean;
  readonly snippet: ValueOf<typeof SNIPPETS>;
}

const FIRST_CARD = SANDBOX_CARDS[0]!;

/** What is chosen before anybody has chosen. */
export const DEFAULT_SCENARIO: Scenario = {
  card: FIRST_CARD.id,
  mode: 'inline',
  token: 'fresh',
  answer: 'at-once',
  ...USUAL_LOOKS,
  width: 'phone',
  length: 4,
  rules: 'repeated sequence',
  confirm: true,
  idempotencyKey: true,
  disabled: false,
  snippet: 'html',
};

/** The row of the sandbox's table for the chosen card. */
export function cardOf({ card }: Scenario): SandboxCard {
  return SANDBOX_CARDS.find(({ id }) => id === card) ?? FIRST_CARD;
}
