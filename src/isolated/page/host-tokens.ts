/**
 * The frame page's client tokens. They come from the host, which holds them and requests new ones
 * from the page.
 */
import type { TokenGrant, TokenSource } from '../../service/client-tokens.js';
import type { Told } from '../protocol.js';

/** A token request that the host has not answered. */
interface TokenRequest {
  readonly resolve: (grant: TokenGrant) => void;
  readonly onWait: (isFirst: boolean) => void;
}

/** Requests client tokens from the host. */
export class HostTokens implements TokenSource {
  readonly #send: (message: Told) => void;
  #request: TokenRequest | undefined;

  constructor(send: (message: Told) => void) {
    this.#send = send;
  }

  obtain(signal: AbortSignal, onWait: (isFirst: boolean) => void): Promise<TokenGrant> {
    return this.#ask({ kind: 'obtain' }, signal, onWait);
  }

  renew(
    refused: string,
    requestId: string | undefined,
    signal: AbortSignal,
    onWait: (isFirst: boolean) => void,
  ): Promise<TokenGrant> {
    return this.#ask({ kind: 'renew', refused, requestId }, signal, onWait);
  }

  refuse(refused: string): void {
    this.#send({ kind: 'refuse', refused });
  }

  /** Reports to the submit that the host waits for a token. */
  handleWait(isFirst: boolean): void {
    this.#request?.onWait(isFirst);
  }

  /** Passes on the host's answer. Drops it if no token request is outstanding. */
  handleGrant(grant: TokenGrant): void {
    this.#request?.resolve(grant);
    this.#request = undefined;
  }

  #ask(
    message: Told,
    signal: AbortSignal,
    onWait: (isFirst: boolean) => void,
  ): Promise<TokenGrant> {
    return new Promise((resolve) => {
      this.#request = { resolve, onWait };
      signal.addEventListener('abort', () => {
        this.#send({ kind: 'forget' });
        this.handleGrant({ kind: 'no-token' });
      });
      this.#send(message);
    });
  }
}
