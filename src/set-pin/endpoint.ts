/**
 * Which addresses a PIN may be sent to. Pure.
 */

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Tells whether an address is on this machine: there is no network in between that could listen. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}

/**
 * Reads the `endpoint` attribute.
 *
 * @returns The address, or for the developer, in English, why a PIN may not be sent there.
 */
export function parseEndpoint(text: string): URL | string {
  if (text === '') return 'endpoint is missing: give the address of the GraphQL endpoint.';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'endpoint is not an absolute URL, such as https://api.example.com/graphql.';
  }
  // A fetch to such an address throws; and a password in an attribute is readable by the whole page.
  if (url.username !== '' || url.password !== '')
    return 'endpoint holds a user name or a password: remove it.';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return url;
  return 'endpoint is not an https: address; plain http: is taken for a loopback host only, such as 127.0.0.1.';
}
