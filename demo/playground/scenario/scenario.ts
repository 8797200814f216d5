/**
 * The playground's choices, with their labels, in the order on the page. Pure.
 */
import type { PinRule } from '../../../src/index.js';
import { DEFAULT_LOOKS, type Looks } from '../../looks/looks.js';
import type { Option } from '../../looks/query.js';
import { SANDBOX_CARDS, type SandboxCard } from '../../../src/node/sandbox/cards.js';

/** The form in the preview: the element in one of its modes, or the naive form. */
export const MODES = [
  { value: 'inline', label: 'Inline', note: 'The element in this page, in a closed shadow root.' },
  { value: 'isolated', label: 'Isolated', note: 'The element in a frame of another origin.' },
  { value: 'naive', label: 'Naive', note: 'Plain fields that accept every PIN, for comparison.' },
] as const satisfies readonly (Option<string> & { readonly note: string })[];

/** The page's answer when the element needs a client token. */
export const ANSWERS = [
  { value: 'at-once', label: 'A token at once' },
  { value: 'late', label: 'A token after 3 seconds' },
  { value: 'short-lived', label: 'A token that expires in 2 seconds' },
  { value: 'signed-out', label: 'Nobody is signed in: null' },
  { value: 'failure', label: 'The route is down: a rejection' },
  { value: 'never', label: 'No answer' },
] as const satisfies readonly Option<string>[];

export const RULES = [
  { value: 'repeated', label: 'Repeats' },
  { value: 'sequence', label: 'Sequences' },
  { value: 'common', label: 'Common' },
  { value: 'year', label: 'Years' },
] as const satisfies readonly Option<PinRule>[];

/** Writes a list of rules as a value of `pin-rules`. */
export function pinRules(chosen: readonly PinRule[]): string {
  const names = RULES.map(({ value }) => value).filter((name) => chosen.includes(name));
  return names.length === 0 ? 'none' : names.join(' ');
}

/** Every value of `pin-rules` that can be chosen. */
export const RULE_SETS: readonly string[] = RULES.reduce<PinRule[][]>(
  (sets, { value }) => [...sets, ...sets.map((set) => [...set, value])],
  [[]],
).map(pinRules);

export const LENGTHS = [4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

type ValueOf<Choice extends readonly Option<string>[]> = Choice[number]['value'];

/** The choices made in the playground. The URL holds them all. */
export interface Scenario extends Looks {
  /** The id of a sandbox card. */
  readonly card: string;
  readonly mode: ValueOf<typeof MODES>;
  readonly answer: ValueOf<typeof ANSWERS>;
  readonly length: (typeof LENGTHS)[number];
  /** One of {@link RULE_SETS}. */
  readonly rules: string;
  readonly confirm: boolean;
  readonly steps: boolean;
  readonly autoSubmit: boolean;
  readonly idempotencyKey: boolean;
  readonly disabled: boolean;
}

const FIRST_CARD = SANDBOX_CARDS[0]!;

export const DEFAULT_SCENARIO: Scenario = {
  card: FIRST_CARD.id,
  mode: 'inline',
  answer: 'at-once',
  ...DEFAULT_LOOKS,
  length: 4,
  rules: 'repeated sequence',
  confirm: true,
  steps: false,
  autoSubmit: false,
  idempotencyKey: true,
  disabled: false,
};

/** Returns the chosen card from the sandbox's table. */
export function cardOf({ card }: Scenario): SandboxCard {
  return SANDBOX_CARDS.find(({ id }) => id === card) ?? FIRST_CARD;
}
