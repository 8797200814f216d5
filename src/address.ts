/**
 * The addresses that a PIN may be sent to. Pure.
 */

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns whether an address is on this machine, so that no network in between could listen. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}

/** Returns the address if a PIN may be sent to it, and otherwise `undefined`. */
export function readAddress(text: string): URL | undefined {
  // An error takes longer than everything else here.
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
  // `fetch` throws for an address with a user name or a password. The whole page could read them,
  // too.
  return safe && url.username === '' && url.password === '' ? url : undefined;
}

/**
 * Reads the `endpoint` attribute.
 *
 * @returns The address, or the reason why a PIN may not be sent there, in English, for the
 * developer.
 */
export function parseEndpoint(text: string): URL | string {
  const address = readAddress(text);
  if (address !== undefined) return address;
  if (text === '') return 'endpoint is missing: give the address of the GraphQL endpoint.';
  if (!URL.canParse(text))
    return 'endpoint is not an absolute URL, such as https://api.example.com/graphql.';
  const { username, password } = new URL(text);
  return username !== '' || password !== ''
    ? 'endpoint holds a user name or a password: remove it.'
    : 'endpoint is not an https: address; plain http: is allowed only for loopback hosts, such as 127.0.0.1.';
}
