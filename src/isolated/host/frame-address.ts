/**
 * The address of the frame page.
 */
import { readAddress } from '../../service/endpoint.js';

/** Returns the address of the frame page, or the mistake in it. */
export function frameAddress(frameSrc: string): URL | string {
  const address = readAddress(frameSrc);
  if (address === undefined)
    return 'frame-src is missing, or is not the absolute https: address of a frame page; plain http: is allowed only for loopback hosts.';
  return address.origin === location.origin
    ? 'frame-src is on the origin of this page, which could then read what is typed: put the frame page on another.'
    : address;
}
