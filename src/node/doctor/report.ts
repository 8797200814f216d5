import type { Finding, Subject } from './finding.js';

/** The destination of a report: standard output, or a buffer in tests. */
export interface Output {
  write(text: string): unknown;
}

/** Prints findings with all secrets masked. */
export interface Report {
  print(subject: Subject, finding: Finding): void;
  /** Ends the report. Returns the number of problems. */
  close(): number;
}
