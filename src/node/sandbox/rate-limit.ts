import type { Clock } from './clock.js';

/** The figures of one budget, named as in the service's transport. */
export interface RateLimitBucket {
  /** The cost of this request. Missing if the request was refused. */
  readonly cost?: number;
  readonly remaining: number;
  readonly limit: number;
}

/** The two budgets of the calling API key. */
export interface RateLimit {
  /** ISO 8601. */
  readonly asOf: string;
  readonly count: RateLimitBucket;
  readonly complexity: RateLimitBucket;
}

/** The sizes of the API key's two budgets. */
export interface RateLimits {
  /** Requests in each period. */
  readonly count: number;
  /** Complexity of all requests in each period. */
  readonly complexity: number;
}

export type Charge =
  | { readonly granted: true; readonly rateLimit: RateLimit }
  | { readonly granted: false; readonly rateLimit: RateLimit; readonly retryAfterSeconds: number };

/** The sandbox's own sizes and window, because the service's are not published. */
const DEFAULT_LIMITS: RateLimits = { count: 1000, complexity: 10_000 };
const WINDOW_SECONDS = 60;

/** The budgets of one API key, for a window on the sandbox's clock. */
export class UsageBudget {
  readonly #clock: Clock;
  #limits = DEFAULT_LIMITS;
  #used = { count: 0, complexity: 0 };
  #windowStart: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#windowStart = clock.now();
  }

  /** Charges one request of this complexity, or refuses it if either budget is too low. */
  charge(complexity: number): Charge {
    const elapsed = this.#clock.now() - this.#windowStart;
    // A clock that moved back starts a new window too. Otherwise a used-up budget would not refill
    // until the clock has caught up.
    if (elapsed < 0 || elapsed >= WINDOW_SECONDS * 1000) {
      this.#windowStart = this.#clock.now();
      this.#used = { count: 0, complexity: 0 };
    }
    const granted =
      this.#used.count + 1 <= this.#limits.count &&
      this.#used.complexity + complexity <= this.#limits.complexity;
    if (!granted) {
      const remaining = this.#windowStart + WINDOW_SECONDS * 1000 - this.#clock.now();
      return {
        granted,
        rateLimit: this.#figures(),
        retryAfterSeconds: Math.max(1, Math.ceil(remaining / 1000)),
      };
    }
    this.#used = { count: this.#used.count + 1, complexity: this.#used.complexity + complexity };
    return { granted, rateLimit: this.#figures({ count: 1, complexity }) };
  }

  /** Returns the figures of a used-up request budget, for the cards that answer 429. */
  usedUp(): RateLimit {
    const { count, complexity } = this.#limits;
    return {
      asOf: this.#asOf(),
      count: { remaining: 0, limit: count },
      complexity: { remaining: complexity, limit: complexity },
    };
  }

  /** Resizes the budgets and starts a new window. */
  limit(limits: Partial<RateLimits>): RateLimits {
    this.reset();
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    return this.#limits;
  }

  reset(): void {
    this.#limits = DEFAULT_LIMITS;
    this.#used = { count: 0, complexity: 0 };
    this.#windowStart = this.#clock.now();
  }

  #figures(cost?: RateLimits): RateLimit {
    const bucket = (name: keyof RateLimits): RateLimitBucket => ({
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
