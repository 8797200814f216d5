/** Requests that a website can send to a server on this machine, to stop it or to read from it. */
import { once } from 'node:events';
import { connect } from 'node:net';

/** Targets that parsers of addresses refuse or misread. */
export const HOSTILE_TARGETS = [
  ...['//', '//[', '//a:b:c/', '//@:0', '/\\\\[', '/%', '/%00', '/%E0%A4%A', '/?%', '*'],
  ...['/..%2f..%2fpackage.json', '/@fs/%', '/@id/%00', '/portal/%', '/cards/%E0%A4%A'],
  ...['http://[', 'http://a:b/', 'http:'],
];

/**
 * Sends a GET for a target exactly as it is given, which `fetch` would not do.
 *
 * @returns everything received until the server closes the connection
 */
export async function sendTarget(url: string, target: string): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return received;
}
