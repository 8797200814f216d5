/** Compares a served frame page with the files and headers that it should have. */
import { contentType, DOCUMENT, type Header, type PreparedFrame } from './frame-files.js';

/** The time limit for each request, in milliseconds. */
const TIME_LIMIT = 10_000;

/** Content types that browsers treat the same as ours. */
const HTML_TYPE = /^text\/html\s*(;\s*charset="?utf-8"?\s*)?$/i;

/** A browser's headers when it loads a frame. Some hosts inject scripts only for browsers. */
const BROWSER = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  // Browsers also accept zstd, which Node 20 can't read.
  'Accept-Encoding': 'gzip, deflate, br',
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Sec-Fetch-Dest': 'iframe',
};

/** Headers that make a browser load, store or open something else. */
const UNWANTED = ['Set-Cookie', 'Refresh', 'Link'];

const CAUSES =
  'Usual causes of wrong headers: the include is missing from this nginx location, or nginx was not reloaded.';

/** A file as the host serves it. */
interface Served {
  readonly name: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

/**
 * Requests every file as a browser does, and compares it with the prepared file.
 *
 * @param address - The frame page's address, as in `frame-src`.
 * @returns The differences, as human-readable text.
 */
export async function check(address: URL, frame: PreparedFrame): Promise<readonly string[]> {
  const others = [...frame.files.keys()].filter((name) => name !== DOCUMENT);
  const results = await Promise.all([DOCUMENT, ...others].map((name) => request(address, name)));
  const served = results.filter((result) => typeof result !== 'string');
  return [
    ...results.filter((result) => typeof result === 'string'),
    ...served.flatMap((file) => contentFaults(file, frame.files.get(file.name)!)),
    ...headerFaults(served, frame.headers),
  ];
}

/** Requests a file. Returns the file, or the reason why it isn't served. */
async function request(address: URL, name: string): Promise<Served | string> {
  // Some hosts redirect `/index.html` to `/`.
  const url = name === DOCUMENT ? address : new URL(name, address);
  try {
    const signal = AbortSignal.timeout(TIME_LIMIT);
    const response = await fetch(url, { headers: BROWSER, redirect: 'manual', signal });
    const { status, headers } = response;
    const body = Buffer.from(await response.arrayBuffer());
    if (status === 200) return { name, headers, body };
    const location = headers.get('location');
    const target = location === null ? '' : ` It redirects to:\n  ${location}`;
    return `${url.href}: the status is ${status} instead of 200.${target}`;
  } catch (error) {
    const { cause = error } = error as Error;
    const { message, code } = cause as NodeJS.ErrnoException;
    return `${url.href} can’t be read: ${message || code}.`;
  }
}

function contentFaults({ name, body }: Served, file: Buffer): readonly string[] {
  if (body.equals(file)) return [];
  const faults = name === DOCUMENT ? documentFaults(String(body), String(file)) : [];
  return faults.length > 0 ? faults : [`${name} differs from the file that this command writes.`];
}

/** Names the parts that differ: the package's version, and the configuration. */
function documentFaults(theirs: string, ours: string): readonly string[] {
  const versionIn = (html: string) => /content="set-card-pin ([\w.+-]+)"/.exec(html)?.[1];
  const [served, own] = [versionIn(theirs), versionIn(ours)];
  const version =
    served === own || served === undefined
      ? []
      : [`${DOCUMENT} is version ${served}, and you have ${own}.`];
  const [servedConfig, ownConfig] = [configIn(theirs), configIn(ours)];
  const parts = ['parents', 'endpoints', 'fonts'].flatMap((part) => {
    const [has, needs] = [servedConfig, ownConfig].map((config) => JSON.stringify(config?.[part]));
    const isSame = has === needs || servedConfig === undefined;
    return isSame ? [] : [`${DOCUMENT} has different ${part}:\n  ${has}\nExpected:\n  ${needs}`];
  });
  return [...version, ...parts];
}

function configIn(html: string): Readonly<Record<string, unknown>> | undefined {
  const [, text = ''] = /<script id="config"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function headerFaults(served: readonly Served[], expected: readonly Header[]): readonly string[] {
  // Browsers load only the document and fonts.
  const loaded = served.filter(({ name }) => !contentType(name).startsWith('text/plain'));
  const faults = [
    ...expected.flatMap(([header, value]) => faultsOf(header, served, () => value)),
    ...faultsOf('Content-Type', loaded, ({ name }) => contentType(name)),
  ];
  const unwanted = UNWANTED.flatMap((header) => {
    const files = served.filter(({ headers }) => headers.has(header));
    return files.length === 0 ? [] : [`${header} is sent with ${namesOf(files)}. Remove it.`];
  });
  return [...faults, ...(faults.length === 0 ? [] : [CAUSES]), ...unwanted];
}

/** Returns a line for the files without a header, and one for the files with a wrong value. */
function faultsOf(
  header: string,
  served: readonly Served[],
  expected: (file: Served) => string,
): readonly string[] {
  const missing = served.filter(({ headers }) => !headers.has(header));
  const wrong = served.filter((file) => {
    const [value, right] = [file.headers.get(header), expected(file)];
    const isHtml = right === contentType(DOCUMENT) && value !== null && HTML_TYPE.test(value);
    return value !== null && value !== right && !isHtml;
  });
  const [first] = wrong;
  const values = first && `\n  ${first.headers.get(header)}\nExpected:\n  ${expected(first)}`;
  return [
    ...(missing.length === 0 ? [] : [`${header} is missing from ${namesOf(missing)}.`]),
    ...(values === undefined ? [] : [`${header} is wrong for ${namesOf(wrong)}:${values}`]),
  ];
}

function namesOf(files: readonly Served[]): string {
  return files.map(({ name }) => name).join(', ');
}
