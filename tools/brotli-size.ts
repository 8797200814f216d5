import { brotliCompressSync, constants } from 'node:zlib';

/** Returns the number of bytes after brotli at its best quality, 11, which a CDN uses. */
export function brotliSize(content: string | Uint8Array): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(content, { params }).length;
}
