/** The functions of Node's `Buffer` that the sandbox uses, for a page. */

export class Bytes extends Uint8Array {
  /** Returns the bytes as characters, in base64 if asked. */
  override toString(encoding?: 'base64' | 'latin1'): string {
    const text = String.fromCharCode(...this);
    return encoding === 'base64' ? btoa(text) : text;
  }
}

export const Buffer = {
  from(text: string, encoding?: 'base64'): Bytes {
    if (encoding === undefined) return new Bytes(new TextEncoder().encode(text));
    return new Bytes(Array.from(decoded(text), (character) => character.charCodeAt(0)));
  },

  concat(parts: readonly Uint8Array[]): Bytes {
    return new Bytes(parts.flatMap((part) => [...part]));
  },
};

/** Returns nothing for invalid base64, which the header of a request may hold. */
function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}
