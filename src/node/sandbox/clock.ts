/** The sandbox's clock: this machine's time plus an adjustable offset. */
export class Clock {
  #advancedMilliseconds = 0;

  /** Returns the sandbox's time in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#advancedMilliseconds;
  }

  /** Seconds that the clock is ahead of this machine's time; negative if it is behind. */
  get advancedSeconds(): number {
    return this.#advancedMilliseconds / 1000;
  }

  /** Moves the clock forward, or back if `seconds` is negative. */
  advance(seconds: number): void {
    this.#advancedMilliseconds += seconds * 1000;
  }

  /** Sets the clock to this machine's time. */
  reset(): void {
    this.#advancedMilliseconds = 0;
  }
}
