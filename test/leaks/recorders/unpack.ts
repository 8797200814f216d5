/** Turns what recorders send into text that can be searched. */
import { constants, gunzipSync, inflateSync } from 'node:zlib';

/** The beginning of gzip and zlib data. */
const PACKED = /\x1f\x8b\x08|x[\x01\x5e\x9c\xda]/g;

/** A JSON string with binary data: PostHog puts gzip data there, one character for each byte. */
const BINARY_STRING = /"(?=[^"]*\\u001f)(?:[^"\\]|\\.)*"/g;

/** Returns a body as text, and all compressed data in it, at any depth. */
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

/** Returns nothing for data that only looks compressed. A stream may continue in the next body. */
function inflated(data: Buffer): string[] {
  const inflate = data[0] === 0x1f ? gunzipSync : inflateSync;
  try {
    return unpack(inflate(data, { finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return [];
  }
}
