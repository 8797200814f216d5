/**
 * Which addresses a PIN may be sent to. Pure.
 */

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Tells whether an address is on this machine: there is no network in between that could listen. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}

/** Reads an address that a PIN may be sent to; `undefined`: it is none. */
export function readAddress(text: string): URL | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
  // A fetch to an address with a password throws; and the whole page could read it.
  return safe && url.username === '' && url.password === '' ? url : undefined;
}

/**
 * Reads the `endpoint` attribute.
 *
 * @returns The address, or for the developer, in English, why a PIN may not be sent there.
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
    : 'endpoint is not an https: address; plain http: is taken for a loopback host only, such as 127.0.0.1.';
}
