/**
 * The page's two logs: events of the element with the page's actions, and requests to the sandbox.
 */

/** The colour of an entry. It repeats what the text says. */
export type Tone = 'neutral' | 'good' | 'attention' | 'bad';

/** An entry before the log gives it an id and a time. */
export interface NewEntry {
  readonly tone: Tone;
  readonly name: string;
  /** The most important facts, each in a few words. */
  readonly facts: readonly string[];
  /** Everything about it, shown as JSON. Absent if the facts say it all. */
  readonly detail?: unknown;
}

export interface LogEntry extends NewEntry {
  readonly id: number;
  readonly at: Date;
}

/** Entries that a log keeps. The oldest are dropped. */
const MAX_ENTRIES = 200;

let lastId = 0;

/** Returns the log with one more entry, which comes first. */
export function withEntry(log: readonly LogEntry[], entry: NewEntry): readonly LogEntry[] {
  lastId += 1;
  return [{ ...entry, id: lastId, at: new Date() }, ...log.slice(0, MAX_ENTRIES - 1)];
}
