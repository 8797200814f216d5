/** Compares a served frame page with the files and headers that it should have. */
import { ask, COMPRESSIONS, type Answer } from './answer.js';
import { contentType, DOCUMENT, type Header, type PreparedFrame } from './frame-files.js';

/** The asker that sends no headers. */
const PLAINLY = 'plainly';

/** The asker with the query of an element that loads the frame page again. */
const AGAIN = 'with ?again=';

/** The compressions that hosts keep copies for. */
const COPIES = COMPRESSIONS.filter((name) => name !== 'deflate');

const TYPE: Header = ['Content-Type', contentType(DOCUMENT)];

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
  /^content-(encoding|language|length|type): /,
  // Of hosts: browsers ignore these, with two exceptions.
  /^(cf|x)-(?!(sourcemap|dns-prefetch-control):)/,
  // Often set for a whole site. The files are public, and the page is never at the top.
  /^(access-control-allow-origin|cross-origin-opener-policy|strict-transport-security): /,
  // Vercel sends this one, and Caddy and CloudFront the other, which names no other host.
  /^content-disposition: inline(;|$)/,
  /^alt-svc: [^"]*(":\d+"[^"]*)*$/,
];

/**
 * Checks every file. Hosts and networks in front of them answer browsers differently: they
 * compress, and some add scripts. So each file is asked for in several ways.
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
  const findings = [...frame.files.keys()].map(async (name) => {
    // Hosts redirect `/index.html` to `/`.
    const url = name === DOCUMENT ? address : new URL(name, address);
    const again = new URL(url);
    again.searchParams.set('again', String(Date.now()));
    const found = Object.entries(askers(parent)).map(async ([asker, asked]) => {
      const texts = await ask(asker === AGAIN ? again : url, asked).then(
        (answer) => differences(frame, name, answer),
        (error: Error) => [`does not answer: ${error.message}.`],
      );
      return [asker, texts.map((text) => `${url.href} ${text}`)] as const;
    });
    return merge(await Promise.all(found));
  });
  return (await Promise.all(findings)).flat();
}

/** Returns the headers of each way to ask, by a name that continues the sentence "Asked …". */
function askers(parent: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const browser = {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Encoding': COMPRESSIONS.join(', '),
    'Accept-Language': 'en-US,en;q=0.9',
    Referer: `${parent}/`,
    'Upgrade-Insecure-Requests': '1',
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'iframe',
  };
  return {
    [PLAINLY]: {},
    [AGAIN]: {},
    'as Chrome': {
      ...browser,
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    },
    'as Firefox': {
      ...browser,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    },
    'as Safari': {
      ...browser,
      'Accept-Encoding': 'gzip, deflate, br',
      'User-Agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    },
    // A host may have a compressed copy of each file, and one of them may be old.
    ...Object.fromEntries(COPIES.map((name) => [`for ${name}`, { 'Accept-Encoding': name }])),
  };
}

/** Returns what is wrong with an answer, to continue a sentence that begins with the address. */
function differences(
  { files, headers }: PreparedFrame,
  name: string,
  { status, headers: received, body }: Answer,
): readonly string[] {
  if (status !== 200) {
    const location = received.get('location');
    const target = location === undefined ? '' : ` It redirects to:\n  ${location.join('\n  ')}`;
    return [`answers ${status} instead of 200.${target}`];
  }
  const isExpected = body?.equals(files.get(name)!);
  return [
    ...(isExpected ? [] : ['is not the file that this command writes.']),
    ...(name === DOCUMENT ? [...headers, TYPE] : headers).flatMap(([header, expected]) => {
      const values = received.get(header.toLowerCase()) ?? [];
      const [value, ...more] = values;
      if (value === undefined) return [`lacks the header ${header}. Expected:\n  ${expected}`];
      const isRight = value === expected || (header === TYPE[0] && HTML_TYPE.test(value));
      if (isRight && more.length === 0) return [];
      const fault = more.length > 0 ? `header ${header} ${values.length} times` : `wrong ${header}`;
      return [`has the ${fault}:\n  ${values.join('\n  ')}\nExpected:\n  ${expected}`];
    }),
    ...[...received].flatMap(([header, values]) => {
      const isKnown =
        headers.some(([name]) => name.toLowerCase() === header) ||
        values.every((value) => HARMLESS.some((each) => each.test(`${header}: ${value}`)));
      return isKnown
        ? []
        : `has the header ${header}, which browsers may act on. Remove it:\n  ${values.join('\n  ')}`;
    }),
  ];
}

/**
 * Merges the findings of all askers. One that a plain request has too does not depend on the asker.
 * Only the first line counts, because a host may send other values each time.
 */
function merge(found: readonly (readonly [string, readonly string[]])[]): readonly string[] {
  const merged = new Map<string, { readonly text: string; readonly askers: string[] }>();
  for (const [asker, texts] of found) {
    for (const text of texts) {
      const [line = ''] = text.split('\n', 1);
      const finding = merged.get(line) ?? { text, askers: [] };
      finding.askers.push(asker);
      merged.set(line, finding);
    }
  }
  return [...merged.values()].map(({ text, askers }) =>
    askers.includes(PLAINLY) ? text : `Asked ${askers.join(', ')}: ${text}`,
  );
}
