/**
 * The sandbox's cards: one for each thing that can happen when a PIN is set. Data only: the service, the playground, the tests
 * and the README share this table, and it loads in a browser as it does in Node.
 */

/** What a card makes the sandbox do. Cards ending in `-once` go back to their start after a success, so that one can watch again. */
export type SandboxBehaviour =
  | SandboxRejection
  | 'accepted'
  | 'slow'
  | 'token-refused-once'
  | 'token-refused-always'
  | 'denied'
  | 'rate-limited-once'
  | 'rate-limited-always'
  | 'unavailable-once'
  | 'unavailable-always'
  | 'server-error-always'
  | 'answer-lost-once'
  | 'captive-portal'
  | 'errors-without-payload'
  | 'unknown-member'
  | 'document-refused';

/** Those that refuse by a rule of the business. */
export type SandboxRejection =
  | 'weak-pin'
  | 'pin-used-before'
  | 'pin-invalid'
  | 'card-not-active'
  | 'card-not-found'
  | 'unknown-code';

/**
 * The codes of `UserError` that the sandbox gives. They are the sandbox's own: the service's transport names none, so an issuer's
 * real codes will differ. `PIN_CHANGE_NOT_OFFERED` stands for the codes that a client has never heard of.
 */
export type SandboxErrorCode =
  | 'INVALID_PIN'
  | 'PIN_TOO_SIMPLE'
  | 'PIN_PREVIOUSLY_USED'
  | 'CARD_NOT_ACTIVE'
  | 'CARD_NOT_FOUND'
  | 'PIN_CHANGE_NOT_OFFERED';

/** The `kind` of outcome a submit ends in, when lapsed tokens are replaced and the idempotency key is sent. */
export type SandboxOutcome =
  | 'set'
  | 'rejected'
  | 'denied'
  | 'token-expired'
  | 'rate-limited'
  | 'unavailable'
  | 'unconfirmed'
  | 'misconfigured';

/** One card of the sandbox, and what will happen to a PIN that is set on it. */
export type SandboxCard = {
  /** The `paymentCardId`. It says "test" and what the card does. */
  readonly id: string;
  /** The first six digits of the card's number; they begin with 9999, which no card scheme issues. */
  readonly bin: string;
  /** The last four digits of the card's number. */
  readonly last4: string;
  /** What the card does, in a few words. */
  readonly title: string;
  /** What will happen, in one plain sentence. */
  readonly description: string;
  /** How long the answer is held back, in milliseconds of real time; none when absent. */
  readonly delayMilliseconds?: number;
} & (
  | {
      readonly behaviour: SandboxRejection;
      readonly outcome: 'rejected';
      readonly code: SandboxErrorCode;
    }
  | {
      readonly behaviour: Exclude<SandboxBehaviour, SandboxRejection>;
      readonly outcome: Exclude<SandboxOutcome, 'rejected'>;
      readonly code?: never;
    }
);

