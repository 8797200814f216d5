import { style } from '../command.js';
import type { Finding } from './finding.js';
import type { Secrets } from './secrets.js';

const COLOURS = { ok: 'green', wrong: 'red', note: 'cyan', skipped: 'dim' } as const;
const LEVEL_WIDTH = 9;
const SUBJECT_WIDTH = 15;

/** Where a report goes: standard output, or something that keeps it. */
export interface Output {
  write(text: string): unknown;
}

/** Prints findings as they come, and none of the secrets. */
export class Report {
  readonly #secrets: Secrets;
  readonly #output: Output;
  #wrong = 0;

  constructor(secrets: Secrets, output: Output) {
    this.#secrets = secrets;
    this.#output = output;
  }

  /** @param subject - what was looked at */
  print(subject: string, { level, text, advice }: Finding): void {
    if (level === 'wrong') this.#wrong += 1;
    const head = `  ${style(COLOURS[level], level.padEnd(LEVEL_WIDTH))}${subject.padEnd(SUBJECT_WIDTH)}`;
    this.#output.write(`${head}${this.#secrets.mask(text)}\n`);
    if (advice !== undefined) {
      this.#output.write(
        `${' '.repeat(2 + LEVEL_WIDTH + SUBJECT_WIDTH)}→ ${this.#secrets.mask(advice)}\n`,
      );
    }
  }

  /** Prints the sum of it all. @returns how many things are wrong */
  close(): number {
    const sum =
      this.#wrong === 0
        ? 'Nothing of what was checked is wrong.'
        : `${this.#wrong === 1 ? 'One thing is' : `${this.#wrong} things are`} wrong.`;
    this.#output.write(`\n${style('bold', sum)}\n`);
    return this.#wrong;
  }
}
