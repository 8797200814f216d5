/**
 * What has happened, as the page shows it: the element's events with what the page did about them, and the requests that went
 * over the wire.
 */
import type { LoggedRequest } from '../../src/node/sandbox/request-log.js';

/** How a line is coloured; its words say the same. */
export type Tone = 'neutral' | 'good' | 'attention' | 'bad';

/** One line of a log. */
export interface Line {
  readonly id: number;
  readonly at: Date;
  readonly tone: Tone;
  readonly name: string;
  /** What matters of it, each in a few words. */
  readonly facts: readonly string[];
}

/** Something the element or the page did. */
export interface PageLine extends Line {
  /** `event`: the element raised it. `page`: the page's answer, or a call of its. */
  readonly source: 'event' | 'page';
  /** All of it, as JSON; nothing where the line says it all. */
  readonly detail?: unknown;
}

/** A request and its answer. */
export interface WireLine extends Line {
  readonly logged: LoggedRequest;
}

/** The lines that are kept; the oldest go first. */
const MOST_LINES = 200;

let lastId = 0;

/** A log with one line more, which stands first. */
export function withLine<Kind extends Line>(
  log: readonly Kind[],
  line: Omit<Kind, 'id' | 'at'>,
): readonly Kind[] {
  lastId += 1;
  const whole = { ...line, id: lastId, at: new Date() } as unknown as Kind;
  return [whole, ...log.slice(0, MOST_LINES - 1)];
}
