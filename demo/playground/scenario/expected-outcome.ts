/**
 * Predicts from the scenario how a submit ends. Pure.
 */
import type { SandboxOutcome } from '../../../src/node/sandbox/cards.js';
import { cardOf, type Scenario } from './scenario.js';

export interface ExpectedOutcome {
  readonly sentences: readonly string[];
  /** The `kind` of outcome. Undefined if the element can't submit. */
  readonly outcome: SandboxOutcome | 'token-unavailable' | undefined;
}

/** Predicts how a submit with a valid PIN ends. */
export function expectedOutcome(scenario: Scenario): ExpectedOutcome {
  const card = cardOf(scenario);
  if (scenario.disabled)
    return { sentences: ['The element is disabled: nothing can be typed.'], outcome: undefined };

  const noToken = NO_TOKEN[scenario.answer];
  if (noToken !== undefined) return noToken;
  // Without a key, the element repeats nothing.
  const outcomeWithoutKey = scenario.idempotencyKey ? undefined : card.outcomeWithoutKey;
  const note = NOTES[scenario.answer];
  return {
    sentences: [
      card.description,
      ...(outcomeWithoutKey !== undefined
        ? ['Without an idempotency key, the element doesn’t retry. The cardholder decides.']
        : []),
      ...(note === undefined ? [] : [note]),
    ],
    outcome: outcomeWithoutKey ?? card.outcome,
  };
}

const NO_TOKEN: Readonly<Partial<Record<Scenario['answer'], ExpectedOutcome>>> = {
  'signed-out': {
    sentences: ['The page says that nobody is signed in. The element sends nothing.'],
    outcome: 'token-expired',
  },
  failure: {
    sentences: ['The page can’t get a client token, and the element keeps the PIN.'],
    outcome: 'token-unavailable',
  },
  never: {
    sentences: ['The page never answers, and the submit ends after 30 seconds.'],
    outcome: 'token-unavailable',
  },
};

const NOTES: Readonly<Partial<Record<Scenario['answer'], string>>> = {
  late: 'The submit waits for each client token for 3 seconds.',
  'short-lived': 'A submit after more than 2 seconds gets another client token.',
};
