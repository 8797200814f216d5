/** Adds up for how long a form was covered lately. Pure: times are arguments, in milliseconds. */

/** Older covers don't count. */
const WINDOW = 2_000;

/** A cover; its end is `Infinity` while it lasts. */
interface Cover {
  readonly start: number;
  readonly end: number;
}

export class CoverTime {
  #covers: readonly Cover[] = [];

  /** Notes that the form is covered from now on, or that it is not. */
  note(isCovered: boolean, now: number): void {
    const last = this.#covers.at(-1);
    const earlier = this.#covers.filter(({ end }) => now - WINDOW < end && end < Infinity);
    const start = last?.end === Infinity ? last.start : now;
    this.#covers = [...earlier, { start, end: isCovered ? Infinity : now }];
  }

  /** Returns for how long the form was covered in the last 2 seconds. */
  lately(now: number): number {
    const times = this.#covers.map(
      ({ start, end }) => Math.min(end, now) - Math.max(start, now - WINDOW),
    );
    return times.reduce((sum, time) => sum + Math.max(time, 0), 0);
  }
}
