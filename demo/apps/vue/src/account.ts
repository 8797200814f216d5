/** The data that the server gives the page: the signed-in cardholder and the card. */
export interface Account {
  readonly cardholder: string;
  readonly endpoint: string;
  readonly cardId: string;
  readonly last4: string;
}
