import type { IncomingMessage } from 'node:http';

/** A body that can't be read; its message is fit for the caller. */
export class BodyError extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/** In bytes: far more than any operation needs. */
export const LONGEST_BODY = 64 * 1024;

/** In bytes: what is still read, and thrown away, of a body that is too long, so that its sender gets to the answer. */
const LONGEST_DISCARDED = 1024 * 1024;

/**
 * The body of a request as text.
 * @throws {BodyError} when it is longer than `LONGEST_BODY`, or not UTF-8; any other error when the client has left
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length <= LONGEST_BODY) chunks.push(chunk as Buffer);
    else if (length > LONGEST_DISCARDED) break;
  }
  if (length > LONGEST_BODY) {
    throw new BodyError(413, `The body is longer than ${LONGEST_BODY} bytes.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new BodyError(400, 'The body is not UTF-8.');
  }
}
