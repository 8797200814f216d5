import { Refusal } from './card-id.js';

/** Seconds that a browser may remember the answer to a preflight. */
const MAX_AGE = '600';

/**
 * Checks an origin of an option.
 *
 * @throws {TypeError} if it is not written as browsers send it; this includes `*` and `null`
 */
export function parseOrigin(origin: string, option: string): string {
  if (URL.canParse(origin) && new URL(origin).origin === origin && origin !== 'null') return origin;
  throw new TypeError(
    `${option} must be an origin, such as https://cards.example.com, without a path or a wildcard.`,
  );
}

/** The page that sent a request. */
export class RequestOrigin {
  /** True if the page may ask for tokens. */
  readonly isAllowed: boolean;
  /** The origin of another page that may ask. */
  readonly #foreign: string | undefined;
  /** True if no browser sent the request. */
  readonly #isMissing: boolean;

  constructor({ headers, url }: Request, allowedOrigins: ReadonlySet<string>) {
    // Browsers send Origin with every POST.
    const origin = headers.get('Origin') ?? '';
    this.#foreign = allowedOrigins.has(origin) ? origin : undefined;
    // Behind a proxy the URL may have another scheme or host than the page's. Then this header,
    // which no page can set, still says whether both origins are the same.
    const site = headers.get('Sec-Fetch-Site');
    // Some frameworks pass on an address with a `Host` header that can't be parsed.
    const own = URL.canParse(url) ? new URL(url).origin : undefined;
    const isOwn = site === null ? origin === own : site === 'same-origin';
    this.#isMissing = origin === '' && site === null;
    this.isAllowed = isOwn || this.#foreign !== undefined;
  }

  /** Returns the refusal of a page that may not ask. */
  refusal(): Refusal {
    return new Refusal(
      403,
      this.#isMissing
        ? 'The request has no Origin header. Browsers send it, other programs have to set it.'
        : 'This origin is not allowed.',
    );
  }

  /**
   * Answers the question of a browser whether it may send a page's request.
   *
   * @throws {Refusal} if it may not
   */
  preflight({ headers }: Request): Response {
    if (this.#foreign === undefined) throw this.refusal();
    return new Response(null, {
      status: 204,
      headers: {
        'Access-Control-Allow-Methods': 'POST',
        'Access-Control-Allow-Headers':
          headers.get('Access-Control-Request-Headers') ?? 'Content-Type',
        'Access-Control-Max-Age': MAX_AGE,
      },
    });
  }

  /** Lets another page that may ask read the answer, and send its cookies. */
  addHeaders(headers: Headers): void {
    headers.append('Vary', 'Origin');
    if (this.#foreign === undefined) return;
    headers.set('Access-Control-Allow-Origin', this.#foreign);
    headers.set('Access-Control-Allow-Credentials', 'true');
    headers.set('Access-Control-Expose-Headers', 'Retry-After');
  }
}
