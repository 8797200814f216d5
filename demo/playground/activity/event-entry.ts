/**
 * Turns an event of the element into a log entry.
 */
import {
  PinChangeEvent,
  PinErrorEvent,
  PinSetEvent,
  TokenExpiredEvent,
} from '../../../src/index.js';
import type { NewEntry } from './activity-panel.js';

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
    const facts = [`card ending ${card.last4}`];
    return { name, tone: 'good', facts, detail: { card, requestId } };
  }
  if (event instanceof PinErrorEvent) {
    const { outcome, retryable, requestId, cause } = event;
    const error = event.error instanceof Error ? event.error.message : event.error;
    return {
      name,
      tone: outcome.kind === 'unconfirmed' ? 'attention' : 'bad',
      facts: [
        outcome.kind,
        ...(outcome.kind === 'invalid' ? [`${outcome.field}: ${outcome.problem}`] : []),
        ...(outcome.kind === 'rejected' ? outcome.codes : []),
        ...(outcome.kind === 'misconfigured' ? [outcome.attribute ?? outcome.detail] : []),
        ...(retryable ? ['retryable'] : []),
      ],
      detail: { outcome, retryable, requestId, cause, error },
    };
  }
  if (event instanceof TokenExpiredEvent) {
    const { reason, requestId } = event;
    return { name, tone: 'attention', facts: [reason], detail: { requestId } };
  }
  return { name, tone: 'neutral', facts: [] };
}
