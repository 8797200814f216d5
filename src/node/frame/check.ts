/** Compares a served frame page with the files and headers that it should have. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import * as zlib from 'node:zlib';
import { contentType, DOCUMENT, type Header, type PreparedFrame } from './frame-files.js';

/** The time limit of each request, in milliseconds. */
const TIME_LIMIT = 10_000;

/** Bytes of the largest body. Fonts with Japanese have several million. */
const MAX_BODY = 10_000_000;

/** Node 20 has no zstd. */
const { zstdDecompressSync: zstd } = zlib as { zstdDecompressSync?: typeof zlib.inflateSync };

const DECODERS: Readonly<Record<string, typeof zlib.inflateSync>> = {
  gzip: zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  ...(zstd && { zstd }),
};

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
 * Checks every file. The document is asked for in several ways: hosts and networks in front of them
 * compress for browsers, and some add scripts.
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
  const found = [...frame.files.keys()].map(async (name) => {
    // Hosts redirect `/index.html` to `/`.
    const url = name === DOCUMENT ? address : new URL(name, address);
    const findings = async (asked: Readonly<Record<string, string>>, target = url) => {
      const texts = await ask(target, asked).then(
        (answer) => differences(frame, name, answer),
        (error: Error) => [`does not answer: ${error.message}.`],
      );
      return texts.map((text) => `${url.href} ${text}`);
    };
    const plain = await findings({});
    if (name !== DOCUMENT) return plain;
    const others = await Promise.all([
      // An element that loads the frame page again.
      findings({}, again).then((texts) => ['with ?again=', texts] as const),
      ...Object.entries(askers(parent)).map(
        async ([asker, asked]) => [asker, await findings(asked)] as const,
      ),
    ]);
    return [...plain, ...merge(plain, others)];
  });
  return (await Promise.all(found)).flat();
}

/** Returns the headers of each way to ask, by a name that continues the sentence "Asked …". */
function askers(parent: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const compressions = Object.keys(DECODERS);
  return {
    'as a browser': {
      Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'Accept-Encoding': compressions.join(', '),
      'Accept-Language': 'en-US,en;q=0.9',
      Referer: `${parent}/`,
      'Upgrade-Insecure-Requests': '1',
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'iframe',
    },
    // A host may have a compressed copy of each file, and one of them may be old.
    ...Object.fromEntries(
      compressions
        .filter((name) => name !== 'deflate')
        .map((name) => [`for ${name}`, { 'Accept-Encoding': name }]),
    ),
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
  const type: Header = ['Content-Type', contentType(name)];
  // Browsers load only the document and fonts.
  const isLoaded = !type[1].startsWith('text/plain');
  return [
    ...(isExpected ? [] : ['is not the file that this command writes.']),
    ...(isLoaded ? [...headers, type] : headers).flatMap(([header, expected]) => {
      const values = received.get(header.toLowerCase()) ?? [];
      const [value, ...more] = values;
      if (value === undefined) return [`lacks the header ${header}. Expected:\n  ${expected}`];
      const isRight =
        value === expected || (expected === contentType(DOCUMENT) && HTML_TYPE.test(value));
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
 * Merges the findings of askers, without those that a plain request has too: they don't depend on
 * the asker. Only the first line counts, because a host may send other values each time.
 */
function merge(
  plain: readonly string[],
  found: readonly (readonly [string, readonly string[]])[],
): readonly string[] {
  const firstLine = (text: string): string => text.split('\n', 1)[0]!;
  const known = new Set(plain.map(firstLine));
  const merged = new Map<string, { readonly text: string; readonly askers: string[] }>();
  for (const [asker, texts] of found) {
    for (const text of texts.filter((each) => !known.has(firstLine(each)))) {
      const finding = merged.get(firstLine(text)) ?? { text, askers: [] };
      finding.askers.push(asker);
      merged.set(firstLine(text), finding);
    }
  }
  return [...merged.values()].map(({ text, askers }) => `Asked ${askers.join(', ')}: ${text}`);
}

/** A host's answer. */
interface Answer {
  readonly status: number;
  /** The values of each header, by its name in lower case, also those of early hints. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The decoded body, or `undefined` if it is too large or can't be decoded. */
  readonly body: Buffer | undefined;
}

/**
 * Sends a GET. Unlike `fetch`, it sends only the given headers, keeps repeated headers of the
 * answer apart and follows no redirect.
 *
 * @throws if there is no complete answer
 */
async function ask(url: URL, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const signal = AbortSignal.timeout(TIME_LIMIT);
  const received: string[] = [];
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(url, { headers, signal })
      .on('information', ({ rawHeaders }) => received.push(...rawHeaders))
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
  const values = valuesByName([...received, ...response.rawHeaders]);
  const encoding = values.get('content-encoding')?.join() ?? 'identity';
  return {
    status: response.statusCode ?? 0,
    headers: values,
    body: decode(await readBody(response), encoding),
  };
}

/** Returns the body, or `undefined` if it is too large. */
async function readBody(response: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Returning inside the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @param raw - Names and values by turns. */
function valuesByName(raw: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    values.set(name, [...(values.get(name) ?? []), raw[index + 1]!]);
  }
  return values;
}

function decode(body: Buffer | undefined, encoding: string): Buffer | undefined {
  try {
    if (encoding === 'identity') return body;
    return body && DECODERS[encoding.toLowerCase()]?.(body, { maxOutputLength: MAX_BODY });
  } catch {
    return undefined;
  }
}
