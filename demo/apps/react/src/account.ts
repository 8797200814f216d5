/** What the server tells the page of the cardholder who is signed in, and of the card that it is about. */
export interface Account {
  readonly cardholder: string;
  readonly endpoint: string;
  readonly cardId: string;
  readonly last4: string;
  readonly expires: string;
}
