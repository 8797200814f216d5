/** The answers kept at a time; the oldest go first. */
const MOST_ANSWERS = 10_000;

/** The first answer that each idempotency key got, so that a repeated request is answered and not executed again. */
export class IdempotentAnswers<Payload> {
  readonly #answers = new Map<string, Payload>();

  /**
   * The first answer under this key, or nothing.
   * @param scope what the key is good for: one card's keys say nothing about another's
   */
  find(scope: string, key: string): Payload | undefined {
    return this.#answers.get(within(scope, key));
  }

  keep(scope: string, key: string, payload: Payload): void {
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= MOST_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(within(scope, key), payload);
  }

  reset(): void {
    this.#answers.clear();
  }
}

function within(scope: string, key: string): string {
  return JSON.stringify([scope, key]);
}
