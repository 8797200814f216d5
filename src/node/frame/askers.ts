/**
 * Ways to ask a host for a file. Hosts and networks in front of them answer browsers differently:
 * they compress, and some add scripts. Pure.
 */
import { posix } from 'node:path';

/** One way to ask for a file. */
export interface Asker {
  /** Continues the sentence "Asked …". */
  readonly name: string;
  /**
   * Returns the headers of the request.
   *
   * @param path - The file's path, such as `frame.js`.
   * @param parent - The origin of the page that embeds the frame page.
   */
  readonly headers: (path: string, parent: string) => Readonly<Record<string, string>>;
}

interface Browser {
  readonly agent: string;
  /** The header `Accept` for a page. */
  readonly page: string;
}

/** Without zstd, which Node 20 can't decode. */
const ENCODINGS = 'gzip, deflate, br';

const PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const BROWSERS: Readonly<Record<string, Browser>> = {
  Chrome: {
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    page: PAGE.replace('*/*', 'image/avif,image/webp,image/apng,*/*'),
  },
  Firefox: {
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    page: PAGE,
  },
  Safari: {
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    page: PAGE,
  },
};

/** The name of the asker that sends no headers. */
export const PLAINLY = 'plainly';

export const ASKERS: readonly Asker[] = [
  { name: PLAINLY, headers: () => ({}) },
  ...Object.entries(BROWSERS).map(([name, browser]) => ({
    name: `as ${name}`,
    headers: (path: string, parent: string) => headersOf(browser, path, parent),
  })),
  // A host may have a compressed copy of each file, and one of them may be old.
  ...['gzip', 'br'].map((encoding) => ({
    name: `for ${encoding}`,
    headers: () => ({ 'Accept-Encoding': encoding }),
  })),
];

/** Returns the headers that a browser sends when an element shows the frame page. */
function headersOf(
  { agent, page }: Browser,
  path: string,
  parent: string,
): Readonly<Record<string, string>> {
  const shared = {
    'User-Agent': agent,
    'Accept-Encoding': ENCODINGS,
    'Accept-Language': 'en-US,en;q=0.9',
  };
  switch (posix.extname(path)) {
    case '.html':
      return {
        ...shared,
        Accept: page,
        Referer: `${parent}/`,
        'Upgrade-Insecure-Requests': '1',
        ...fetchMetadata('cross-site', 'navigate', 'iframe'),
      };
    case '.js':
      return { ...shared, Accept: '*/*', ...fetchMetadata('same-origin', 'cors', 'script') };
    case '.css':
      return {
        ...shared,
        Accept: 'text/css,*/*;q=0.1',
        ...fetchMetadata('same-origin', 'no-cors', 'style'),
      };
    default:
      return { ...shared, Accept: '*/*', ...fetchMetadata('same-origin', 'cors', 'empty') };
  }
}

function fetchMetadata(
  site: string,
  mode: string,
  destination: string,
): Readonly<Record<string, string>> {
  return { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': destination };
}
