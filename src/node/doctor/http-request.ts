import { readJson } from './json.js';
import { describeFailure } from './network-failure.js';
import { ServiceError } from './service-error.js';

/** A complete HTTP response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed text; `undefined` if it is not JSON. */
  readonly body: unknown;
  /** Milliseconds since 1970 on this machine's clock. */
  readonly receivedAt: number;
}

/** The longest answer, in bytes: enough for the schema of a large service. */
const MAX_BODY = 1_048_576;

/**
 * Sends a request and reads the whole answer within the time limit. Doesn't follow redirects.
 *
 * @param timeLimit - in seconds
 * @throws {ServiceError}
 */
export async function sendRequest(url: URL, init: RequestInit, timeLimit: number): Promise<Answer> {
  const signal = AbortSignal.timeout(timeLimit * 1000);
  try {
    // A redirect could send the API key to another server.
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const text = await readText(response);
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: readJson(text),
      receivedAt: Date.now(),
    };
  } catch (error) {
    throw error instanceof ServiceError ? error : describeFailure(error, signal.aborted, timeLimit);
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Throwing inside the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY) {
      throw new ServiceError(
        'too-large',
        'The answer is larger than 1 MiB and was not read.',
        'Check that the address is the service’s GraphQL endpoint.',
        { reached: true },
      );
    }
    chunks.push(chunk);
  }
  // As a browser does: without a byte order mark.
  return new TextDecoder().decode(Buffer.concat(chunks));
}
