/** The result of a request for a client token. It holds neither the API key nor a token. */
export interface TokenRequestRecord {
  /**
   * - `issued`: a token was issued.
   * - `rejected`: the request was refused, by a check (such as 403, 405, 413 or 415) or by
   *   `authorize`.
   * - `failed`: a token should have been issued, but couldn't be.
   */
  readonly kind: 'issued' | 'rejected' | 'failed';
  /** The status of the response. */
  readonly status: number;
  /** The `Origin` header, as it was sent. */
  readonly origin?: string | undefined;
  /** The card's id, as it was sent. Unknown if the request was rejected unread. */
  readonly cardId?: string | undefined;
  /** The API's id of its own response, to quote to its support. */
  readonly requestId?: string | undefined;
  /**
   * Why no token was issued. Of `rejected`, a text. Of `failed`, a `MintingError` if the API didn't
   * issue a token, a `TypeError` if an option or the result of `authorize` can't be used, or what
   * `authorize` threw.
   */
  readonly cause?: unknown;
}

/** Logs failures only. */
export function logFailure(record: TokenRequestRecord): void {
  if (record.kind === 'failed') console.error('No client token was issued.', record);
}
