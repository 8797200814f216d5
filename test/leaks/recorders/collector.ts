/** A server that takes the place of a recorder's vendor, and keeps everything that it receives. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { constants, gunzipSync, inflateSync } from 'node:zlib';
import {
  addressOf,
  createLoopbackServer,
  listen,
  stop,
} from '../../../src/node/loopback-server.js';

/** First bytes of gzip and zlib data. */
const PACKED = /\x1f\x8b\x08|x[\x01\x5e\x9c\xda]/g;

export class Collector {
  readonly #server: Server;
  readonly #texts: string[] = [];

  static async start(): Promise<Collector> {
    const collector = new Collector();
    await listen(collector.#server, 0);
    return collector;
  }

  private constructor() {
    this.#server = createLoopbackServer((request, response) => this.#receive(request, response));
  }

  get url(): string {
    return addressOf(this.#server);
  }

  /** Everything received so far, with compressed data unpacked. */
  get text(): string {
    return this.#texts.join('\n');
  }

  /** Waits until the received text meets a condition. */
  async waitUntil(condition: (text: string) => boolean, signal: AbortSignal): Promise<void> {
    while (!condition(this.text)) await once(this.#server, 'received', { signal });
  }

  close(): Promise<void> {
    return stop(this.#server);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/', headers } = request;
    // A page aborts its requests when it closes.
    const sent = await buffer(request).catch(() => undefined);
    if (sent === undefined) return;
    this.#texts.push(url, ...unpack(sent));
    const allowed = headers['access-control-request-headers'] ?? '*';
    response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Allow-Headers', allowed);
    response.setHeader('Content-Type', 'application/json');
    response.end('{}');
    this.#server.emit('received');
  }
}

/** Returns a body as text, and the texts of all compressed data in it, at any depth. */
function unpack(body: Buffer): string[] {
  const text = body.toString('latin1');
  return [
    text,
    ...[...text.matchAll(PACKED)].flatMap(({ index }) => inflated(body.subarray(index))),
  ];
}

/**
 * Inflates data, also a stream that continues in the next body. Returns no text for data that only
 * looks compressed.
 */
function inflated(data: Buffer): string[] {
  const inflate = data[0] === 0x1f ? gunzipSync : inflateSync;
  try {
    return unpack(inflate(data, { finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return [];
  }
}
