/** The cards' own answers. */
import type { CardAnswer } from './answer.js';
import type { SandboxBehaviour } from './cards.js';

/** Executes the request and answers with its payload. */
const PAYLOAD = undefined;

const LOST: CardAnswer = { lost: true, execute: true };

const USAGE_LIMIT: CardAnswer = {
  status: 429,
  // Short, so that a person sees the second attempt soon.
  headers: { 'Retry-After': '1' },
  body: { data: {}, errors: [{ message: 'Usage limit exceeded.' }] },
};

/**
 * The answers to successive attempts with a PIN of valid format. After the last one, the first one
 * follows. A card without a row always answers with its payload.
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
  'rate-limited-once': [USAGE_LIMIT, PAYLOAD],
  'rate-limited-always': [USAGE_LIMIT],
  'unavailable-once': [{ status: 503 }, PAYLOAD],
  'unavailable-always': [{ status: 503 }],
  'answer-lost-once': [LOST, PAYLOAD],
  'captive-portal': [webPage(200, 'Guest network', 'Accept the terms to go on.')],
  'errors-without-payload': [
    {
      body: {
        data: { setPinForPaymentCard: null },
        errors: [
          {
            message: 'Something went wrong on our side.',
            errorPath: ['setPinForPaymentCard'],
          },
        ],
      },
    },
  ],
  // A service answers so to a client that was built before it added the type.
  'unknown-member': [
    { body: { data: { setPinForPaymentCard: { __typename: 'PinChangeReview' } } } },
  ],
  'proxy-unavailable-once': [
    {
      status: 503,
      execute: true,
      headers: { 'Content-Type': 'text/plain' },
      body: 'upstream connect error or disconnect/reset before headers. reset reason: connection termination',
    },
    PAYLOAD,
  ],
  'lost-then-blocked': [LOST, webPage(403, '403 Forbidden', 'This request was blocked.'), PAYLOAD],
  'in-progress-once': [LOST, { status: 409 }, PAYLOAD],
  'document-refused': [
    {
      status: 400,
      body: {
        data: null,
        errors: [
          {
            message: 'This request does not fit the schema.',
            errorPath: ['setPinForPaymentCard'],
          },
        ],
      },
    },
  ],
};

/** Returns a card's answer to one of its attempts, counted from 0; `undefined` for its payload. */
export function answerOf(behaviour: SandboxBehaviour, attempt: number): CardAnswer | undefined {
  const script = SCRIPTS[behaviour] ?? [PAYLOAD];
  return script[attempt % script.length];
}

/** The answer of a machine between page and service. It has no request id. */
function webPage(status: number, title: string, text: string): CardAnswer {
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: `<!doctype html>
<html lang="en">
  <title>${title}</title>
  <h1>${title}</h1>
  <p>${text}</p>
</html>
`,
  };
}
