/** What a page is told of the cardholder who is signed in, and of the card that it is about. Nothing of it is a secret. */
export interface Account {
  readonly cardholder: string;
  /** The service's GraphQL endpoint. */
  readonly endpoint: string;
  /** The `paymentCardId`. */
  readonly cardId: string;
  /** The last four digits of the card's number. */
  readonly last4: string;
  /** The month and the year in which the card expires. */
  readonly expires: string;
}
