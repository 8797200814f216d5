import { CardRegistry } from './card-registry.js';
import { Credentials, type EnvironmentName } from './credentials.js';
import { IdempotentAnswers } from './idempotency.js';

/** The sandbox's clock: this machine's time plus an adjustable offset. */
export class Clock {
  /** Seconds that the clock is ahead of this machine's time; negative if it is behind. */
  advancedSeconds = 0;

  /** Returns the sandbox's time in milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.advancedSeconds * 1000;
}

/** One environment's state. The two environments share only the clock. */
export class Environment {
  readonly name: EnvironmentName;
  readonly clock: Clock;
  readonly cards = new CardRegistry();
  readonly credentials: Credentials;
  readonly answers = new IdempotentAnswers();
  readonly mintedTokens = new IdempotentAnswers();

  constructor(name: EnvironmentName, clock: Clock) {
    this.name = name;
    this.clock = clock;
    this.credentials = new Credentials(name, clock.now);
  }

  reset(): void {
    const { cards, credentials, answers, mintedTokens } = this;
    for (const each of [cards, credentials, answers, mintedTokens]) each.reset();
  }
}
