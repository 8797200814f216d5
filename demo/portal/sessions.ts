import { randomBytes } from 'node:crypto';

/** 30 minutes. */
const LIFETIME_MILLISECONDS = 30 * 60 * 1000;

const COOKIE = 'portal_session';

interface Session<User> {
  readonly user: User;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** Sessions of signed-in users, by a cookie that scripts and other sites can't use. */
export class Sessions<User> {
  readonly #secure: boolean;
  readonly #sessions = new Map<string, Session<User>>();

  /** @param secure - Restricts the cookie to https. True if the portal is served over https. */
  constructor(secure: boolean) {
    this.#secure = secure;
  }

  /**
   * Starts a session and returns its `Set-Cookie` header. The id is always new, because somebody
   * else could know an id from before the sign-in.
   */
  start(user: User, formerCookies: string | undefined): string {
    this.#sessions.delete(readCookie(formerCookies));
    const id = randomBytes(32).toString('base64url');
    this.#sessions.set(id, { user, expiresAt: Date.now() + LIFETIME_MILLISECONDS });
    const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/portal'];
    if (this.#secure) attributes.push('Secure');
    return [`${COOKIE}=${id}`, `Max-Age=${LIFETIME_MILLISECONDS / 1000}`, ...attributes].join('; ');
  }

  /** Returns the user of the session in a `Cookie` header, if it exists and has not expired. */
  find(cookies: string | undefined): User | undefined {
    const { user, expiresAt = 0 } = this.#sessions.get(readCookie(cookies)) ?? {};
    return expiresAt > Date.now() ? user : undefined;
  }
}

function readCookie(cookies = ''): string {
  for (const cookie of cookies.split(';')) {
    const [name, value] = cookie.trim().split('=', 2);
    if (name === COOKIE && value) return value;
  }
  return '';
}
