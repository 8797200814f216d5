import { CLIENT_TOKEN_FIELD, clientTokenOperation } from '../server/client-token-operation.js';
import type { CheckInput } from './check-input.js';
import { note, ok, wrong, type Finding } from './finding.js';
import { list, member } from './json.js';
import { bearer, execute, type Service } from './service.js';

/** The lifetime of a token according to the transport, in milliseconds. */
const LIFETIME = 15 * 60_000;
/** Allows for clocks and network delays, in milliseconds. */
const LIFETIME_TOLERANCE = 60_000;

/** The largest difference between the clocks that is not reported, in milliseconds. */
const SKEW_TOLERANCE = 30_000;

/** Asks the service for a client token, and checks it by the element's rules. */
export async function checkClientToken(
  service: Service,
  { card, secrets }: CheckInput,
): Promise<readonly Finding[]> {
  // The check of the card comes first, and needs its id.
  const operation = clientTokenOperation(card!);
  const { data, headers, receivedAt } = await execute(service, operation);
  const payload = data[CLIENT_TOKEN_FIELD];
  const value = member(payload, 'value');
  if (typeof value === 'string') secrets.add(value);

  switch (member(payload, '__typename')) {
    case 'ClientToken':
      break;
    case 'UserError':
      return [
        wrong(
          'token-denied',
          `The service makes no token for this card. Codes: ${codesOf(payload)}.`,
          'Ask the provider what the codes mean, and whether the card may have a PIN.',
        ),
      ];
    case 'AccessDeniedError':
      return [
        wrong(
          'token-denied',
          'The key may not make a token for setting the PIN of this card.',
          'Ask the provider to allow this for the key.',
        ),
      ];
    default:
      return [
        wrong(
          'no-token',
          'The payload is of an unknown type instead of a token.',
          'Ask the provider’s support.',
        ),
      ];
  }

  // RFC 6750, section 2.1.
  if (typeof value !== 'string' || !/^[\w.~+/-]+=*$/.test(value)) {
    return [
      wrong(
        'token-malformed',
        'The token’s value is not base64-style text, so it can’t be sent in a header.',
        'Ask the provider’s support.',
      ),
    ];
  }
  service.accepted = { name: 'client token', headers: bearer(value) };
  return checkExpiry(member(payload, 'expirationDate'), headers.get('date'), receivedAt);
}

function checkExpiry(expirationDate: unknown, date: string | null, localTime: number): Finding[] {
  const made = 'The service makes a token for setting the PIN of this card.';
  if (expirationDate === undefined || expirationDate === null) {
    return [
      ok('token-made', `${made} It has no expiry date: the element uses it until it is refused.`),
    ];
  }
  const expiry = typeof expirationDate === 'string' ? Date.parse(expirationDate) : NaN;
  if (Number.isNaN(expiry)) {
    return [
      wrong(
        'expiry-malformed',
        'The token’s expirationDate is not a date that the element can read.',
        'Ask the provider’s support. The element uses such a token until it is refused.',
      ),
    ];
  }

  // If the answer has a date, the service's clock is used, because the local one may be wrong.
  const serviceTime = date === null ? NaN : Date.parse(date);
  const skew = Number.isNaN(serviceTime) ? 0 : localTime - serviceTime;
  const clockNotes =
    Math.abs(skew) > SKEW_TOLERANCE
      ? [
          note(
            'clock-differs',
            `This machine’s clock is ${duration(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} the service’s.`,
            'Correct it. The element uses a new token even if this clock says that it has expired.',
          ),
        ]
      : [];

  const lifetime = expiry - (localTime - skew);
  if (lifetime <= 0) {
    return [
      wrong(
        'token-expired',
        `The token expired ${duration(-lifetime)} before it arrived.`,
        'Check this machine’s clock. If it is right, ask the provider’s support.',
      ),
      ...clockNotes,
    ];
  }
  const isUsual = Math.abs(lifetime - LIFETIME) <= LIFETIME_TOLERANCE;
  return [
    ok(
      'token-made',
      `${made} It expires in ${duration(lifetime)}` +
        `${isUsual ? '' : `; ${duration(LIFETIME)} is usual`}.`,
    ),
    ...clockNotes,
  ];
}

/** Returns the codes, without any that doesn't look like one: they are text from the service. */
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
