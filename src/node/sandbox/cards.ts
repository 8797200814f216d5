/**
 * The sandbox's cards: one for each possible result of setting a PIN. Data only, without imports,
 * because the sandbox, the playground, the tests and the README share it, in Node and in browsers.
 */

/**
 * The sandbox's own `UserError` codes. The API's transport doesn't define any codes, so a real
 * issuer's differ. `PIN_CHANGE_NOT_OFFERED` represents the codes that a client doesn't know.
 */
export type SandboxErrorCode =
  | 'INVALID_PIN'
  | 'PIN_TOO_SIMPLE'
  | 'PIN_PREVIOUSLY_USED'
  | 'CARD_NOT_ACTIVE'
  | 'CARD_NOT_FOUND'
  | 'PIN_CHANGE_NOT_OFFERED';

/** The outcome `kind` of a submit that replaces expired tokens and sends the idempotency key. */
export type SandboxOutcome =
  | 'set'
  | 'rejected'
  | 'denied'
  | 'token-expired'
  | 'rate-limited'
  | 'unconfirmed'
  | 'misconfigured';

/** A sandbox card, and the result of setting its PIN. */
export interface SandboxCard {
  /** The `paymentCardId`, which contains "test" and the behaviour. */
  readonly id: string;
  /** The number's first six digits. No card scheme issues numbers that begin with 9999. */
  readonly bin: string;
  /** The last four digits of the card's number; null if the API doesn't return them. */
  readonly last4: string | null;
  /** The behaviour in one sentence. */
  readonly description: string;
  readonly behaviour: SandboxBehaviour;
  readonly outcome: SandboxOutcome;
  /** The outcome without an idempotency key, if different. */
  readonly outcomeWithoutKey?: SandboxOutcome;
  /** The code of a `rejected` outcome. */
  readonly code?: SandboxErrorCode;
  /** The response's delay in milliseconds of real time. No delay by default. */
  readonly delayMilliseconds?: number;
}

/** A card as the control interface returns it: its row in the table, and its state. */
export interface CardState extends SandboxCard {
  readonly pinSet: boolean;
  /** The number of times a PIN was set. A repeated `IdempotencyKey` doesn't count. */
  readonly timesSet: number;
  /** The responses' delay in milliseconds of real time, or null to hold the responses. */
  readonly answerDelay: number | null;
  /** The number of scripted answers that are left. */
  readonly answersLeft: number;
}

