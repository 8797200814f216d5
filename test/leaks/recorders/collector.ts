/**
 * A server that replaces a recorder's vendor. It sends the responses that the recorder needs to
 * start, and keeps everything that the recorder sends.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { constants, unzipSync } from 'node:zlib';
import { serve } from '../../support/serve.js';

/** Responses by path, in the format that each recorder expects. */
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

export async function startCollector() {
  /** Everything received so far, with compressed data unpacked. */
  const texts: string[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '/', headers } = request;
    // A page aborts its requests when it closes.
    const sent = await buffer(request).catch(() => undefined);
    if (sent === undefined) return;
    texts.push(url, ...unpack(sent));
    response.writeHead(200, {
      'Access-Control-Allow-Origin': headers.origin ?? '*',
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
      'Content-Type': 'application/json',
    });
    response.end(JSON.stringify(ANSWERS[url.replace(/\?.*/, '')] ?? {}));
  };
  return { texts, ...(await serve((request, response) => void receive(request, response))) };
}

/** Returns a body as text, and the texts of all compressed data in it, at any depth. */
function unpack(body: Buffer): string[] {
  const text = body.toString('latin1');
  const texts = [text];
  for (const { index } of text.matchAll(PACKED))
    try {
      // A stream may continue in the next body.
      const options = { finishFlush: constants.Z_SYNC_FLUSH };
      texts.push(...unpack(unzipSync(body.subarray(index), options)));
    } catch {
      // Data that only looks compressed.
    }
  for (const [string] of text.matchAll(BINARY_STRING)) {
    const json = Buffer.from(string, 'latin1').toString();
    texts.push(...unpack(Buffer.from(JSON.parse(json) as string, 'latin1')));
  }
  return texts;
}
