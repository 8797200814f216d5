/** Reads a body. Stops and returns `undefined` if the body has more bytes than are allowed. */
export async function readText(
  { body }: Request | Response,
  maxBytes: number,
): Promise<string | undefined> {
  const reader = body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = (await reader.read()) as ReadableStreamReadResult<Uint8Array>;
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > maxBytes) {
      reader.releaseLock();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Parses JSON. Returns `undefined` if the text is anything else. */
export function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
