import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WireAnswer } from './wire.js';

/** Answers a request for which Node makes no response object, and closes its connection. */
export function answerOnSocket(socket: Duplex, { status, headers, body }: WireAnswer): void {
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

/**
 * Answers a `CONNECT`. Node hands over the socket, and no longer handles its errors or closes it
 * with the server.
 */
export function refuseTunnel(socket: Duplex, answer: WireAnswer): void {
  socket.on('error', () => socket.destroy());
  // If a connection is closed with unread bytes, the answer may be lost.
  socket.resume();
  socket.once('finish', () => socket.destroy());
  answerOnSocket(socket, answer);
}
