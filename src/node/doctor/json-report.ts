import type { Finding, Subject } from './finding.js';
import type { Output, Report } from './report.js';
import type { Secrets } from './secrets.js';

/** The version of the format that docs/doctor.md describes. */
const VERSION = 1;

/** A report for programs: one JSON document at the end. */
export class JsonReport implements Report {
  readonly #secrets: Secrets;
  readonly #output: Output;
  readonly #findings: ({ readonly check: Subject } & Finding)[] = [];

  constructor(secrets: Secrets, output: Output) {
    this.#secrets = secrets;
    this.#output = output;
  }

  print(check: Subject, { level, code, text, advice }: Finding): void {
    this.#findings.push({
      check,
      level,
      code,
      text: this.#secrets.mask(text),
      ...(advice !== undefined && { advice: this.#secrets.mask(advice) }),
    });
  }

  close(): number {
    const problems = this.#findings.filter(({ level }) => level === 'wrong').length;
    const document = { version: VERSION, problems, findings: this.#findings };
    this.#output.write(`${JSON.stringify(document, undefined, 2)}\n`);
    return problems;
  }
}
