import type { Clock } from './clock.js';

/** One budget's figures, as the service's transport names them. */
export interface RateLimitBucket {
  /** What this request consumed; left out where it was refused. */
  readonly cost?: number;
  readonly remaining: number;
  readonly limit: number;
}

/** The budgets of the calling API key. */
export interface RateLimit {
  /** ISO 8601. */
  readonly asOf: string;
  readonly count: RateLimitBucket;
  readonly complexity: RateLimitBucket;
}

/** Sizes of the two budgets. */
export interface Limits {
  readonly count: number;
  readonly complexity: number;
}

export type Charge =
  | { readonly granted: true; readonly rateLimit: RateLimit }
  | { readonly granted: false; readonly rateLimit: RateLimit; readonly retryAfterSeconds: number };

/** Sizes and window are the sandbox's own: the service's are not published. */
const DEFAULT_LIMITS: Limits = { count: 1000, complexity: 10_000 };
const WINDOW_SECONDS = 60;

/** The request-count and the complexity budget of one API key, for a window on the sandbox's clock. */
export class UsageBudget {
  readonly #clock: Clock;
  #limits = DEFAULT_LIMITS;
  #used = { count: 0, complexity: 0 };
  #windowStart: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#windowStart = clock.now();
  }

  /** Takes one request of this complexity out of the budgets, or refuses when either is spent. */
  charge(complexity: number): Charge {
    const elapsed = this.#clock.now() - this.#windowStart;
    // A clock that was put back begins a new window too, or the budgets would stay spent for as long as it was put back.
    if (elapsed < 0 || elapsed >= WINDOW_SECONDS * 1000) {
      this.#windowStart = this.#clock.now();
      this.#used = { count: 0, complexity: 0 };
    }
    const granted =
      this.#used.count + 1 <= this.#limits.count &&
      this.#used.complexity + complexity <= this.#limits.complexity;
    if (!granted) {
      const rest = this.#windowStart + WINDOW_SECONDS * 1000 - this.#clock.now();
      return {
        granted,
        rateLimit: this.#figures(),
        retryAfterSeconds: Math.max(1, Math.ceil(rest / 1000)),
      };
    }
    this.#used = { count: this.#used.count + 1, complexity: this.#used.complexity + complexity };
    return { granted, rateLimit: this.#figures({ count: 1, complexity }) };
  }

  /** The figures of a budget with nothing left. */
  spent(): RateLimit {
    const { count, complexity } = this.#limits;
    return {
      asOf: this.#asOf(),
      count: { remaining: 0, limit: count },
      complexity: { remaining: complexity, limit: complexity },
    };
  }

  /** Changes the sizes of the budgets and begins a new window. */
  limit(limits: Partial<Limits>): Limits {
    this.reset();
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    return this.#limits;
  }

  reset(): void {
    this.#limits = DEFAULT_LIMITS;
    this.#used = { count: 0, complexity: 0 };
    this.#windowStart = this.#clock.now();
  }

  #figures(cost?: Limits): RateLimit {
    const bucket = (name: keyof Limits): RateLimitBucket => ({
      ...(cost && { cost: cost[name] }),
      remaining: Math.max(0, this.#limits[name] - this.#used[name]),
      limit: this.#limits[name],
    });
    return { asOf: this.#asOf(), count: bucket('count'), complexity: bucket('complexity') };
  }

  #asOf(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}
