/**
 * The parts of Node that the sandbox uses, for a page. A digest is the text itself, because a
 * page doesn't store anything beyond its own lifetime.
 */

class Bytes extends Uint8Array {
  override toString(encoding?: 'base64' | 'latin1'): string {
    const text = String.fromCharCode(...this);
    return encoding === 'base64' ? btoa(text) : text;
  }
}

export const Buffer = {
  from: (text: string, encoding?: 'base64'): Bytes =>
    encoding === undefined
      ? new Bytes(new TextEncoder().encode(text))
      : new Bytes(Array.from(atob(text), (character) => character.charCodeAt(0))),

  concat: (parts: readonly Uint8Array[]): Bytes => new Bytes(parts.flatMap((part) => [...part])),
};

export const randomBytes = (length: number): Bytes =>
  new Bytes(crypto.getRandomValues(new Uint8Array(length)));

/** Returns an id. `crypto.randomUUID` is missing from pages on a plain http: host. */
export const randomUUID = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

export const createHmac = () => ({ update: (text: string) => ({ digest: () => text }) });

export const STATUS_CODES: Readonly<Record<number, string>> = {};
