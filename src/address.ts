/** Checks the addresses to which a PIN may be sent. Pure. */

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns whether an address is on this device, so that no network is involved. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}

/** Returns the address if a PIN may be sent to it, or else `undefined`. */
export function readAddress(text: string): URL | undefined {
  const url = absoluteUrl(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  // A user name or a password would make `fetch` reject, and the whole page could read it.
  return isSafe && url.username === '' && url.password === '' ? url : undefined;
}

/** Returns the address, or explains to the developer why a PIN can't be sent there. */
export function parseEndpoint(text: string): URL | string {
  const address = readAddress(text);
  if (address !== undefined) return address;
  if (text === '') return 'endpoint is missing. Supply the address of the GraphQL endpoint.';
  const url = absoluteUrl(text);
  if (url === undefined)
    return 'endpoint must be an absolute URL, such as https://api.example.com/graphql.';
  return url.username !== '' || url.password !== ''
    ? 'endpoint contains a user name or password. Remove them.'
    : 'endpoint must be an https: address. Plain http: is allowed only for loopback hosts, such as 127.0.0.1.';
}

/** Returns an absolute URL. Chrome before 120 and Safari before 17 don't have `URL.canParse`. */
function absoluteUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
