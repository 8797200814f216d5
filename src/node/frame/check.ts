/** Compares a served frame page with the files and headers that it should have. */
import { contentType, DOCUMENT, type Header, type PreparedFrame } from './frame-files.js';

/** The time limit of each request, in milliseconds. */
const TIME_LIMIT = 10_000;

/** Types that browsers treat like ours. */
const HTML_TYPE = /^text\/html\s*(;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Headers that hosts add and that change nothing in a frame, with their values. Any other could:
 * browsers learn new ones.
 */
const HARMLESS: readonly RegExp[] = [
  // Of HTTP and its caches.
  /^(accept-ranges|age|cache-status|connection|date|etag|expires|keep-alive|last-modified): /,
  /^(pragma|priority|server|server-timing|transfer-encoding|upgrade|vary|via): /,
  /^content-(language|length|type): /,
  /^content-encoding: (br|deflate|gzip)$/,
  // Of hosts: browsers ignore these, with two exceptions.
  /^(cf|x)-(?!(sourcemap|dns-prefetch-control):)/,
  // Often set for a whole site. The files are public, and the page is never at the top.
  /^(access-control-allow-origin|cross-origin-opener-policy|strict-transport-security): /,
  // Vercel sends the first. Caddy and CloudFront send the second, which must name no other host.
  /^content-disposition: inline(;|$)/,
  /^alt-svc: [^"]*(":\d+"[^"]*)*$/,
];

/**
 * Checks every file. The document is also requested as a browser does, and as an element does that
 * loads the frame page again: hosts and networks in front of them compress for browsers, and some
 * add scripts.
 *
 * @param address - The frame page's address, as in `frame-src`.
 * @param parent - The origin of a page that embeds it.
 * @returns The differences, as text for a person.
 */
export async function check(
  address: URL,
  frame: PreparedFrame,
  parent: string,
): Promise<readonly string[]> {
  const again = new URL(address);
  again.searchParams.set('again', String(Date.now()));
  const browser = browserHeaders(parent);
  // Hosts redirect `/index.html` to `/`.
  const urlOf = (name: string): URL => (name === DOCUMENT ? address : new URL(name, address));
  const requests: readonly (readonly [
    name: string,
    asked: string,
    url?: URL,
    headers?: Readonly<Record<string, string>>,
  ])[] = [
    ...[...frame.files.keys()].map((name) => [name, ''] as const),
    [DOCUMENT, 'Asked as a browser: ', address, browser],
    [DOCUMENT, 'Asked with ?again=: ', again, browser],
  ];
  const found = await Promise.all(
    requests.map(async ([name, asked, url = urlOf(name), headers = {}]) => {
      const faults = await differences(frame, name, url, headers);
      return faults.map((fault) => ({ asked, text: `${urlOf(name).href} ${fault}` }));
    }),
  );
  const texts = new Map<string, string>();
  for (const { asked, text } of found.flat()) {
    // Each difference once. Only the first line counts: a host may send other values each time.
    const [key = ''] = text.split('\n', 1);
    // It quotes the host, which could control the terminal.
    const printable = text.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, '');
    if (!texts.has(key)) texts.set(key, asked + printable);
  }
  return [...texts.values()];
}

/** Returns the headers of a browser that loads the page into a frame. */
function browserHeaders(parent: string): Readonly<Record<string, string>> {
  return {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    // Browsers also take zstd, which Node 20 can't read.
    'Accept-Encoding': 'gzip, deflate, br',
    'Accept-Language': 'en-US,en;q=0.9',
    Referer: `${parent}/`,
    'Upgrade-Insecure-Requests': '1',
    'User-Agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Dest': 'iframe',
  };
}

/** Requests a file. Returns what is wrong with it, to follow its URL in a sentence. */
async function differences(
  frame: PreparedFrame,
  name: string,
  url: URL,
  asked: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(TIME_LIMIT);
  let response: Response;
  try {
    response = await fetch(url, { headers: asked, redirect: 'manual', signal });
  } catch (error) {
    const { cause = error } = error as Error;
    const { message, code } = cause as NodeJS.ErrnoException;
    return [`does not answer: ${message || code}.`];
  }
  const { status, headers } = response;
  if (status !== 200) {
    await response.body?.cancel();
    const location = headers.get('location');
    const target = location === null ? '' : ` It redirects to:\n  ${location}`;
    return [`answers ${status} instead of 200.${target}`];
  }
  const file = frame.files.get(name)!;
  const body = await response.arrayBuffer().catch(() => undefined);
  return [
    ...(body === undefined
      ? ['sends an answer that is incomplete or can’t be decoded.']
      : Buffer.from(body).equals(file)
        ? []
        : ['is not the file that this command writes.']),
    ...headerDifferences(headers, frame.headers, contentType(name)),
  ];
}

function headerDifferences(
  received: Headers,
  expected: readonly Header[],
  type: string,
): readonly string[] {
  // Browsers load only the document and fonts.
  const isLoaded = !type.startsWith('text/plain');
  const wrong = [...expected, ...(isLoaded ? [['Content-Type', type] as const] : [])].flatMap(
    ([name, right]) => {
      const value = received.get(name);
      if (value === null) return [`lacks the header ${name}. Expected:\n  ${right}`];
      const isRight = value === right || (right === contentType(DOCUMENT) && HTML_TYPE.test(value));
      return isRight ? [] : [`has the wrong ${name}:\n  ${value}\nExpected:\n  ${right}`];
    },
  );
  const others = [...received].filter(
    ([header, value]) =>
      !expected.some(([name]) => name.toLowerCase() === header) &&
      !HARMLESS.some((each) => each.test(`${header}: ${value}`)),
  );
  return [
    ...wrong,
    ...others.map(
      ([header, value]) =>
        `has the header ${header}, which browsers may act on. Remove it:\n  ${value}`,
    ),
  ];
}
