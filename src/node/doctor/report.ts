/** Formats findings. */
import { style } from '../command.js';
import type { Finding } from './finding.js';

const COLOURS = { ok: 'green', wrong: 'red', skipped: 'dim' } as const;
const LEVEL_WIDTH = 9;
const CHECK_WIDTH = 14;

/** Returns a finding as human-readable text: a line for the result, and one for the fix. */
export function textOf({ check, level, text, advice }: Finding): string {
  const name = style(COLOURS[level], level.padEnd(LEVEL_WIDTH));
  const indent = ' '.repeat(2 + LEVEL_WIDTH + CHECK_WIDTH);
  return `  ${name}${check.padEnd(CHECK_WIDTH)}${text}\n${advice ? `${indent}→ ${advice}\n` : ''}`;
}

/** Returns the last line of the human-readable report. */
export function summaryOf(problems: number): string {
  const number = problems === 0 ? 'No' : problems;
  return `\n${style('bold', `${number} ${problems === 1 ? 'problem' : 'problems'} found.`)}\n`;
}

/** Returns the JSON document that docs/doctor.md describes. */
export function jsonOf(findings: readonly Finding[], problems: number): string {
  return `${JSON.stringify({ version: 1, problems, findings }, undefined, 2)}\n`;
}
