import { createHmac, randomBytes } from 'node:crypto';

/** The answers kept at a time; the oldest go first. */
const MOST_ANSWERS = 10_000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A key that the sandbox doesn't take. The service's transport says nothing about such keys: this is the sandbox's own, so that a
 * client which mixes its keys up is noticed.
 */
export class IdempotencyKeyError extends Error {}

/** The first answer that each idempotency key got, so that a repeated request is answered and not executed again. */
export class IdempotentAnswers<Payload> {
  readonly #digestKey = randomBytes(32);
  readonly #answers = new Map<string, { readonly digest: string; readonly payload: Payload }>();

  /**
   * The first answer under this key, or nothing.
   * @param scope what the key is good for: one card's keys say nothing about another's
   * @param input what came with the key, of which no more than a digest is kept: there is a PIN in it
   * @throws {IdempotencyKeyError} when the key is no UUID, or came with another input before
   */
  find(scope: string, key: string, input: object): Payload | undefined {
    if (!UUID.test(key)) throw new IdempotencyKeyError('The IdempotencyKey must be a UUID.');
    const answer = this.#answers.get(within(scope, key));
    if (answer && answer.digest !== this.#digest(input)) {
      throw new IdempotencyKeyError('The IdempotencyKey has come before with other variables.');
    }
    return answer?.payload;
  }

  keep(scope: string, key: string, input: object, payload: Payload): void {
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= MOST_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(within(scope, key), { digest: this.#digest(input), payload });
  }

  reset(): void {
    this.#answers.clear();
  }

  #digest(input: object): string {
    return createHmac('sha256', this.#digestKey).update(JSON.stringify(input)).digest('base64');
  }
}

function within(scope: string, key: string): string {
  return JSON.stringify([scope, key]);
}
