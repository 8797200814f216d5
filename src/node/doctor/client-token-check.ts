import type { CheckInput } from './check-input.js';
import { note, ok, wrong, type Finding } from './finding.js';
import { ask, list, member, type Service } from './service.js';

const DOCUMENT = /* GraphQL */ `
  mutation GeneratePaymentCardClientToken($input: GeneratePaymentCardClientTokenInput!) {
    generatePaymentCardClientToken(input: $input) {
      __typename
      ... on ClientToken {
        value
        expirationDate
      }
      ... on UserError {
        errors {
          code
        }
      }
    }
  }
`;

/** What the transport says of a token's life, and what clocks and networks may add or take, in milliseconds. */
const LIFETIME = 15 * 60_000;
const LIFETIME_TOLERANCE = 60_000;

/** How far the clocks may be apart before it is told, in milliseconds. */
const SKEW_TOLERANCE = 30_000;

/** Has a client token made, and looks at it as the element will. */
export async function checkClientToken(
  service: Service,
  { card, secrets }: CheckInput,
): Promise<readonly Finding[]> {
  const { data, headers, receivedAt } = await ask(service, {
    name: 'GeneratePaymentCardClientToken',
    document: DOCUMENT,
    variables: { input: { paymentCardId: card, permissions: ['SET_PAYMENT_CARD_PIN'] } },
  });
  const payload = data['generatePaymentCardClientToken'];
  const value = member(payload, 'value');
  if (typeof value === 'string') secrets.add(value);

  switch (member(payload, '__typename')) {
    case 'ClientToken':
      break;
    case 'UserError':
      return [
        wrong(
          `The service makes no token for this card. Codes: ${codesOf(payload)}.`,
          'Ask the provider what the codes mean, and whether the card may have a PIN.',
        ),
      ];
    case 'AccessDeniedError':
      return [
        wrong(
          'The key may not make a token for setting the PIN of this card.',
          'Have the provider allow it to the key.',
        ),
      ];
    default:
      return [
        wrong(
          'What came in place of a token is of a type that the transport does not know.',
          'Ask the provider’s support.',
        ),
      ];
  }

  // RFC 6750, section 2.1.
  if (typeof value !== 'string' || !/^[\w.~+/-]+=*$/.test(value)) {
    return [
      wrong(
        'The token’s value is not base64-style text, so no header can carry it.',
        'Ask the provider’s support.',
      ),
    ];
  }
  return checkExpiry(member(payload, 'expirationDate'), headers.get('date'), receivedAt);
}

function checkExpiry(expirationDate: unknown, date: string | null, here: number): Finding[] {
  const isIso =
    typeof expirationDate === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(expirationDate);
  const expiry = isIso ? Date.parse(expirationDate) : NaN;
  if (Number.isNaN(expiry)) {
    return [
      wrong(
        'The token’s expirationDate is not an ISO 8601 date with milliseconds and Z.',
        'Ask the provider’s support: the element may not be able to tell when the token lapses.',
      ),
    ];
  }

  // By the service's own clock, if it tells: the one here may be wrong.
  const there = date === null ? NaN : Date.parse(date);
  const skew = Number.isNaN(there) ? 0 : here - there;
  const apart = duration(Math.abs(skew));
  const clocks =
    Math.abs(skew) > SKEW_TOLERANCE
      ? [
          note(
            `This machine’s clock is ${apart} ${skew > 0 ? 'ahead of' : 'behind'} the service’s.`,
            'Set it right. The element uses a token that it has just been given, whatever the clock says.',
          ),
        ]
      : [];

  const life = expiry - (here - skew);
  if (life <= 0) {
    return [
      wrong(
        `The token lapsed ${duration(-life)} before it came.`,
        'Compare this machine’s clock with the true time; if it is right, ask the provider’s support.',
      ),
      ...clocks,
    ];
  }
  const usual = Math.abs(life - LIFETIME) <= LIFETIME_TOLERANCE;
  return [
    ok(
      `The service makes a token for setting the PIN of this card. It lapses in ${duration(life)}` +
        `${usual ? '' : `; ${duration(LIFETIME)} are usual`}.`,
    ),
    ...clocks,
  ];
}

/** Codes are text of the service's: only those that look like one are shown. */
function codesOf(payload: unknown): string {
  const codes = list(member(payload, 'errors'))
    .slice(0, 5)
    .map((entry) => member(entry, 'code'))
    .filter((code) => typeof code === 'string' && /^\w{1,64}$/.test(code));
  return codes.length > 0 ? codes.join(', ') : 'none that can be shown';
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}
