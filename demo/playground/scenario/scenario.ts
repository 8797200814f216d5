/**
 * The playground's choices, with their labels, and their place in the URL. Pure.
 */
import { ALLOWED_LOOKS, DEFAULT_LOOKS, type Looks, type ValueOf } from '../../looks/looks.js';
import { readQuery, valuesOf, writeQuery, type Allowed, type Option } from '../../looks/query.js';
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
  { value: 'signed-out', label: 'Nobody is signed in: null' },
  { value: 'failure', label: 'The route is down: a rejection' },
] as const satisfies readonly Option<string>[];

/** Values of `pin-rules`. */
export const RULES = [
  { value: 'repeated sequence', label: 'Default' },
  { value: 'repeated sequence common year', label: 'All' },
  { value: 'none', label: 'None' },
] as const satisfies readonly Option<string>[];

export const LENGTHS = [4, 5, 6, 7, 8, 9, 10, 11, 12].map((value) => ({
  value,
  label: `${value} digits`,
}));

/** The choices made in the playground. The URL holds them all. */
export interface Scenario extends Looks {
  /** The id of a sandbox card. */
  readonly card: string;
  readonly mode: ValueOf<typeof MODES>;
  readonly answer: ValueOf<typeof ANSWERS>;
  readonly length: number;
  readonly rules: ValueOf<typeof RULES>;
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

const ALLOWED: Allowed<Scenario> = {
  ...ALLOWED_LOOKS,
  card: SANDBOX_CARDS.map(({ id }) => id),
  mode: valuesOf(MODES),
  answer: valuesOf(ANSWERS),
  length: valuesOf(LENGTHS),
  rules: valuesOf(RULES),
  confirm: [true, false],
  steps: [true, false],
  autoSubmit: [true, false],
  idempotencyKey: [true, false],
  disabled: [true, false],
};

/** Reads a scenario from a query. A missing or unknown value becomes the default. */
export function readScenario(query: string): Scenario {
  return readQuery(query, ALLOWED, DEFAULT_SCENARIO);
}

/** Writes a query that {@link readScenario} can read. It is empty for the default scenario. */
export function writeScenario(scenario: Scenario): string {
  return writeQuery(scenario, DEFAULT_SCENARIO);
}

/** Returns the chosen card from the sandbox's table. */
export function cardOf({ card }: Scenario): SandboxCard {
  return SANDBOX_CARDS.find(({ id }) => id === card) ?? FIRST_CARD;
}
