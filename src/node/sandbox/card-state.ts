import type { SandboxCard } from './cards.js';

/** A card as the control interface returns it: its row of the table, and its state. */
export type CardState = SandboxCard & {
  readonly pinSet: boolean;
  /** The number of times a PIN was set. A repeated `IdempotencyKey` doesn't count. */
  readonly timesSet: number;
  /** The delay of answers in milliseconds of real time; null holds them until this changes. */
  readonly answerDelay: number | null;
  /** The number of scripted answers that are left. */
  readonly answersLeft: number;
};