/** Every card of the sandbox, the happy one first. */
export const SANDBOX_CARDS: readonly SandboxCard[] = [
  {
    id: 'card_test_accepted',
    bin: '999900',
    last4: '1001',
    title: 'Accepted',
    description: 'The PIN is set.',
    behaviour: 'accepted',
    outcome: 'set',
  },
  {
    id: 'card_test_slow',
    bin: '999900',
    last4: '1002',
    title: 'Slow',
    description: 'The PIN is set, and the answer takes three seconds.',
    behaviour: 'slow',
    outcome: 'set',
    delayMilliseconds: 3000,
  },
  {
    id: 'card_test_token_refused_once',
    bin: '999900',
    last4: '1003',
    title: 'Token refused once',
    description:
      'The service refuses the client token with 401, and sets the PIN when a fresh one comes.',
    behaviour: 'token-refused-once',
    outcome: 'set',
  },
  {
    id: 'card_test_weak_pin',
    bin: '999900',
    last4: '2001',
    title: 'PIN too simple',
    description: 'The issuer finds every PIN too easy to guess.',
    behaviour: 'weak-pin',
    outcome: 'rejected',
    code: 'PIN_TOO_SIMPLE',
  },
  {
    id: 'card_test_pin_used_before',
    bin: '999900',
    last4: '2002',
    title: 'PIN used before',
    description: 'The issuer says that this card has had the PIN before, whichever it is.',
    behaviour: 'pin-used-before',
    outcome: 'rejected',
    code: 'PIN_PREVIOUSLY_USED',
  },
  {
    id: 'card_test_pin_invalid',
    bin: '999900',
    last4: '2003',
    title: 'PIN not valid',
    description: 'The issuer takes no PIN as valid.',
    behaviour: 'pin-invalid',
    outcome: 'rejected',
    code: 'INVALID_PIN',
  },
  {
    id: 'card_test_not_active',
    bin: '999900',
    last4: '2004',
    title: 'Card not active',
    description: 'The card has not been activated yet, so it can have no PIN.',
    behaviour: 'card-not-active',
    outcome: 'rejected',
    code: 'CARD_NOT_ACTIVE',
  },
  {
    id: 'card_test_not_found',
    bin: '999900',
    last4: '2005',
    title: 'Card not found',
    description: 'A token can be had for the card, and yet the issuer does not find it.',
    behaviour: 'card-not-found',
    outcome: 'rejected',
    code: 'CARD_NOT_FOUND',
  },
  {
    id: 'card_test_unknown_code',
    bin: '999900',
    last4: '2006',
    title: 'A code nobody knows',
    description: 'The issuer refuses with a code that the page has no words for.',
    behaviour: 'unknown-code',
    outcome: 'rejected',
    code: 'PIN_CHANGE_NOT_OFFERED',
  },
  {
    id: 'card_test_denied',
    bin: '999900',
    last4: '3001',
    title: 'Denied',
    description: 'The service answers that the token may not do this.',
    behaviour: 'denied',
    outcome: 'denied',
  },
  {
    id: 'card_test_token_refused_always',
    bin: '999900',
    last4: '3002',
    title: 'Token always refused',
    description: 'The service refuses every client token with 401, however fresh it is.',
    behaviour: 'token-refused-always',
    outcome: 'token-expired',
  },
  {
    id: 'card_test_rate_limited_once',
    bin: '999900',
    last4: '4001',
    title: 'Too many requests, once',
    description: 'The first attempt gets 429 with one second to wait, the next one sets the PIN.',
    behaviour: 'rate-limited-once',
    outcome: 'set',
  },
  {
    id: 'card_test_rate_limited_always',
    bin: '999900',
    last4: '4002',
    title: 'Too many requests, always',
    description: 'Every attempt gets 429 with one second to wait.',
    behaviour: 'rate-limited-always',
    outcome: 'rate-limited',
  },
  {
    id: 'card_test_unavailable_once',
    bin: '999900',
    last4: '4003',
    title: 'Unavailable, once',
    description: 'The first attempt gets 503, the next one sets the PIN.',
    behaviour: 'unavailable-once',
    outcome: 'set',
  },
  {
    id: 'card_test_unavailable_always',
    bin: '999900',
    last4: '4004',
    title: 'Unavailable, always',
    description: 'Every attempt gets 503, and no PIN is set.',
    behaviour: 'unavailable-always',
    outcome: 'unavailable',
  },
  {
    id: 'card_test_server_error',
    bin: '999900',
    last4: '5001',
    title: 'Server error, always',
    description: 'Every attempt gets 500, which does not tell whether the PIN was set.',
    behaviour: 'server-error-always',
    outcome: 'unconfirmed',
  },
  {
    id: 'card_test_answer_lost',
    bin: '999900',
    last4: '5002',
    title: 'Answer lost',
    description: 'The PIN is set, but the answer never arrives; the next attempt is answered.',
    behaviour: 'answer-lost-once',
    outcome: 'set',
  },
  {
    id: 'card_test_captive_portal',
    bin: '999900',
    last4: '5003',
    title: 'Captive portal',
    description: 'A network in between answers with its own HTML page, as in a hotel.',
    behaviour: 'captive-portal',
    outcome: 'unconfirmed',
  },
  {
    id: 'card_test_errors_without_payload',
    bin: '999900',
    last4: '5004',
    title: 'Errors and no payload',
    description: 'The answer is a 200 with errors and nothing else, so nobody knows what happened.',
    behaviour: 'errors-without-payload',
    outcome: 'unconfirmed',
  },
  {
    id: 'card_test_unknown_member',
    bin: '999900',
    last4: '5005',
    title: 'An answer nobody knows',
    description: 'The payload is of a type that the page has never heard of.',
    behaviour: 'unknown-member',
    outcome: 'unconfirmed',
  },
  {
    id: 'card_test_document_refused',
    bin: '999900',
    last4: '6001',
    title: 'Document refused',
    description: 'The service refuses the request with 400, as if its schema were another.',
    behaviour: 'document-refused',
    outcome: 'misconfigured',
  },
];
