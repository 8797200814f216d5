/** The cards' own responses. */
import type { CardAnswer } from './answer.js';
import type { SandboxBehaviour } from './cards.js';

const FIELD = 'setPinForPaymentCard';

/** Executes the request and responds with its payload. */
const PAYLOAD = undefined;

/** A captive portal's page, without a request id. */
const GUEST_NETWORK = `<!doctype html>
<html lang="en">
  <title>Guest network</title>
  <h1>Guest network</h1>
  <p>Accept the terms to continue.</p>
</html>
`;

/**
 * The responses to successive attempts with a PIN in a valid format. After the last response, the
 * sequence starts over. A card without a row always responds with its payload.
 */
const SCRIPTS: Partial<Record<SandboxBehaviour, readonly (CardAnswer | undefined)[]>> = {
  'token-refused-once': [{ status: 401, revokesToken: true }, PAYLOAD],
  'token-unauthenticated-once': [
    {
      body: {
        data: null,
        errors: [{ message: 'Bad credentials.', extensions: { code: 'UNAUTHENTICATED' } }],
      },
      revokesToken: true,
    },
    PAYLOAD,
  ],
  'token-refused-always': [{ status: 401, revokesToken: true }],
  'set-then-refused': [{ status: 401, execute: true }],
  'rate-limited-always': [
    {
      status: 429,
      headers: { 'Retry-After': '1' },
      body: { data: {}, errors: [{ message: 'Usage limit exceeded.' }] },
    },
  ],
  'unavailable-once': [{ status: 503 }, PAYLOAD],
  'unavailable-always': [{ status: 503 }],
  'answer-lost-once': [{ lost: true, execute: true }, PAYLOAD],
  'captive-portal': [
    { headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: GUEST_NETWORK },
  ],
  'errors-without-payload': [
    {
      body: {
        data: { [FIELD]: null },
        errors: [{ message: 'Something went wrong on our side.', errorPath: [FIELD] }],
      },
    },
  ],
  // How an API responds to a client that was built before the API added the type.
  'unknown-member': [{ body: { data: { [FIELD]: { __typename: 'PinChangeReview' } } } }],
  'document-refused': [
    {
      status: 400,
      body: {
        data: null,
        errors: [{ message: 'This request does not fit the schema.', errorPath: [FIELD] }],
      },
    },
  ],
};

/** Returns a card's response to an attempt, counted from 0, or `undefined` for its payload. */
export function answerOf(behaviour: SandboxBehaviour, attempt: number): CardAnswer | undefined {
  const script = SCRIPTS[behaviour] ?? [PAYLOAD];
  return script[attempt % script.length];
}
