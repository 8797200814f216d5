import type { IncomingMessage } from 'node:http';

/** The error of a body that can't be read. The message is for the caller. */
export class BodyError extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/** The longest body, in bytes: far more than any operation needs. */
const MAX_BODY = 64 * 1024;

/** The bytes that are read of a longer body, so that its sender can read the answer. */
const MAX_DISCARDED = 1024 * 1024;

/**
 * Reads the body of a request as text.
 *
 * @throws {BodyError} if it is too long or not UTF-8; any other error if the client left
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length <= MAX_BODY) chunks.push(chunk as Buffer);
    else if (length > MAX_DISCARDED) break;
  }
  if (length > MAX_BODY) {
    throw new BodyError(413, `The body is longer than ${MAX_BODY} bytes.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new BodyError(400, 'The body is not UTF-8.');
  }
}
