/** Asks a host for a file, and reads its answer as it was sent. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import * as zlib from 'node:zlib';

/** A host's answer. */
export interface Answer {
  readonly status: number;
  /** The values of each header, by its name in lower case, also those of early hints. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The decoded body, or `undefined` if it is too large or can't be decoded. */
  readonly body: Buffer | undefined;
}

/** The time limit of each request, in milliseconds. */
const TIME_LIMIT = 10_000;

/** Bytes of the largest body, many times those of the largest file. */
const MAX_BODY = 2_000_000;

/** Node 20 has no zstd. */
const { zstdDecompressSync: zstd } = zlib as { zstdDecompressSync?: typeof zlib.inflateSync };

const DECODERS: Readonly<Record<string, typeof zlib.inflateSync>> = {
  gzip: zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  ...(zstd && { zstd }),
};

/** The compressions of browsers that this version of Node can decode. */
export const COMPRESSIONS: readonly string[] = Object.keys(DECODERS);

/**
 * Sends a GET. Unlike `fetch`, it sends only the given headers, keeps repeated headers of the
 * answer apart and follows no redirect.
 *
 * @throws if there is no complete answer
 */
export async function ask(url: URL, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const signal = AbortSignal.timeout(TIME_LIMIT);
  const received: string[] = [];
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(url, { headers, signal })
      .on('information', ({ rawHeaders }) => received.push(...rawHeaders))
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
  const values = valuesByName([...received, ...response.rawHeaders]);
  const encoding = values.get('content-encoding')?.join() ?? 'identity';
  return {
    status: response.statusCode ?? 0,
    headers: values,
    body: decode(await readBody(response), encoding),
  };
}

/** Returns the body, or `undefined` if it is too large. */
async function readBody(response: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Returning inside the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @param raw - Names and values by turns. */
function valuesByName(raw: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    values.set(name, [...(values.get(name) ?? []), raw[index + 1]!]);
  }
  return values;
}

function decode(body: Buffer | undefined, encoding: string): Buffer | undefined {
  try {
    if (encoding === 'identity') return body;
    return body && DECODERS[encoding.toLowerCase()]?.(body, { maxOutputLength: MAX_BODY });
  } catch {
    return undefined;
  }
}
