/**
 * Client tokens as the frame page gets them: from the host, which holds them and asks the page for them.
 */
import type { TokenGrant, TokenSource } from '../../service/client-tokens.js';
import type { FromFrame } from '../protocol.js';

/** A request that the host has not answered. */
interface Asked {
  readonly resolve: (grant: TokenGrant) => void;
  readonly onWait: () => void;
}

/** Asks the host for client tokens. */
export class HostTokens implements TokenSource {
  readonly #say: (message: FromFrame) => void;
  #asked: Asked | undefined;

  constructor(say: (message: FromFrame) => void) {
    this.#say = say;
  }

  obtain(signal: AbortSignal, onWait: () => void): Promise<TokenGrant> {
    return this.#ask({ kind: 'obtain' }, signal, onWait);
  }

  renew(
    refused: string,
    requestId: string | undefined,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<TokenGrant> {
    return this.#ask({ kind: 'renew', refused, requestId }, signal, onWait);
  }

  refuse(refused: string, requestId: string | undefined): void {
    this.#say({ kind: 'refuse', refused, requestId });
  }

  /** Takes note that the host waits for a token. */
  handleWait(): void {
    this.#asked?.onWait();
  }

  /** Passes on the host's answer. Without an outstanding request it is dropped. */
  handleGrant(grant: TokenGrant): void {
    this.#asked?.resolve(grant);
    this.#asked = undefined;
  }

  #ask(question: FromFrame, signal: AbortSignal, onWait: () => void): Promise<TokenGrant> {
    return new Promise((resolve) => {
      this.#asked = { resolve, onWait };
      signal.addEventListener('abort', () => {
        this.#say({ kind: 'forget' });
        this.handleGrant({ kind: 'none' });
      });
      this.#say(question);
    });
  }
}
