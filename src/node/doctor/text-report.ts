import { style } from '../command.js';
import { labelOf, type Finding, type Subject } from './finding.js';
import type { Output, Report } from './report.js';
import type { Secrets } from './secrets.js';

const COLOURS = { ok: 'green', wrong: 'red', note: 'cyan', skipped: 'dim' } as const;
const LEVEL_WIDTH = 9;
const SUBJECT_WIDTH = 16;

/** A report for a person: a line for each finding, as soon as it is known. */
export class TextReport implements Report {
  readonly #secrets: Secrets;
  readonly #output: Output;
  #problems = 0;

  constructor(secrets: Secrets, output: Output) {
    this.#secrets = secrets;
    this.#output = output;
  }

  print(subject: Subject, { level, text, advice }: Finding): void {
    if (level === 'wrong') this.#problems += 1;
    const label = labelOf(subject).padEnd(SUBJECT_WIDTH);
    const head = `  ${style(COLOURS[level], level.padEnd(LEVEL_WIDTH))}${label}`;
    this.#output.write(`${head}${this.#secrets.mask(text)}\n`);
    if (advice !== undefined) {
      this.#output.write(
        `${' '.repeat(2 + LEVEL_WIDTH + SUBJECT_WIDTH)}→ ${this.#secrets.mask(advice)}\n`,
      );
    }
  }

  close(): number {
    const count = this.#problems;
    const summary = `${count === 0 ? 'No' : count} ${count === 1 ? 'problem' : 'problems'} found.`;
    this.#output.write(`\n${style('bold', summary)}\n`);
    return count;
  }
}
