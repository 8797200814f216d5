/**
 * A server that takes the place of a recorder's vendor. It gives the answers that the recorder
 * needs to start, and keeps everything that the recorder sends.
 */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  addressOf,
  createLoopbackServer,
  listen,
  stop,
} from '../../../src/node/loopback-server.js';
import { unpack } from './unpack.js';

/** Answers by path, in the format that each recorder expects. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/array/phc_default/config': posthogProject(false),
  '/array/phc_laxest/config': posthogProject(true),
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

function posthogProject(recordsRequests: boolean): unknown {
  return {
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
      networkPayloadCapture: { recordHeaders: recordsRequests, recordBody: recordsRequests },
    },
  };
}

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

  /** Everything received so far, with compressed and encoded data unpacked. */
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
    response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader(
      'Access-Control-Allow-Headers',
      headers['access-control-request-headers'] ?? '*',
    );
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(ANSWERS[pathname] ?? {}));
    this.#server.emit('received');
  }
}
