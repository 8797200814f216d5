/** The parts of a set-up that the doctor checks, in order. Programs rely on these names. */
export const SUBJECTS = [
  'endpoint',
  'api-key',
  'organizations',
  'card',
  'client-token',
  'refused-token',
  'operation',
  'browser',
] as const;

export type Subject = (typeof SUBJECTS)[number];

/** Returns the name of a subject as a person reads it. */
export function labelOf(subject: Subject): string {
  return subject === 'api-key' ? 'API key' : subject.replace('-', ' ');
}

/**
 * The result of a check. Programs rely on the level. The text and the advice are for a person: they
 * contain nothing that was sent, and no unchecked text of the service.
 */
export interface Finding {
  readonly level: 'ok' | 'wrong' | 'note' | 'skipped';
  readonly text: string;
  /** The fix. */
  readonly advice?: string | undefined;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
/** A fact that needs no fix. */
export const note = (text: string, advice?: string): Finding => ({ level: 'note', text, advice });
export const skipped = (text: string): Finding => ({ level: 'skipped', text });
export const wrong = (text: string, advice?: string): Finding => ({ level: 'wrong', text, advice });

/** A problem that ends its check. The message and the advice are those of its finding. */
export class Problem extends Error {
  readonly advice: string;
  /** The refused part of a request, if the service refuses one. */
  readonly refused: 'credential' | 'operation' | 'unregistered' | undefined;
  /** False if a machine in between may have answered, or none: it must not get the key again. */
  readonly reached: boolean;

  constructor(
    text: string,
    advice: string,
    { refused, reached = true }: Partial<Pick<Problem, 'refused' | 'reached'>> = {},
  ) {
    super(text);
    this.advice = advice;
    this.refused = refused;
    this.reached = reached;
  }
}

export const CHECK_ADDRESS = 'Check the address: the path should be /graphql.';
export const REGISTER =
  'Register the documents of docs/registered-operations.md, word for word. An API that takes only ids isn’t supported.';
export const ASK_PROVIDER = 'Ask the provider’s support.';
