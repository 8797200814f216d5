/** Prints findings. */
import { style } from '../command.js';
import type { Finding, Subject } from './finding.js';

/** The destination of a report: standard output, or a buffer in tests. */
export interface Output {
  write(text: string): unknown;
}

export interface Report {
  print(subject: Subject, finding: Finding): void;
  /** Ends the report, which has found a number of problems. */
  end(problems: number): void;
}

const COLOURS = { ok: 'green', wrong: 'red', skipped: 'dim' } as const;
const LEVEL_WIDTH = 9;
const SUBJECT_WIDTH = 14;

/** Creates a report for a person: a line for each finding, as soon as it is known. */
export function textReport(output: Output): Report {
  return {
    print(subject, { level, text, advice }) {
      const head = `  ${style(COLOURS[level], level.padEnd(LEVEL_WIDTH))}${subject.padEnd(SUBJECT_WIDTH)}`;
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

/** Masks secrets in a finding. An API may repeat one that it was sent, for example as an id. */
export function masked({ level, text, advice }: Finding, secrets: readonly string[]): Finding {
  const encoded = secrets.map((secret) => btoa(secret).replace(/=+$/, ''));
  // The encoded ones first: the API key may be a part of one.
  const forms = [...encoded, ...secrets].filter((form) => form !== '');
  const mask = (part: string) => forms.reduce((rest, form) => rest.replaceAll(form, '••••'), part);
  return { level, text: mask(text), advice: advice && mask(advice) };
}
