/** Prints findings. */
import { style } from '../command.js';
import { labelOf, type Finding, type Subject } from './finding.js';

/** The destination of a report: standard output, or a buffer in tests. */
export interface Output {
  write(text: string): unknown;
}

/** Prints findings whose secrets are masked. */
export interface Report {
  print(subject: Subject, finding: Finding): void;
  /** Ends the report, which has found a number of problems. */
  end(problems: number): void;
}

const COLOURS = { ok: 'green', wrong: 'red', note: 'cyan', skipped: 'dim' } as const;
const LEVEL_WIDTH = 9;
const SUBJECT_WIDTH = 16;

/** Creates a report for a person: a line for each finding, as soon as it is known. */
export function textReport(output: Output): Report {
  return {
    print(subject, { level, text, advice }) {
      const label = labelOf(subject).padEnd(SUBJECT_WIDTH);
      const head = `  ${style(COLOURS[level], level.padEnd(LEVEL_WIDTH))}${label}`;
      output.write(`${head}${text}\n`);
      const indent = ' '.repeat(2 + LEVEL_WIDTH + SUBJECT_WIDTH);
      if (advice !== undefined) output.write(`${indent}→ ${advice}\n`);
    },
    end(problems) {
      const summary = `${problems === 0 ? 'No' : problems} ${problems === 1 ? 'problem' : 'problems'} found.`;
      output.write(`\n${style('bold', summary)}\n`);
    },
  };
}

/** Creates a report for programs: the JSON document that docs/doctor.md describes. */
export function jsonReport(output: Output): Report {
  const findings: ({ readonly check: Subject } & Finding)[] = [];
  return {
    print(check, { level, text, advice }) {
      findings.push({ check, level, text, advice });
    },
    end(problems) {
      output.write(`${JSON.stringify({ version: 1, problems, findings }, undefined, 2)}\n`);
    },
  };
}

/**
 * Masks the API key and the tokens of a run. A service may repeat a secret that it was sent, for
 * example as a request id or a name.
 */
export class Secrets {
  readonly #forms = new Set<string>();

  add(secret: string): void {
    const encoded = Buffer.from(secret).toString('base64');
    for (const form of [secret, encoded, encoded.replace(/=+$/, '')]) {
      if (form !== '') this.#forms.add(form);
    }
  }

  /** Masks all secrets in a text. Pass the whole text: half a key would not be found. */
  mask(text: string): string {
    // Longest first, because one form may contain another.
    return [...this.#forms]
      .sort((a, b) => b.length - a.length)
      .reduce((masked, form) => masked.replaceAll(form, '••••'), text);
  }
}
