import type { FindingCode } from './finding.js';

/** The reason why an answer is not the one that was expected, and the fix. */
export interface Problem {
  readonly code: FindingCode;
  readonly text: string;
  readonly advice: string;
}

export const CHECK_ADDRESS = 'Check the address: the path should be /graphql.';
export const ASK_PROVIDER = 'Ask the provider’s support and quote the request id.';
