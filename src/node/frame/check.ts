/** Compares a served frame page with the files and headers that it should have. */
import { ask, type Answer } from './answer.js';
import { contentType, DOCUMENT, type Header, type PreparedFrame } from './frame-files.js';

/** The asker that sends no headers. */
const PLAINLY = 'plainly';

const TYPE: Header = ['Content-Type', contentType(DOCUMENT)];

/** Types that browsers treat like ours. */
const HTML_TYPE = /^text\/html\s*(;\s*charset="?utf-8"?\s*)?$/i;

/** Headers that an answer may not have, with what they do. */
const FORBIDDEN: readonly (readonly [name: RegExp, effect: string])[] = [
  [/^(refresh|location)$/, 'moves the frame to another page'],
  [/^(link|speculation-rules)$/, 'makes the browser load other files'],
  [/^service-worker-allowed$/, 'lets a service worker answer for the frame page'],
  [/^set-cookie$/, 'stores a cookie'],
  [
    /^(nel|report-to|reporting-endpoints|.*-report-only)$/,
    'makes the browser send reports about the frame page',
  ],
  [/^origin-trial$/, 'turns on features of the browser that the frame page is not tested with'],
  [/^(x-)?sourcemap$/, 'shows other sources in developer tools'],
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
    const found = Object.entries(askers(parent)).map(async ([asker, asked]) => {
      const texts = await ask(url, asked).then(
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
    // Without zstd, which Node 20 can't decode.
    'Accept-Encoding': 'gzip, deflate, br',
    'Accept-Language': 'en-US,en;q=0.9',
    Referer: `${parent}/`,
    'Upgrade-Insecure-Requests': '1',
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'iframe',
  };
  return {
    [PLAINLY]: {},
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
      'User-Agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    },
    // A host may have a compressed copy of each file, and one of them may be old.
    'for gzip': { 'Accept-Encoding': 'gzip' },
    'for br': { 'Accept-Encoding': 'br' },
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
      const effect = FORBIDDEN.find(([pattern]) => pattern.test(header))?.[1];
      return effect === undefined
        ? []
        : [`has the header ${header}, which ${effect}. Remove it:\n  ${values.join('\n  ')}`];
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
