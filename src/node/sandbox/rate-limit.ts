/** The two budgets of the calling API key, named as in the service's transport. */
export interface RateLimit {
  /** ISO 8601. */
  readonly asOf: string;
  readonly count: RateLimitBucket;
  readonly complexity: RateLimitBucket;
}

interface RateLimitBucket {
  /** The cost of this request. Missing if the request was refused. */
  readonly cost?: number;
  readonly remaining: number;
  readonly limit: number;
}

/** The sizes of the API key's two budgets. */
export interface RateLimits {
  /** Requests in each period. */
  readonly count: number;
  /** Complexity of all requests in each period. */
  readonly complexity: number;
}

/** The result of a request's charge. */
interface Charge {
  readonly rateLimit: RateLimit;
  /** Seconds until the budgets refill, if one is too low. Otherwise the request is granted. */
  readonly retryAfterSeconds?: number;
}

/** The sandbox's own sizes and window, because the service's are not published. */
const DEFAULT_LIMITS: RateLimits = { count: 1000, complexity: 10_000 };
const WINDOW_SECONDS = 60;
const NOTHING: RateLimits = { count: 0, complexity: 0 };

/** The budgets of one API key, for a window on the sandbox's clock. */
export class UsageBudget {
  /** Returns the sandbox's time in milliseconds since 1970. */
  readonly #now: () => number;
  #limits = DEFAULT_LIMITS;
  #used = NOTHING;
  #windowStart: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#windowStart = now();
  }

  /** Charges one request of this complexity, or refuses it if either budget is too low. */
  charge(complexity: number): Charge {
    const elapsed = this.#now() - this.#windowStart;
    // A clock that moved back starts a new window too. Otherwise a used-up budget would not refill
    // until the clock has caught up.
    if (elapsed < 0 || elapsed >= WINDOW_SECONDS * 1000) {
      this.#windowStart = this.#now();
      this.#used = NOTHING;
    }
    const used = { count: this.#used.count + 1, complexity: this.#used.complexity + complexity };
    if (used.count > this.#limits.count || used.complexity > this.#limits.complexity) {
      const remaining = this.#windowStart + WINDOW_SECONDS * 1000 - this.#now();
      return {
        rateLimit: this.#figures(),
        retryAfterSeconds: Math.max(1, Math.ceil(remaining / 1000)),
      };
    }
    this.#used = used;
    return { rateLimit: this.#figures({ count: 1, complexity }) };
  }

  /** Returns the figures of a used-up request budget, for the cards that answer 429. */
  usedUp(): RateLimit {
    return this.#figures(undefined, { count: this.#limits.count, complexity: 0 });
  }

  /** Resizes the budgets and starts a new window. */
  limit(limits: Partial<RateLimits>): RateLimits {
    this.reset();
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    return this.#limits;
  }

  reset(): void {
    this.#limits = DEFAULT_LIMITS;
    this.#used = NOTHING;
    this.#windowStart = this.#now();
  }

  #figures(cost?: RateLimits, used = this.#used): RateLimit {
    const bucket = (name: keyof RateLimits): RateLimitBucket => ({
      ...(cost && { cost: cost[name] }),
      remaining: Math.max(0, this.#limits[name] - used[name]),
      limit: this.#limits[name],
    });
    const asOf = new Date(this.#now()).toISOString();
    return { asOf, count: bucket('count'), complexity: bucket('complexity') };
  }
}
