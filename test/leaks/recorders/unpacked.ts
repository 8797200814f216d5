/** What recorders send → text that can be searched. Pure. */
import { constants, gunzipSync, inflateSync } from 'node:zlib';

/** How gzip and zlib data begin. */
const PACKED = /\x1f\x8b\x08|x[\x01\x5e\x9c\xda]/g;

/** A string in JSON that is not all text: PostHog puts gzip data there, a character for each byte. */
const BINARY_STRING = /"(?=[^"]*\\u001f)(?:[^"\\]|\\.)*"/g;

/** Gives the bytes of a body as text, and those of whatever is compressed anywhere in it, however deep. */
export function unpacked(body: Buffer): string[] {
  const text = body.toString('latin1');
  return [
    text,
    ...[...text.matchAll(PACKED)].flatMap(({ index }) => inflated(body.subarray(index))),
    ...[...text.matchAll(BINARY_STRING)].flatMap(([string]) => {
      const json = Buffer.from(string, 'latin1').toString();
      return unpacked(Buffer.from(JSON.parse(json) as string, 'latin1'));
    }),
  ];
}

/** What only looks like it gives nothing; a stream may go on in the next body. */
function inflated(data: Buffer): string[] {
  const inflate = data[0] === 0x1f ? gunzipSync : inflateSync;
  try {
    return unpacked(inflate(data, { finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return [];
  }
}
