/** Requests that `fetch` wouldn't send, such as a website's attacks on a server. */
import { once } from 'node:events';
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Returns the response's status, for any `Host`. */
export async function statusOf(url: string, options: RequestOptions = {}): Promise<number> {
  const [response] = (await once(request(url, options).end(), 'response')) as [IncomingMessage];
  return response.resume().statusCode ?? 0;
}

/** Targets that address parsers reject or misread. */
export const HOSTILE_TARGETS = [
  ...['//', '//[', '//a:b:c/', '//@:0', '/\\\\[', '/%', '/%00', '/%E0%A4%A', '/?%', '*'],
  ...['/..%2f..%2fpackage.json', '/@fs/%', '/@id/%00', '/portal/%', '/cards/%E0%A4%A'],
  ...['http://[', 'http://a:b/', 'http:'],
];

/** Sends a request without a body, whose target and `Host` may be anything. */
export function sendHead(url: string, target: string, host: string, method = 'GET') {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', '', ''];
  socket.end(head.join('\r\n'));
  return text(socket);
}
