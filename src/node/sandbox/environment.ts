import type { CardAnswer } from './answer.js';
import { CardRegistry } from './card-registry.js';
import type { Clock } from './clock.js';
import { Credentials, type EnvironmentName } from './credentials.js';
import { IdempotentAnswers } from './idempotency.js';
import { UsageBudget } from './rate-limit.js';
import type { ClientToken, SetPinPayload } from './schema.js';

/** The state of one environment. The two environments share only the clock. */
export class Environment {
  readonly name: EnvironmentName;
  readonly clock: Clock;
  readonly cards = new CardRegistry();
  readonly credentials: Credentials;
  readonly answers = new IdempotentAnswers<SetPinPayload>();
  readonly failures = new IdempotentAnswers<CardAnswer>();
  readonly mintedTokens = new IdempotentAnswers<ClientToken>();
  readonly budget: UsageBudget;

  constructor(name: EnvironmentName, clock: Clock) {
    this.name = name;
    this.clock = clock;
    this.credentials = new Credentials(name, clock);
    this.budget = new UsageBudget(clock);
  }

  reset(): void {
    this.cards.reset();
    this.credentials.reset();
    this.answers.reset();
    this.failures.reset();
    this.mintedTokens.reset();
    this.budget.reset();
  }
}
