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
import type { NewEntry, Tone } from './activity-log.js';

/** Describes an event of the element. */
export function eventEntry(event: Event): NewEntry {
  const { tone, facts, fields } = describe(event);
  const detail = { type: event.type, ...fields };
  return { source: 'event', name: event.type, tone, facts, detail };
}

interface Description {
  readonly tone: Tone;
  readonly facts: readonly string[];
  readonly fields: object;
}

function describe(event: Event): Description {
  if (event instanceof PinChangeEvent) {
    const { complete, valid } = event;
    return {
      tone: 'neutral',
      facts: [complete ? 'complete' : 'incomplete', valid ? 'valid' : 'invalid'],
      fields: { complete, valid },
    };
  }
  if (event instanceof PinSetEvent) {
    const { card, requestId } = event;
    return {
      tone: 'good',
      facts: [`card ending ${card.last4}`],
      fields: { card, requestId },
    };
  }
  if (event instanceof PinErrorEvent) {
    const { outcome, retryable, requestId, cause, error } = event;
    return {
      tone: outcome.kind === 'unconfirmed' ? 'attention' : 'bad',
      facts: [outcome.kind, ...factsOf(outcome), ...(retryable ? ['retryable'] : [])],
      fields: {
        outcome,
        retryable,
        requestId,
        cause,
        error: error instanceof Error ? error.message : error,
      },
    };
  }
  if (event instanceof TokenExpiredEvent) {
    const { reason, requestId } = event;
    return { tone: 'attention', facts: [reason], fields: { reason, requestId } };
  }
  return { tone: 'neutral', facts: [], fields: {} };
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
