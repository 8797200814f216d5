/**
 * Predicts from the scenario how a submit ends. Pure.
 */
import type { SandboxOutcome } from '../../../src/node/sandbox/cards.js';
import { cardOf, type Scenario } from './scenario.js';

export interface ExpectedOutcome {
  readonly sentences: readonly string[];
  /** The `kind` of outcome. Undefined if the element can't submit. */
  readonly outcome: SandboxOutcome | undefined;
}

/** Predicts how a submit with a valid PIN ends. */
export function expectedOutcome(scenario: Scenario): ExpectedOutcome {
  const card = cardOf(scenario);
  if (scenario.disabled)
    return { sentences: ['The element is disabled: nothing can be typed.'], outcome: undefined };

  const isRefused = card.behaviour.startsWith('token-');
  const tokenNeed = TOKEN_NEEDS[scenario.token];
  const asksForToken = tokenNeed !== undefined || isRefused;
  const getsNoToken = asksForToken && scenario.answer === 'never';
  // The element doesn't repeat a request without a key if the first one may have been executed.
  const outcomeWithoutKey = scenario.idempotencyKey ? undefined : card.outcomeWithoutKey;
  return {
    sentences: [
      ...(getsNoToken && !isRefused ? [] : [card.description]),
      ...(outcomeWithoutKey !== undefined
        ? ['Without an idempotency key, the element doesn’t retry. The cardholder decides.']
        : []),
      ...(tokenNeed === undefined ? [] : [tokenNeed]),
      ...(asksForToken ? [PAGE_ANSWERS[scenario.answer]] : []),
    ],
    outcome: getsNoToken ? 'token-expired' : (outcomeWithoutKey ?? card.outcome),
  };
}

const TOKEN_NEEDS: Readonly<Record<Scenario['token'], string | undefined>> = {
  fresh: undefined,
  none: 'The element asks for a client token when the PIN is submitted.',
  expiring: 'The first client token lapses after 2 seconds, and the element asks for another one.',
};

const PAGE_ANSWERS: Readonly<Record<Scenario['answer'], string>> = {
  'at-once': 'The page provides one at once.',
  late: 'The page provides one after 3 seconds, and the submit waits for it.',
  provider: 'The element gets one by calling getClientToken.',
  never: 'The page never answers, so the submit ends after 30 seconds.',
};
