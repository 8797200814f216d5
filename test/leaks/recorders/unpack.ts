/** Unpacks the data of recorders into text that can be searched. */
import { constants, gunzipSync, inflateSync } from 'node:zlib';

/** First bytes of gzip and zlib data. */
const PACKED = /\x1f\x8b\x08|x[\x01\x5e\x9c\xda]/g;

/** A JSON string with gzip data, one character for each byte. PostHog sends such strings. */
const BINARY_STRING = /"(?=[^"]*\\u001f)(?:[^"\\]|\\.)*"/g;

/** Returns a body as text, and the texts of all compressed data in it, at any depth. */
export function unpack(body: Buffer): string[] {
  const text = body.toString('latin1');
  return [
    text,
    ...[...text.matchAll(PACKED)].flatMap(({ index }) => inflated(body.subarray(index))),
    ...[...text.matchAll(BINARY_STRING)].flatMap(([string]) => {
      const json = Buffer.from(string, 'latin1').toString();
      return unpack(Buffer.from(JSON.parse(json) as string, 'latin1'));
    }),
  ];
}

/**
 * Inflates data, also a stream that continues in the next body. Returns no text for data that only
 * looks compressed.
 */
function inflated(data: Buffer): string[] {
  const inflate = data[0] === 0x1f ? gunzipSync : inflateSync;
  try {
    return unpack(inflate(data, { finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return [];
  }
}
