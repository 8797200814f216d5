/** The frame page's token source. The host has the tokens and requests new ones. */
import type { TokenGrant, TokenSource, Wait } from '../../service/client-tokens.js';
import type { FrameMessage } from '../protocol.js';

export class HostTokens implements TokenSource {
  readonly #send: (message: FrameMessage) => void;
  /** The request that the host hasn't answered yet. */
  #request: { resolve(grant: TokenGrant): void; onWait: Wait[1] } | undefined;

  constructor(send: (message: FrameMessage) => void) {
    this.#send = send;
  }

  obtain(...args: Wait): Promise<TokenGrant> {
    return this.#ask({ kind: 'obtain' }, ...args);
  }

  renew(refused: string, requestId: string | undefined, ...args: Wait): Promise<TokenGrant> {
    return this.#ask({ kind: 'renew', refused, requestId }, ...args);
  }

  refuse(refused: string): void {
    this.#send({ kind: 'refuse', refused });
  }

  handleWait(isFirst: boolean): void {
    this.#request?.onWait(isFirst);
  }

  handleGrant(grant: TokenGrant): void {
    this.#request?.resolve(grant);
    this.#request = undefined;
  }

  #ask(message: FrameMessage, ...[signal, onWait]: Wait): Promise<TokenGrant> {
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
