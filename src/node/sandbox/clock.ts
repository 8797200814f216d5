/** The sandbox's idea of the time: the machine's, moved by as much as a test or a person has asked for. */
export class Clock {
  #advancedMilliseconds = 0;

  /** Milliseconds since 1970, in the sandbox's time. */
  now(): number {
    return Date.now() + this.#advancedMilliseconds;
  }

  /** How far the clock stands ahead of the machine's, in seconds; negative when behind. */
  get advancedSeconds(): number {
    return this.#advancedMilliseconds / 1000;
  }

  /** Moves the clock by `seconds`, backwards when negative. */
  advance(seconds: number): void {
    this.#advancedMilliseconds += seconds * 1000;
  }

  /** Puts the clock back to the machine's time. */
  reset(): void {
    this.#advancedMilliseconds = 0;
  }
}
