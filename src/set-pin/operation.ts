/**
 * The mutation that sets a PIN, without the parts that a service's schema lacks. Pure.
 */
import { fieldsOf, listOf, type Fields } from '../service/fields.js';
import type { Mutation } from '../service/submit.js';
import type { Operation } from '../service/request.js';

/**
 * A part of the document that can be left out or written in another way, because schemas differ.
 * The argument with the idempotency key has the type that the schema gives it.
 */
export type DocumentPart =
  `IdempotencyKey: ${string}!` | 'input.idempotencyKey' | 'bin' | 'last4' | 'code';

/**
 * The parts for a schema that is not known yet. The key in the input is not among them, because
 * only some schemas require it.
 */
export const ALL_PARTS: readonly DocumentPart[] = [
  'IdempotencyKey: String!',
  'bin',
  'last4',
  'code',
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
    correct: (parts, errors) => corrected(parts, errors, request.idempotencyKey !== undefined),
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
  const hasKey = idempotencyKey !== undefined;
  const argument = hasKey && parts.find(isArgument);
  const isInInput = hasKey && parts.includes(KEY_IN_INPUT);
  const cardFields = ['id', ...(['bin', 'last4'] as const).filter((part) => parts.includes(part))];
  const userError = parts.includes('code') ? '\n    ... on UserError { errors { code } }' : '';
  return {
    query: `mutation ${OPERATION_NAME}($input: SetPinForPaymentCardInput!${argument ? `, $${argument}` : ''}) {
  result: setPinForPaymentCard(input: $input${argument ? ', IdempotencyKey: $IdempotencyKey' : ''}) {
    __typename
    ... on PaymentCard { ${cardFields.join(' ')} }${userError}
  }
}`,
    variables: {
      input: { paymentCardId, newPin, ...(isInInput && { idempotencyKey }) },
      ...(argument && { IdempotencyKey: idempotencyKey }),
    },
    keyed: Boolean(argument) || isInInput,
  };
}

/** A change of the parts that an error asks for. */
interface Change {
  readonly remove?: DocumentPart;
  readonly add?: DocumentPart;
}

/**
 * Changes the parts to fit a service's schema, according to its errors. A refused document was not
 * executed, so a corrected one may be sent at once.
 *
 * Servers name such a part only in a message. This reads the messages of graphql-js and its ports,
 * graphql-java, AppSync, Hot Chocolate, graphql-ruby, Hasura, Absinthe and Sangria. It ignores the
 * names that the messages suggest.
 *
 * @param hasKey - `true` if the request has an idempotency key.
 * @returns The new parts, or `undefined` if the errors ask for no change. A part that was removed
 *   or replaced never comes back, so that corrections end.
 */
export function corrected(
  parts: readonly DocumentPart[],
  errors: readonly unknown[],
  hasKey: boolean,
): readonly DocumentPart[] | undefined {
  const changes = errors
    .map((error) => changeFor(parts, fieldsOf(error), hasKey))
    .filter((change) => change !== undefined);
  // A message may quote the PIN, and any script can read the text of the last match as
  // `RegExp.input`. This replaces it.
  LACKS.test('unknown');
  if (changes.length === 0) return undefined;
  const removed = changes.map(({ remove }) => remove);
  const added = changes.flatMap(({ add }) => add ?? []);
  return [...parts.filter((part) => !removed.includes(part)), ...new Set(added)];
}

/** The argument for a schema that is not known yet. */
const UNTYPED_KEY: DocumentPart = 'IdempotencyKey: String!';

const KEY_IN_INPUT: DocumentPart = 'input.idempotencyKey';

const LACKS =
  /unknown|undefined|cannot|can['’]t|never|not found|no such|has no|no type|does(n['’]| no)t/i;

/** A complaint about a variable that is declared with the type `String!`, and the expected type. */
const OTHER_TYPE =
  /\bString!.*?(?:expect\w+ type|argument of type|\/|where) ?["'`]?(?!String\b)(\w+)/i;

/** The names that an error may say are missing, and the part with each. */
const NAMES: readonly (readonly [name: string, part: DocumentPart])[] = [
  ['code', 'code'],
  ['bin', 'bin'],
  ['last4', 'last4'],
  ['errors', 'code'],
  ['UserError', 'code'],
];

function changeFor(
  parts: readonly DocumentPart[],
  { message, path, extensions }: Fields,
  hasKey: boolean,
): Change | undefined {
  // Hot Chocolate names types only here.
  const { variable, locationType, typeCondition } = fieldsOf(extensions);
  const complaint = `${textOf(message).split(/did you mean/i)[0]} "${textOf(typeCondition)}"`;
  const argument = parts.find(isArgument);
  if (hasKey && argument !== undefined) {
    const mismatch =
      variable === 'IdempotencyKey' ? `String! / ${textOf(locationType)}` : complaint;
    const type = argument === UNTYPED_KEY && OTHER_TYPE.exec(mismatch)?.[1];
    if (type) return { remove: argument, add: `IdempotencyKey: ${type}!` };
    if (lacks(complaint, 'IdempotencyKey')) return { remove: argument };
  }
  const isAsked = /\bidempotencyKey\b/.test(complaint) || listOf(path).includes('idempotencyKey');
  if (hasKey && isAsked && !parts.includes(KEY_IN_INPUT)) return { add: KEY_IN_INPUT };
  const remove = NAMES.find(([name, part]) => parts.includes(part) && lacks(complaint, name))?.[1];
  return remove && { remove };
}

function isArgument(part: DocumentPart): part is `IdempotencyKey: ${string}!` {
  return part.startsWith('IdempotencyKey');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns whether a complaint says that the schema lacks a name. */
function lacks(complaint: string, name: string): boolean {
  return (
    LACKS.test(complaint) &&
    new RegExp(`(["'\`]|([Aa]rgument|[Ff]ield|[Tt]ype|on) )${name}\\b`).test(complaint)
  );
}
