/**
 * The functions of `node:crypto` that the sandbox uses, for a page. The site has no service that
 * keeps a PIN: all of it is gone with the page. So a digest is the text itself.
 */
import { Buffer, Bytes } from './node-buffer.js';

export function randomBytes(length: number): Bytes {
  return new Bytes(crypto.getRandomValues(new Uint8Array(length)));
}

export function randomUUID(): string {
  // Unlike `crypto.randomUUID` it needs no secure origin.
  const hex = Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

interface Hmac {
  update(text: string): { digest(encoding?: 'base64'): Bytes | string };
}

export function createHmac(): Hmac {
  return {
    update: (text) => ({
      digest(encoding) {
        const bytes = Buffer.from(text);
        return encoding === undefined ? bytes : bytes.toString(encoding);
      },
    }),
  };
}

export function timingSafeEqual(a: Bytes, b: Bytes): boolean {
  return a.toString() === b.toString();
}
