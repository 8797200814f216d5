import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Delivery } from './scripted-answers.js';
import type { WireAnswer } from './wire.js';

/** Statuses without a body in HTTP. */
const WITHOUT_BODY = [204, 304];

/** Waits, but not longer than the client stays connected. */
export async function waitForClient(response: ServerResponse, milliseconds: number): Promise<void> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  response.once('close', abort);
  await wait(milliseconds, undefined, { signal: controller.signal }).catch(() => undefined);
  response.off('close', abort);
}

/** Sends an answer: at once or in chunks, padded or truncated. */
export async function deliver(
  response: ServerResponse,
  { status, headers, body }: WireAnswer,
  { padding = 0, drip, truncate }: Delivery,
): Promise<void> {
  const bytes = Buffer.from(body + ' '.repeat(padding));
  const length = truncate ? bytes.length + 1 : bytes.length;
  const sendsLength = (truncate || !drip) && !WITHOUT_BODY.includes(status);
  response.writeHead(status, {
    ...headers,
    ...(sendsLength && { 'content-length': String(length) }),
  });
  const step = drip?.bytes ?? bytes.length;
  for (let start = 0; start < bytes.length && !response.destroyed; start += step) {
    response.write(bytes.subarray(start, start + step));
    if (drip) await waitForClient(response, drip.everyMilliseconds);
  }
  // The callback of an empty write runs after all earlier writes were sent.
  if (truncate) response.write('', () => response.destroy());
  else response.end();
}
