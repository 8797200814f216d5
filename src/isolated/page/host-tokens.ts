/**
 * Client tokens as the frame page gets them: from the host, which holds them and knows whom to ask.
 */
import type { TokenGrant, TokenSource } from '../../service/client-tokens.js';
import type { FromFrame } from '../protocol.js';

/** Asks the host. */
export class HostTokens implements TokenSource {
  readonly #say: (message: FromFrame) => void;
  #grant: ((grant: TokenGrant) => void) | undefined;

  constructor(say: (message: FromFrame) => void) {
    this.#say = say;
  }

  obtain(signal: AbortSignal): Promise<TokenGrant> {
    return this.#ask({ kind: 'obtain' }, signal);
  }

  renew(refused: string, requestId: string | undefined, signal: AbortSignal): Promise<TokenGrant> {
    return this.#ask({ kind: 'renew', refused, requestId }, signal);
  }

  refuse(refused: string, requestId: string | undefined): void {
    this.#say({ kind: 'refuse', refused, requestId });
  }

  /** Takes the host's answer; one that nobody waits for is nothing. */
  take(grant: TokenGrant): void {
    this.#grant?.(grant);
    this.#grant = undefined;
  }

  #ask(question: FromFrame, signal: AbortSignal): Promise<TokenGrant> {
    return new Promise((resolve) => {
      this.#grant = resolve;
      signal.addEventListener('abort', () => {
        this.#say({ kind: 'forget' });
        this.take({ kind: 'none' });
      });
      this.#say(question);
    });
  }
}
