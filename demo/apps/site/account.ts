/** The data that a page gets: the signed-in cardholder and the card. None of it is secret. */
export interface Account {
  readonly cardholder: string;
  /** The service's GraphQL endpoint. */
  readonly endpoint: string;
  /** The `paymentCardId`. */
  readonly cardId: string;
  /** The last four digits of the card's number. */
  readonly last4: string;
}
