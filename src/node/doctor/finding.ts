/** The parts of a set-up that the doctor checks, in order. Programs rely on these names. */
export const SUBJECTS = ['endpoint', 'client-token', 'operation', 'browser'] as const;

export type Subject = (typeof SUBJECTS)[number];

/**
 * The result of a check. Programs rely on the level. The text and advice are human-readable, and
 * contain nothing that was sent and no unchecked text from the API.
 */
export interface Result {
  readonly level: 'ok' | 'wrong' | 'skipped';
  readonly text: string;
  /** The fix. */
  readonly advice?: string | undefined;
}

/** A result with its check. */
export interface Finding extends Result {
  readonly check: Subject;
}

export const ok = (text: string): Result => ({ level: 'ok', text });
export const wrong = (text: string, advice?: string): Result => ({ level: 'wrong', text, advice });
export const waitingFor = (other: Subject): Result => ({
  level: 'skipped',
  text: `Not checked until this check passes: ${other}.`,
});

/** The part of a request that the API refused. */
export type Refused = 'credential' | 'operation' | 'unregistered';

/** A problem that ends its check. The finding repeats the problem's message and advice. */
export class Problem extends Error {
  readonly advice: string;
  readonly refused: Refused | undefined;

  constructor(text: string, advice: string, refused?: Refused) {
    super(text);
    this.advice = advice;
    this.refused = refused;
  }
}

export const CHECK_ADDRESS = 'Check the address: its path is usually /graphql.';
export const ASK_PROVIDER = 'Contact the provider’s support team.';
