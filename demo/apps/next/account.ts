/** The data that a page receives: the signed-in cardholder and the card. */
export interface Account {
  readonly cardholder: string;
  readonly endpoint: string;
  readonly cardId: string;
  readonly last4: string;
}

/** Reads the account that the portal's server adds to each request. */
export function accountOf(headers: Headers): Account {
  return JSON.parse(decodeURIComponent(headers.get('x-account') ?? '')) as Account;
}
