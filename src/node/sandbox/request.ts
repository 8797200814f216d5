/** Reads request bodies. */
import type { IncomingMessage } from 'node:http';
import { isObject, type Members } from '../../service/members.js';

/** A mistake by the caller, with the HTTP status to respond with. The message is for the caller. */
export class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** @throws {RequestError} with 400 if the condition doesn't hold */
export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new RequestError(400, message);
}

/** The longest body, in bytes: far more than any operation needs. */
const MAX_BODY = 64 * 1024;

/**
 * Reads the body of a request as text.
 *
 * @throws {RequestError} if it is too long or not UTF-8; any other error if the client disconnected
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    // A longer body is read too, so that its sender can read the response.
    if (length <= MAX_BODY) chunks.push(chunk as Buffer);
  }
  if (length > MAX_BODY) throw new RequestError(413, `The body is longer than ${MAX_BODY} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new RequestError(400, 'The body is not UTF-8.');
  }
}

/**
 * Parses a body as a JSON object.
 *
 * @throws {RequestError}
 */
export function readObject(text: string): Members {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RequestError(400, 'The body is not JSON.');
  }
  check(isObject(body), 'The body must be a JSON object.');
  return body;
}

/** The JSON body of a GraphQL request. */
interface Envelope {
  readonly query: string;
  readonly variables?: Members | null;
  readonly operationName?: string | null;
}

const MEMBERS = ['query', 'variables', 'operationName'];

/**
 * Parses a body as an envelope.
 *
 * @throws {RequestError} if it is not a JSON object, or a member is unknown or of the wrong type
 */
export function readEnvelope(text: string): Envelope {
  const body = readObject(text);
  const { query, variables, operationName } = body;
  check(
    Object.keys(body).every((name) => MEMBERS.includes(name)),
    `The body has an unknown member. Use only ${MEMBERS.join(', ')}.`,
  );
  check(typeof query === 'string', 'The body’s query must be a string.');
  check(isObject(variables ?? {}), 'The variables member must be an object.');
  check(typeof (operationName ?? '') === 'string', 'The operationName member must be a string.');
  return body as unknown as Envelope;
}
