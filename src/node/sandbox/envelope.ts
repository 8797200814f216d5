/** The JSON body of a request. It may have three members: query, variables and operationName. */
export interface Envelope {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
  /** The members of the body, unchanged and in the order in which they were sent. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** The error of a body that is not a valid envelope. The message is for the caller. */
export class EnvelopeError extends Error {}

const MEMBERS = ['query', 'variables', 'operationName'];

/**
 * Parses a body as an envelope.
 *
 * @throws {EnvelopeError} if it is not a JSON object, or a member is unknown or of the wrong type
 */
export function readEnvelope(text: string): Envelope {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new EnvelopeError('The body is not JSON.');
  }
  if (!isObject(body)) throw new EnvelopeError('The body must be a JSON object.');
  if (Object.keys(body).some((name) => !MEMBERS.includes(name))) {
    throw new EnvelopeError(
      `The body has an unknown member: it may have ${MEMBERS.join(', ')} only.`,
    );
  }
  const { query, variables, operationName } = body;
  if (typeof query !== 'string') {
    throw new EnvelopeError('The member query is required and must be a string.');
  }
  if (variables !== undefined && variables !== null && !isObject(variables)) {
    throw new EnvelopeError('The member variables must be an object.');
  }
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw new EnvelopeError('The member operationName must be a string.');
  }
  return {
    query,
    variables: variables ?? {},
    operationName: operationName ?? undefined,
    members: body,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
