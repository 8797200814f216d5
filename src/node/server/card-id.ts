import { readText } from './read-text.js';

/** A request that is refused. The message is for its sender. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Bytes. The body only holds a card's id. */
const MAX_BODY_LENGTH = 4096;

/**
 * Reads the card's id from a request's body, `{ "cardId": id }`.
 *
 * @throws {Refusal} if the body is not JSON, is too long or has no card's id
 */
export async function readCardId(request: Request): Promise<string> {
  // A plain form of another site can't send this type.
  const type = (request.headers.get('Content-Type') ?? '').split(';', 1)[0] ?? '';
  if (type.trim().toLowerCase() !== 'application/json')
    throw new Refusal(415, 'The Content-Type must be application/json.');
  const text = await readText(request, MAX_BODY_LENGTH);
  // The server drops the rest once the answer is sent.
  if (text === undefined) throw new Refusal(413, 'The body is too long.');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
  const cardId =
    typeof body === 'object' && body !== null && 'cardId' in body ? body.cardId : undefined;
  if (typeof cardId === 'string' && cardId !== '') return cardId;
  throw new Refusal(400, 'cardId must be a string.');
}
