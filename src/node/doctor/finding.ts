/** The parts of a set-up that the doctor checks, in order. Programs rely on these names. */
export const SUBJECTS = ['endpoint', 'client-token', 'operation', 'browser'] as const;

export type Subject = (typeof SUBJECTS)[number];

/**
 * The result of a check. Programs rely on the level. The text and the advice are for a person: they
 * contain nothing that was sent, and no unchecked text of the API.
 */
export interface Finding {
  readonly level: 'ok' | 'wrong' | 'skipped';
  readonly text: string;
  /** The fix. */
  readonly advice?: string | undefined;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const skipped = (text: string): Finding => ({ level: 'skipped', text });
export const waitingFor = (other: Subject): Finding =>
  skipped(`Not checked until this passes: ${other}.`);
export const wrong = (text: string, advice?: string): Finding => ({ level: 'wrong', text, advice });

/** The part of a request that the API refused. */
export type Refused = 'credential' | 'operation' | 'unregistered';

/** A problem that ends its check. The message and the advice are those of its finding. */
export class Problem extends Error {
  readonly advice: string;
  readonly refused: Refused | undefined;

  constructor(text: string, advice: string, refused?: Refused) {
    super(text);
    this.advice = advice;
    this.refused = refused;
  }
}

export const CHECK_ADDRESS = 'Check the address: the path should be /graphql.';
export const ASK_PROVIDER = 'Ask the provider’s support.';
