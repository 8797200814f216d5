/**
 * The page's two logs: events of the element with the page's actions, and requests to the sandbox.
 */
import type { LoggedRequest } from '../../../src/node/sandbox/logged-request.js';

/** The colour of an entry. It repeats what the text says. */
export type Tone = 'neutral' | 'good' | 'attention' | 'bad';

export interface LogEntry {
  readonly id: number;
  readonly at: Date;
  readonly tone: Tone;
  readonly name: string;
  /** The most important facts, each in a few words. */
  readonly facts: readonly string[];
}

/** An event of the element, or an action of the page. */
export interface EventEntry extends LogEntry {
  /** `event`: the element dispatched it. `page`: the page answered an event or called a method. */
  readonly source: 'event' | 'page';
  /** Everything about it, shown as JSON. Absent if the facts say it all. */
  readonly detail?: unknown;
}

/** A request and its response. */
export interface RequestEntry extends LogEntry {
  readonly logged: LoggedRequest;
}

/** An entry before the log gives it an id and a time. */
export type NewEntry<Entry extends LogEntry> = Omit<Entry, 'id' | 'at'>;

/** Entries that a log keeps. The oldest are dropped. */
const MAX_ENTRIES = 200;

let lastId = 0;

/** Returns the log with one more entry, which comes first. */
export function withEntry<Entry extends LogEntry>(
  log: readonly Entry[],
  entry: NewEntry<Entry>,
): readonly Entry[] {
  lastId += 1;
  const complete = { ...entry, id: lastId, at: new Date() } as unknown as Entry;
  return [complete, ...log.slice(0, MAX_ENTRIES - 1)];
}
