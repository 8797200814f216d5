/**
 * The mutation that sets a PIN, without the parts that a service's schema lacks. Pure.
 */
import type { Mutation } from '../service/submit.js';
import type { Operation } from '../service/request.js';

/** A part of the document that can be left out, because schemas differ. */
export type DocumentPart = 'IdempotencyKey' | 'UserError' | 'code' | 'errorPath' | 'path';

/**
 * The parts for a schema that is not known yet. `path` is not among them: it is deprecated, and is
 * used only if the schema lacks `errorPath`.
 */
export const ALL_PARTS: readonly DocumentPart[] = [
  'IdempotencyKey',
  'UserError',
  'code',
  'errorPath',
];

/**
 * The card, and the service that sets its PIN. Two submits with the same request and the same PIN
 * are one request to the service.
 */
export interface PinRequest {
  readonly endpoint: URL;
  readonly paymentCardId: string;
  /** The same for all attempts of a submit; `undefined` leaves the argument out. */
  readonly idempotencyKey: string | undefined;
}

/**
 * Returns the mutation `setPinForPaymentCard` for one PIN. It holds the PIN: drop it once the
 * submit has ended.
 */
export function setPinMutation(newPin: string, request: PinRequest): Mutation<DocumentPart> {
  return {
    name: OPERATION_NAME,
    parts: ALL_PARTS,
    write: (parts) => writeOperation(newPin, request, parts),
    correct: corrected,
  };
}

const OPERATION_NAME = 'SetPinForPaymentCard';

/**
 * Writes the mutation.
 *
 * The PIN and the idempotency key are variables, and never part of the document's text, because
 * servers log documents.
 *
 * @param newPin - ASCII digits. A string, because a PIN may begin with 0.
 */
export function writeOperation(
  newPin: string,
  { paymentCardId, idempotencyKey }: Omit<PinRequest, 'endpoint'>,
  parts: readonly DocumentPart[],
): Operation {
  const input = { paymentCardId, newPin };
  const details = parts.filter((part) => part !== 'IdempotencyKey' && part !== 'UserError');
  const userError =
    parts.includes('UserError') && details.length > 0
      ? `\n    ... on UserError { errors { ${details.join(' ')} } }`
      : '';
  const keyed = idempotencyKey !== undefined && parts.includes('IdempotencyKey');
  return {
    query: `mutation ${OPERATION_NAME}($input: SetPinForPaymentCardInput!${keyed ? ', $IdempotencyKey: String!' : ''}) {
  result: setPinForPaymentCard(input: $input${keyed ? ', IdempotencyKey: $IdempotencyKey' : ''}) {
    __typename
    ... on PaymentCard { id bin last4 }${userError}
  }
}`,
    variables: keyed ? { input, IdempotencyKey: idempotencyKey } : { input },
    keyed,
  };
}

/**
 * Leaves out the parts that a service's schema lacks, according to its errors. A refused document
 * was not executed, so a corrected one may be sent at once.
 *
 * Servers name such a part only in a message. This reads the messages of graphql-js and its ports,
 * graphql-java, Hot Chocolate and graphql-ruby. It ignores the names that the messages suggest:
 * `errorPath` falls back to `path`, and nothing else is tried.
 *
 * @returns The parts that remain, with `path` in place of `errorPath`; `undefined` if the errors
 * name no part.
 */
export function corrected(
  parts: readonly DocumentPart[],
  errors: readonly unknown[],
): readonly DocumentPart[] | undefined {
  const lacking = errors.map((error) => lackingPart(parts, error));
  if (lacking.every((part) => part === undefined)) return undefined;
  return parts.flatMap((part) => {
    if (!lacking.includes(part)) return [part];
    return part === 'errorPath' ? ['path'] : [];
  });
}

const LACKS = /unknown|undefined|cannot query|no such|does(n['’]| no)t/i;

/** The most specific names come first, because a message about a field names its type too. */
const NAMES: readonly (readonly [name: string, part: DocumentPart])[] = [
  ['IdempotencyKey', 'IdempotencyKey'],
  ['errorPath', 'errorPath'],
  ['path', 'path'],
  ['code', 'code'],
  ['errors', 'UserError'],
  ['UserError', 'UserError'],
];

function lackingPart(parts: readonly DocumentPart[], error: unknown): DocumentPart | undefined {
  const { message } = Object(error) as { message?: unknown };
  const [complaint = ''] = typeof message === 'string' ? message.split(/did you mean/i) : [];
  if (!LACKS.test(complaint)) return undefined;
  return NAMES.find(
    ([name, part]) =>
      parts.includes(part) &&
      new RegExp(`(["'\`]|(argument|field|type) )${name}\\b`, 'i').test(complaint),
  )?.[1];
}
