/**
 * What comes from the frame page → one of its messages, or nothing.
 */
import type { FromFrame } from '../protocol.js';
import { bare, flag, kinds, list, number, object, oneOf, optional, text } from '../shape.js';

const answered = object({ requestId: optional(text) });

const bucket = optional(
  object({ cost: optional(number), remaining: optional(number), limit: optional(number) }),
);

/** The names of problems have sentences; there is none for another. */
const invalid = object({
  field: oneOf(['new', 'confirm']),
  problem: oneOf(
    'missing too-short too-long mismatch repeated sequence common year palindrome keypad personal'.split(
      ' ',
    ),
  ),
});

const outcome = kinds({
  set: object({ card: object({ id: text, bin: text, last4: text }), requestId: optional(text) }),
  invalid,
  rejected: object({
    errors: list(object({ code: text, path: list(text) })),
    requestId: optional(text),
  }),
  denied: answered,
  'token-expired': answered,
  'rate-limited': object({
    rateLimit: optional(object({ asOf: optional(text), count: bucket, complexity: bucket })),
    requestId: optional(text),
  }),
  unavailable: answered,
  unconfirmed: answered,
  misconfigured: object({
    explanation: text,
    attribute: optional(text),
    detail: optional(text),
    requestId: optional(text),
  }),
  aborted: bare,
});

const refusal = object({ refused: text, requestId: optional(text) });

const isFromFrame = kinds({
  refused: object({ explanation: text }),
  ready: bare,
  height: object({ height: number }),
  state: object({
    phase: oneOf('editing submitting waiting unconfirmed set'.split(' ')),
    hasErrors: flag,
    problem: optional(kinds({ invalid })),
  }),
  changed: object({ complete: flag, valid: flag }),
  ended: object({ outcome }),
  submitted: object({ outcome }),
  obtain: bare,
  renew: refusal,
  refuse: refusal,
  forget: bare,
});

export function readFromFrame(value: unknown): FromFrame | undefined {
  return isFromFrame(value) ? (value as FromFrame) : undefined;
}