const CARDS = [
  {
    id: 'card_test_accepted',
    last4: '1001',
    description: 'The issuer accepts every PIN.',
    behaviour: 'accepted',
    outcome: 'set',
  },
  {
    id: 'card_test_slow',
    last4: '1002',
    description: 'The PIN is set, but the response takes three seconds.',
    behaviour: 'slow',
    outcome: 'set',
    delayMilliseconds: 3000,
  },
  {
    id: 'card_test_no_last_four',
    last4: null,
    description: 'The PIN is set, but the response lacks the card’s last four digits.',
    behaviour: 'no-last-four',
    outcome: 'set',
  },
  {
    id: 'card_test_token_refused_once',
    last4: '1003',
    description: 'The API rejects the client token with 401, but a fresh token sets the PIN.',
    behaviour: 'token-refused-once',
    outcome: 'set',
  },
  {
    id: 'card_test_token_unauthenticated_once',
    last4: '1004',
    description:
      'The API rejects the client token with 200 and the code UNAUTHENTICATED, but a fresh token sets the PIN.',
    behaviour: 'token-unauthenticated-once',
    outcome: 'set',
  },
  {
    id: 'card_test_weak_pin',
    last4: '2001',
    description: 'The issuer finds every PIN too easy to guess.',
    behaviour: 'weak-pin',
    outcome: 'rejected',
    code: 'PIN_TOO_SIMPLE',
  },
  {
    id: 'card_test_pin_used_before',
    last4: '2002',
    description: 'The issuer rejects every PIN because the card has had it before.',
    behaviour: 'pin-used-before',
    outcome: 'rejected',
    code: 'PIN_PREVIOUSLY_USED',
  },
  {
    id: 'card_test_pin_invalid',
    last4: '2003',
    description: 'The issuer rejects every PIN as invalid.',
    behaviour: 'pin-invalid',
    outcome: 'rejected',
    code: 'INVALID_PIN',
  },
  {
    id: 'card_test_not_active',
    last4: '2004',
    description: 'The card has not been activated yet, so it can’t have a PIN.',
    behaviour: 'card-not-active',
    outcome: 'rejected',
    code: 'CARD_NOT_ACTIVE',
  },
  {
    id: 'card_test_not_found',
    last4: '2005',
    description: 'The API issues a token for the card, but the issuer can’t find the card.',
    behaviour: 'card-not-found',
    outcome: 'rejected',
    code: 'CARD_NOT_FOUND',
  },
  {
    id: 'card_test_unknown_code',
    last4: '2006',
    description: 'The issuer rejects the PIN with a code that the page doesn’t know.',
    behaviour: 'unknown-code',
    outcome: 'rejected',
    code: 'PIN_CHANGE_NOT_OFFERED',
  },
  {
    id: 'card_test_denied',
    last4: '3001',
    description: 'The API responds that the token doesn’t allow setting the PIN.',
    behaviour: 'denied',
    outcome: 'denied',
  },
  {
    id: 'card_test_token_refused_always',
    last4: '3002',
    description: 'The API rejects every client token with 401, however fresh it is.',
    behaviour: 'token-refused-always',
    outcome: 'token-expired',
  },
  {
    id: 'card_test_set_then_refused',
    last4: '3003',
    description:
      'The PIN is set, but every response is a 401, as if the client token were rejected.',
    behaviour: 'set-then-refused',
    outcome: 'token-expired',
  },
  {
    id: 'card_test_rate_limited_always',
    last4: '4002',
    description: 'Every attempt fails with 429 and a wait of one second.',
    behaviour: 'rate-limited-always',
    outcome: 'rate-limited',
  },
  {
    id: 'card_test_unavailable_once',
    last4: '4003',
    description: 'The first attempt fails with 503, and the next one sets the PIN.',
    behaviour: 'unavailable-once',
    outcome: 'set',
    outcomeWithoutKey: 'unconfirmed',
  },
  {
    id: 'card_test_unavailable_always',
    last4: '4004',
    description: 'Every attempt fails with 503, and no PIN is set.',
    behaviour: 'unavailable-always',
    outcome: 'unconfirmed',
  },
  {
    id: 'card_test_answer_lost',
    last4: '5002',
    description: 'The PIN is set, but the response never arrives. The next attempt receives one.',
    behaviour: 'answer-lost-once',
    outcome: 'set',
    outcomeWithoutKey: 'unconfirmed',
  },
  {
    id: 'card_test_captive_portal',
    last4: '5003',
    description:
      'A captive portal, such as a hotel’s, responds instead of the API, with its own HTML page.',
    behaviour: 'captive-portal',
    outcome: 'unconfirmed',
  },
  {
    id: 'card_test_errors_without_payload',
    last4: '5004',
    description: 'The response is a 200 with only errors, so nobody knows whether the PIN was set.',
    behaviour: 'errors-without-payload',
    outcome: 'unconfirmed',
  },
  {
    id: 'card_test_unknown_member',
    last4: '5005',
    description: 'The payload has a type that the page doesn’t know.',
    behaviour: 'unknown-member',
    outcome: 'unconfirmed',
  },
  {
    id: 'card_test_document_refused',
    last4: '6001',
    description: 'The API rejects the request with 400, as if its schema were different.',
    behaviour: 'document-refused',
    outcome: 'misconfigured',
  },
] as const satisfies readonly (Omit<SandboxCard, 'behaviour' | 'bin'> & {
  readonly behaviour: string;
})[];

/** A card's behaviour. Cards with `-once` fail again after a success, so you can repeat a test. */
export type SandboxBehaviour = (typeof CARDS)[number]['behaviour'];

/** Every sandbox card, with the successful one first. */
export const SANDBOX_CARDS: readonly SandboxCard[] = CARDS.map((card) => ({
  ...card,
  bin: '999900',
}));
