/**
 * A server that takes the place of a recorder's vendor. It gives the answers that the recorder
 * needs to start, and keeps everything that the recorder sends.
 */
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

/** Answers by path, in the format that each recorder expects. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/array/phc_key/config': {
    supportedCompression: ['gzip-js'],
    autocapture_opt_out: false,
    capturePerformance: { network_timing: true, web_vitals: true },
    heatmaps: true,
    captureDeadClicks: true,
    autocaptureExceptions: true,
    hasFeatureFlags: false,
    sessionRecording: {
      endpoint: '/s/',
      consoleLogRecordingEnabled: true,
      networkPayloadCapture: { recordHeaders: true, recordBody: true },
    },
  },
  // OpenReplay
  '/v1/web/start': {
    token: 'session',
    userUUID: 'visitor',
    sessionID: '1',
    projectID: '1',
    delay: 0,
    beaconSizeLimit: 1_000_000,
    compressionThreshold: 1000,
    canvasEnabled: true,
    canvasQuality: 'low',
    canvasFPS: 1,
  },
  '/v1/web/tags': { tags: [] },
};

/** First bytes of gzip and zlib data. */
const PACKED = /\x1f\x8b\x08|x[\x01\x5e\x9c\xda]/g;

/** A JSON string with gzip data, one character for each byte. PostHog sends such strings. */
const BINARY_STRING = /"(?=[^"]*\\u001f)(?:[^"\\]|\\.)*"/g;

export class Collector {
  readonly #server: Server;
  readonly #texts: string[] = [];

  static async start(): Promise<Collector> {
    const collector = new Collector();
    await listen(collector.#server, 0);
    return collector;
  }

  private constructor() {
    this.#server = createLoopbackServer((request, response, { pathname }) =>
      this.#receive(request, response, pathname),
    );
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

  async #receive(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
  ): Promise<void> {
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
    response.end(JSON.stringify(ANSWERS[pathname] ?? {}));
    this.#server.emit('received');
  }
}

/** Returns a body as text, and the texts of all compressed data in it, at any depth. */
function unpack(body: Buffer): string[] {
  const text = body.toString('latin1');
  return [
    text,
    ...[...text.matchAll(PACKED)].flatMap(({ index }) => inflated(body.subarray(index))),
    ...[...text.matchAll(BINARY_STRING)].flatMap(([string]) => {
      const json = Buffer.from(string, 'latin1').toString();
      return unpack(Buffer.from(JSON.parse(json) as string, 'latin1'));
    }),
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
