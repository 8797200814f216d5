import type { Header } from './headers.js';

/** The time limit of each request, in milliseconds. */
const TIME_LIMIT = 10_000;

/**
 * Checks that a served frame page has the expected files and headers.
 *
 * @param address - the address, as in `frame-src`
 * @returns the differences, as text for a person
 */
export async function check(
  address: URL,
  files: ReadonlyMap<string, Buffer>,
  headers: readonly Header[],
): Promise<readonly string[]> {
  const answers = [...files].map(async ([path, content]) => {
    // Hosts redirect `/index.html` to `/`.
    const url = path === 'index.html' ? address : new URL(path, address);
    try {
      // Redirects are not followed: the element loads exactly this address.
      const response = await fetch(url, {
        redirect: 'manual',
        signal: AbortSignal.timeout(TIME_LIMIT),
      });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200)
        return [`${url.href} answers ${response.status} instead of 200.`];
      return [
        ...(body.equals(content) ? [] : [`${url.href} is not the file that this command writes.`]),
        ...differences(url, response.headers, headers),
      ];
    } catch (error) {
      const { cause, message } = error as Error;
      return [`${url.href} does not answer: ${cause instanceof Error ? cause.message : message}.`];
    }
  });
  return (await Promise.all(answers)).flat();
}

function differences(url: URL, actual: Headers, expected: readonly Header[]): readonly string[] {
  return expected.flatMap(([name, value]) => {
    const served = actual.get(name);
    if (served === value) return [];
    if (served === null) return [`${url.href} lacks the header ${name}. Expected:\n  ${value}`];
    return [`${url.href} has the wrong ${name}:\n  ${served}\nExpected:\n  ${value}`];
  });
}
