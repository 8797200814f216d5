/** The JSON body of a request: these three members and no other. */
export interface Envelope {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
  /** The body as it came, with the members that it had and in their order. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** The body is no envelope; its message says why, in words that are fit for the caller. */
export class EnvelopeError extends Error {}

const MEMBERS = ['query', 'variables', 'operationName'];

/**
 * Reads a body as an envelope.
 * @throws {EnvelopeError} when it is not JSON, not an object, has another member, or one of the wrong type
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
    throw new EnvelopeError(`The body may have the members ${MEMBERS.join(', ')} and no other.`);
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
