import { createHmac, randomBytes } from 'node:crypto';
import type { Payload } from './schema.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A rejection of an idempotency key. The API's transport doesn't define such a rejection. The
 * sandbox rejects a key to show that a client mixes up its keys.
 */
export class IdempotencyKeyError extends Error {}

/**
 * Stores the first payload under each idempotency key, so that a repeated request isn't executed.
 */
export class IdempotentAnswers {
  readonly #digestKey = randomBytes(32);
  readonly #answers = new Map<string, { readonly digest: string; readonly payload: Payload }>();

  /**
   * Returns the first payload under this key, or creates it if there isn't one.
   *
   * @param scope - the card, because each card has its own keys
   * @param key - undefined or null if the request has none
   * @param input - the request's input; only a digest is stored, because it may contain a PIN
   * @throws {IdempotencyKeyError} if the key is not a UUID, or was used with a different input
   */
  once(scope: string, key: string | null | undefined, input: object, make: () => Payload): Payload {
    if (key === undefined || key === null) return make();
    if (!UUID.test(key)) throw new IdempotencyKeyError('The IdempotencyKey must be a UUID.');
    const name = JSON.stringify([scope, key]);
    const digest = createHmac('sha256', this.#digestKey)
      .update(JSON.stringify(input))
      .digest('base64');
    const first = this.#answers.get(name);
    if (first === undefined) {
      const payload = make();
      this.#answers.set(name, { digest, payload });
      return payload;
    }
    if (first.digest !== digest)
      throw new IdempotencyKeyError(
        'The IdempotencyKey was already used with different variables.',
      );
    return first.payload;
  }

  reset(): void {
    this.#answers.clear();
  }
}
