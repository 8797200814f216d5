/**
 * Turns an event of the element into a log entry.
 */
import {
  PinChangeEvent,
  PinErrorEvent,
  PinSetEvent,
  TokenExpiredEvent,
  type FailedOutcome,
} from '../../../src/index.js';
import type { NewEntry } from './activity-log.js';

/** Describes an event of the element. */
export function eventEntry(event: Event): NewEntry {
  const name = event.type;
  if (event instanceof PinChangeEvent) {
    const { complete, valid } = event;
    const facts = [complete ? 'complete' : 'incomplete', valid ? 'valid' : 'invalid'];
    return { name, tone: 'neutral', facts };
  }
  if (event instanceof PinSetEvent) {
    const { card, requestId } = event;
    return {
      name,
      tone: 'good',
      facts: [`card ending ${card.last4}`],
      detail: { card, requestId },
    };
  }
  if (event instanceof PinErrorEvent) {
    const { outcome, retryable, requestId, cause, error } = event;
    return {
      name,
      tone: outcome.kind === 'unconfirmed' ? 'attention' : 'bad',
      facts: [outcome.kind, ...factsOf(outcome), ...(retryable ? ['retryable'] : [])],
      detail: {
        outcome,
        retryable,
        requestId,
        cause,
        error: error instanceof Error ? error.message : error,
      },
    };
  }
  if (event instanceof TokenExpiredEvent)
    return {
      name,
      tone: 'attention',
      facts: [event.reason],
      detail: { requestId: event.requestId },
    };
  return { name, tone: 'neutral', facts: [] };
}

function factsOf(outcome: FailedOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'invalid':
      return [`${outcome.field}: ${outcome.problem}`];
    case 'rejected':
      return [...outcome.codes];
    case 'misconfigured':
      return [outcome.attribute ?? outcome.detail];
    default:
      return [];
  }
}
