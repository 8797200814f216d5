/**
 * Scenario → what will happen, in sentences. Pure.
 */
import type { SandboxOutcome } from '../../src/node/sandbox/cards.js';
import { cardOf, type Scenario } from './scenario.js';

/** What a person should expect of a submit. */
export interface Forecast {
  readonly sentences: readonly string[];
  /** The `kind` of outcome; nothing while nobody can submit. */
  readonly outcome: SandboxOutcome | undefined;
}

/** Foresees how a submit with a PIN of the right kind goes. */
export function forecast(scenario: Scenario): Forecast {
  const card = cardOf(scenario);
  if (scenario.disabled)
    return { sentences: ['The element is disabled: nothing can be typed.'], outcome: undefined };

  const refused = card.behaviour.startsWith('token-refused');
  const need = NEEDS[scenario.token];
  const asks = need !== undefined || refused;
  const starved = asks && scenario.answer === 'never';
  // What may have been executed is not repeated without a key.
  const unasked = card.behaviour === 'answer-lost-once' && !scenario.idempotencyKey;
  return {
    sentences: [
      ...(starved && !refused ? [] : [card.description]),
      ...(unasked ? ['Without a key the element leaves it to the cardholder to try again.'] : []),
      ...(need === undefined ? [] : [need]),
      ...(asks ? [REPLIES[scenario.answer]] : []),
    ],
    outcome: starved ? 'token-expired' : unasked ? 'unconfirmed' : card.outcome,
  };
}

const NEEDS: Readonly<Record<Scenario['token'], string | undefined>> = {
  fresh: undefined,
  none: 'The element asks for a client token when the PIN is submitted.',
  lapsing: 'The element asks for another client token 2 seconds after it got the first one.',
};

const REPLIES: Readonly<Record<Scenario['answer'], string>> = {
  'at-once': 'The page hands one over at once.',
  late: 'The page takes 3 seconds to hand one over; the PIN waits.',
  provider: 'The element fetches one by itself, through getClientToken.',
  never: 'The page never answers, so the submit ends after 30 seconds.',
};
