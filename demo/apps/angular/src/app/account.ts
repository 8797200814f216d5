import { inject, makeStateKey, REQUEST, TransferState } from '@angular/core';

/** The data that the server gives the page: the signed-in cardholder and the card. */
export interface Account {
  readonly cardholder: string;
  readonly endpoint: string;
  readonly cardId: string;
  readonly last4: string;
  readonly expires: string;
}

const ACCOUNT = makeStateKey<Account>('account');

/**
 * Reads the account that the portal's server adds to each request. In the browser it is in the
 * page.
 */
export function injectAccount(): Account {
  const state = inject(TransferState);
  const header = inject(REQUEST, { optional: true })?.headers.get('x-account') ?? '';
  if (header !== '') state.set(ACCOUNT, JSON.parse(decodeURIComponent(header)) as Account);
  const account = state.get(ACCOUNT, undefined);
  if (account === undefined) throw new Error('The page has no account.');
  return account;
}
