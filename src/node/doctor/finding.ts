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
 * The names of all results. Programs rely on them: don't rename one, and don't give one another
 * meaning.
 */
export type FindingCode =
  // The network and the address.
  | 'address-refused'
  | 'connection-refused'
  | 'host-unknown'
  | 'no-route'
  | 'no-tls'
  | 'tls-refused'
  | 'certificate-refused'
  | 'connection-cut'
  | 'no-http'
  | 'timeout'
  | 'request-failed'
  | 'redirect'
  | 'not-found'
  | 'get-only'
  | 'post-refused'
  | 'web-page'
  | 'not-json'
  | 'not-graphql'
  | 'too-large'
  | 'service-found'
  // Any answer.
  | 'content-type'
  | 'credentials-refused'
  | 'forbidden'
  | 'rate-limited'
  | 'service-failed'
  | 'operation-refused'
  | 'operation-failed'
  | 'unexpected-status'
  // API key, organizations and card.
  | 'key-accepted'
  | 'not-pong'
  | 'organizations-found'
  | 'no-organization'
  | 'card-found'
  | 'card-unknown'
  | 'not-a-card'
  // Client token.
  | 'token-made'
  | 'token-denied'
  | 'no-token'
  | 'token-malformed'
  | 'expiry-malformed'
  | 'token-expired'
  | 'clock-differs'
  | 'refusal-understood'
  | 'refusal-misunderstood'
  | 'made-up-token-accepted'
  // The element's operation.
  | 'operation-accepted'
  | 'operation-unchecked'
  | 'mutation-missing'
  | 'payload-members'
  // Browser.
  | 'page-allowed'
  | 'preflight-status'
  | 'preflight-origin'
  | 'preflight-headers'
  | 'answer-hidden'
  | 'refusal-hidden'
  | 'retry-after-hidden'
  // Not checked.
  | 'option-missing'
  | 'not-checked';

/** The result of a check. The text and the advice are for a person. */
export interface Finding {
  readonly level: 'ok' | 'wrong' | 'note' | 'skipped';
  readonly code: FindingCode;
  readonly text: string;
  /** The fix. */
  readonly advice?: string | undefined;
}

export const ok = (code: FindingCode, text: string): Finding => ({ level: 'ok', code, text });
export const wrong = (code: FindingCode, text: string, advice?: string): Finding => ({
  level: 'wrong',
  code,
  text,
  advice,
});
/** A fact that needs no fix. */
export const note = (code: FindingCode, text: string, advice?: string): Finding => ({
  level: 'note',
  code,
  text,
  advice,
});
export const skipped = (code: 'option-missing' | 'not-checked', text: string): Finding => ({
  level: 'skipped',
  code,
  text,
});
