/**
 * Returns a UUID, version 4 (RFC 9562, section 5.4), by which the service recognises a request that
 * it has already executed. `crypto.randomUUID` is not used, because it exists only in secure
 * contexts, and a portal's test page may not be one.
 */
export function idempotencyKey(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (placeholder) => {
    const random = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    // 0 and 1 become any hexadecimal digit; 8, the variant, becomes 8, 9, a or b.
    const digit = placeholder === '8' ? 8 + (random & 3) : random & 15;
    return digit.toString(16);
  });
}
