/**
 * Reads the messages from the frame page. The lists are checked against the types of the messages:
 * a missing outcome, problem or phase does not compile. It would otherwise leave `submit()` pending
 * forever.
 */
import type { Phase } from '../../form/phase.js';
import type { ConfirmationProblem, PinProblem } from '../../pin/rules.js';
import type { Invalid, Outcome } from '../../set-pin/outcome.js';
import type { FromFrame, Told } from '../protocol.js';
import {
  bare,
  flag,
  isObject,
  kinds,
  list,
  nameIn,
  number,
  object,
  optional,
  text,
  type Shape,
} from '../shape.js';

const answered = object({ requestId: optional(text) });

const bucket = optional(
  object({ cost: optional(number), remaining: optional(number), limit: optional(number) }),
);

const PHASES = {
  editing: 1,
  submitting: 1,
  waiting: 1,
  unconfirmed: 1,
  set: 1,
} satisfies Record<Phase['kind'], 1>;

/** The problems that have a sentence. */
const PROBLEMS = {
  missing: 1,
  'not-digits': 1,
  'too-short': 1,
  'too-long': 1,
  mismatch: 1,
  repeated: 1,
  sequence: 1,
  common: 1,
  year: 1,
  personal: 1,
} satisfies Record<PinProblem | ConfirmationProblem, 1>;

const FIELDS = { new: 1, confirm: 1 } satisfies Record<Invalid['field'], 1>;

const invalid = object({ field: nameIn(FIELDS), problem: nameIn(PROBLEMS) });

const codes = list(text);

const outcome = kinds({
  set: object({
    card: object({ id: text, bin: optional(text), last4: optional(text) }),
    requestId: optional(text),
  }),
  invalid,
  rejected: object({ codes, requestId: optional(text) }),
  denied: answered,
  'token-expired': answered,
  'token-unavailable': answered,
  'rate-limited': object({
    rateLimit: optional(object({ asOf: optional(text), count: bucket, complexity: bucket })),
    retryAfter: optional(number),
    requestId: optional(text),
  }),
  unavailable: object({ explanation: text }),
  unconfirmed: object({
    codes: optional(codes),
    requestId: optional(text),
    detail: optional(text),
    explanation: optional(text),
  }),
  misconfigured: object({
    explanation: text,
    attribute: optional(text),
    detail: optional(text),
    requestId: optional(text),
  }),
  aborted: bare,
} satisfies Record<Outcome['kind'], Shape>);

const isTold = kinds({
  refused: object({ explanation: text }),
  ready: bare,
  height: object({ height: number }),
  show: object({ top: number, bottom: number }),
  state: object({
    phase: nameIn(PHASES),
    isComplete: flag,
    hasErrors: flag,
    isRevealed: flag,
    problem: optional(kinds({ invalid })),
  }),
  ended: object({ run: number, outcome, cause: optional(nameIn({ frame: 1 })) }),
  obtain: bare,
  renew: object({ refused: text, requestId: optional(text) }),
  refuse: object({ refused: text }),
  forget: bare,
} satisfies Record<Told['kind'], Shape>);

/** Returns a message from the frame page, or `undefined` for any other value. */
export function readFromFrame(value: unknown): FromFrame | undefined {
  if (!isObject(value)) return undefined;
  const { epoch = 0, ...told } = value;
  return number(epoch) && isTold(told) ? ({ ...told, epoch } as FromFrame) : undefined;
}
