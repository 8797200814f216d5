import { randomBytes } from 'node:crypto';

/** Half an hour. */
const LIFETIME_MILLISECONDS = 30 * 60 * 1000;

/** The sessions kept at a time; the oldest go first. */
const MOST_SESSIONS = 1000;

const COOKIE = 'portal_session';

interface Session<User> {
  readonly user: User;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Who is signed in, told by a cookie that no script can read and that no other site's request carries. */
export class Sessions<User> {
  readonly #secure: boolean;
  readonly #sessions = new Map<string, Session<User>>();

  /** @param secure whether the portal is served over https; the cookie then travels over nothing else */
  constructor(secure: boolean) {
    this.#secure = secure;
  }

  /** Begins a session under a new id, as one that was known before the sign-in could be somebody else's; gives its `Set-Cookie`. */
  begin(user: User, formerCookies: string | undefined): string {
    this.#sessions.delete(readCookie(formerCookies));
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= MOST_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    const id = randomBytes(32).toString('base64url');
    this.#sessions.set(id, { user, expiresAt: Date.now() + LIFETIME_MILLISECONDS });
    const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/portal'];
    if (this.#secure) attributes.push('Secure');
    return [`${COOKIE}=${id}`, `Max-Age=${LIFETIME_MILLISECONDS / 1000}`, ...attributes].join('; ');
  }

  /** Who is signed in, by the request's `Cookie` header; nobody without a session, or when it is over. */
  find(cookies: string | undefined): User | undefined {
    const id = readCookie(cookies);
    const session = this.#sessions.get(id);
    if (!session) return undefined;
    if (session.expiresAt > Date.now()) return session.user;
    this.#sessions.delete(id);
    return undefined;
  }
}

function readCookie(cookies = ''): string {
  for (const cookie of cookies.split(';')) {
    const [name, value] = cookie.trim().split('=', 2);
    if (name === COOKIE && value) return value;
  }
  return '';
}
