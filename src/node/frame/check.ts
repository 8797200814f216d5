import type { Header } from './headers.js';

/** How long to wait for each file, in milliseconds. */
const TIME_LIMIT = 10_000;

/**
 * Compares a frame page that is served with what it should be, byte by byte and header by header.
 *
 * @param address as in `frame-src`
 * @returns what differs, in plain words
 */
export async function check(
  address: URL,
  files: ReadonlyMap<string, Buffer>,
  headers: readonly Header[],
): Promise<readonly string[]> {
  const answers = [...files].map(async ([path, content]) => {
    // By its short address: hosts answer the long one with a redirect.
    const url = path === 'index.html' ? address : new URL(path, address);
    try {
      // A redirect is no answer: the element asks for this very address.
      const response = await fetch(url, {
        redirect: 'manual',
        signal: AbortSignal.timeout(TIME_LIMIT),
      });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200) return [`${url.href} answers ${response.status}.`];
      return [
        ...(body.equals(content) ? [] : [`${url.href} is another file than it should be.`]),
        ...differences(url, response.headers, headers),
      ];
    } catch (error) {
      const { cause, message } = error as Error;
      return [`${url.href} gives no answer: ${cause instanceof Error ? cause.message : message}.`];
    }
  });
  return (await Promise.all(answers)).flat();
}

function differences(url: URL, actual: Headers, expected: readonly Header[]): readonly string[] {
  return expected.flatMap(([name, value]) => {
    const there = actual.get(name);
    if (there === value) return [];
    if (there === null) return [`${url.href} has no header ${name}. It should be:\n  ${value}`];
    return [`${url.href} has another ${name}:\n  ${there}\nIt should be:\n  ${value}`];
  });
}
