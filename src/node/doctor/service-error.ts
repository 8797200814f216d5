import type { FindingCode } from './finding.js';

/**
 * A failure to reach the service, or an unusable answer. The message and the advice are safe to
 * print: they contain nothing that was sent, and no unchecked text of the service.
 */
export class ServiceError extends Error {
  readonly code: FindingCode;
  readonly advice: string;
  /** True if the service answered, and not a machine in between. */
  readonly reached: boolean;

  constructor(code: FindingCode, text: string, advice: string, { reached }: { reached: boolean }) {
    super(text);
    this.code = code;
    this.advice = advice;
    this.reached = reached;
  }
}
