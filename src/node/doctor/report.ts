import { style } from '../command.js';
import type { Finding } from './finding.js';
import type { Secrets } from './secrets.js';

const COLOURS = { ok: 'green', wrong: 'red', note: 'cyan', skipped: 'dim' } as const;
const LEVEL_WIDTH = 9;
const SUBJECT_WIDTH = 15;

/** The destination of a report: standard output, or a buffer in tests. */
export interface Output {
  write(text: string): unknown;
}

/** Prints findings with all secrets masked. */
export class Report {
  readonly #secrets: Secrets;
  readonly #output: Output;
  #problems = 0;

  constructor(secrets: Secrets, output: Output) {
    this.#secrets = secrets;
    this.#output = output;
  }

  /** @param subject - the part of the service that was checked */
  print(subject: string, { level, text, advice }: Finding): void {
    if (level === 'wrong') this.#problems += 1;
    const head = `  ${style(COLOURS[level], level.padEnd(LEVEL_WIDTH))}${subject.padEnd(SUBJECT_WIDTH)}`;
    this.#output.write(`${head}${this.#secrets.mask(text)}\n`);
    if (advice !== undefined) {
      this.#output.write(
        `${' '.repeat(2 + LEVEL_WIDTH + SUBJECT_WIDTH)}→ ${this.#secrets.mask(advice)}\n`,
      );
    }
  }

  /** Prints the summary line. Returns the number of problems. */
  close(): number {
    const count = this.#problems;
    const summary = `${count === 0 ? 'No' : count} ${count === 1 ? 'problem' : 'problems'} found.`;
    this.#output.write(`\n${style('bold', summary)}\n`);
    return count;
  }
}
