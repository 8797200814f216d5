/** The result of a client token request. A record contains neither the API key nor a token. */
export interface TokenRequestRecord {
  /**
   * - `issued`: a token was issued.
   * - `rejected`: the request was refused, by a check (such as 403, 405, 413 or 415) or by
   *   `authorize`.
   * - `failed`: a token should have been issued, but couldn't be.
   */
  readonly kind: 'issued' | 'rejected' | 'failed';
  /** The response's status. */
  readonly status: number;
  /** The `Origin` header, as it was sent. */
  readonly origin?: string | undefined;
  /** The card's id, as it was sent. Missing if the request was rejected before it was read. */
  readonly cardId?: string | undefined;
  /** The API's request id, to quote to its support team. */
  readonly requestId?: string | undefined;
  /**
   * Why no token was issued. For `rejected`, a string. For `failed`, a `MintingError` if the API
   * didn't issue a token, a `TypeError` if an option or the result of `authorize` can't be used, or
   * the error that `authorize` threw.
   */
  readonly cause?: unknown;
}

/** Logs failures only. */
export function logFailure(record: TokenRequestRecord): void {
  if (record.kind === 'failed') console.error('No client token was issued.', record);
}
