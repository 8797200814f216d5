/**
 * The operation that sets a PIN, and what it becomes where a service's schema lacks a part of it. Pure.
 */

/** What a GraphQL request carries; the service takes these members and no other. */
export interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A part of the document that it can do without: schemas differ. */
export type DocumentPart = 'IdempotencyKey' | 'UserError' | 'code' | 'errorPath' | 'path';

/** The parts that a document has. */
export type DocumentParts = readonly DocumentPart[];

/** The document for a schema of which nothing is known yet. `path` is deprecated: it stands in where `errorPath` is missing. */
export const WHOLE_DOCUMENT: DocumentParts = ['IdempotencyKey', 'UserError', 'code', 'errorPath'];

/**
 * Writes the mutation `setPinForPaymentCard`.
 *
 * The PIN and the idempotency key are variables, never part of the document's text: servers log documents.
 *
 * @param newPin - ASCII digits. A string, as a PIN may begin with 0.
 * @param idempotencyKey - A UUID, or `undefined` to leave the argument out.
 */
export function setPinOperation(
  paymentCardId: string,
  newPin: string,
  idempotencyKey: string | undefined,
  parts: DocumentParts,
): Operation {
  const input = { paymentCardId, newPin };
  const details = parts.filter((part) => part !== 'IdempotencyKey' && part !== 'UserError');
  const userError =
    parts.includes('UserError') && details.length > 0
      ? `\n    ... on UserError { errors { ${details.join(' ')} } }`
      : '';
  const keyed = idempotencyKey !== undefined && parts.includes('IdempotencyKey');
  return {
    query: `mutation SetPinForPaymentCard($input: SetPinForPaymentCardInput!${keyed ? ', $IdempotencyKey: String!' : ''}) {
  setPinForPaymentCard(input: $input${keyed ? ', IdempotencyKey: $IdempotencyKey' : ''}) {
    __typename
    ... on PaymentCard { id bin last4 }${userError}
  }
}`,
    variables: keyed ? { input, IdempotencyKey: idempotencyKey } : { input },
  };
}

/**
 * Leaves out what a 400 says the schema lacks; a refused document was not executed, so a corrected one may be sent at once.
 *
 * Servers give no code for it, only a message. These are read: those of graphql-js and its ports, graphql-java, Hot Chocolate and
 * graphql-ruby. What they suggest instead is not: `errorPath` falls back to `path`, and nothing else is tried.
 *
 * @param errors - The member `errors` of the answer, whatever it is.
 * @returns The parts that remain, fewer or later in the fall-back than before; `undefined` where the errors name none.
 */
export function corrected(parts: DocumentParts, errors: unknown): DocumentParts | undefined {
  const lacking = (Array.isArray(errors) ? errors : []).map((error) => lackingPart(parts, error));
  if (lacking.every((part) => part === undefined)) return undefined;
  return parts.flatMap((part) => {
    if (!lacking.includes(part)) return [part];
    return part === 'errorPath' ? ['path'] : [];
  });
}

const LACKS = /unknown|undefined|cannot query|no such|does(n['’]| no)t/i;

/** The most specific names first: a message about a field names its type too. */
const NAMES: readonly (readonly [name: string, part: DocumentPart])[] = [
  ['IdempotencyKey', 'IdempotencyKey'],
  ['errorPath', 'errorPath'],
  ['path', 'path'],
  ['code', 'code'],
  ['errors', 'UserError'],
  ['UserError', 'UserError'],
];

function lackingPart(parts: DocumentParts, error: unknown): DocumentPart | undefined {
  const { message } = Object(error) as { message?: unknown };
  const [complaint = ''] = typeof message === 'string' ? message.split(/did you mean/i) : [];
  if (!LACKS.test(complaint)) return undefined;
  return NAMES.find(
    ([name, part]) =>
      parts.includes(part) &&
      new RegExp(`(["'\`]|(argument|field|type) )${name}\\b`, 'i').test(complaint),
  )?.[1];
}
