import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Delivery } from './scripted-answers.js';
import type { WireAnswer } from './wire.js';

/** Statuses of which HTTP says that no body follows. */
const WITHOUT_BODY = [204, 304];

/** Resolves after so many milliseconds, or at once when the client leaves. */
export async function holdBack(response: ServerResponse, milliseconds: number): Promise<void> {
  const left = new AbortController();
  const leave = (): void => left.abort();
  response.once('close', leave);
  await wait(milliseconds, undefined, { signal: left.signal }).catch(() => undefined);
  response.off('close', leave);
}

/** Sends an answer, in the way that is asked for. */
export async function deliver(
  response: ServerResponse,
  { status, headers, body }: WireAnswer,
  { padding = 0, drip, truncate }: Delivery,
): Promise<void> {
  const bytes = Buffer.from(body + ' '.repeat(padding));
  const length = truncate ? bytes.length + 1 : bytes.length;
  const isLengthTold = (truncate || !drip) && !WITHOUT_BODY.includes(status);
  response.writeHead(status, {
    ...headers,
    ...(isLengthTold && { 'content-length': String(length) }),
  });
  const step = drip?.bytes ?? bytes.length;
  for (let start = 0; start < bytes.length && !response.destroyed; start += step) {
    response.write(bytes.subarray(start, start + step));
    if (drip) await holdBack(response, drip.everyMilliseconds);
  }
  // An empty write ends when all those before it have gone out.
  if (truncate) response.write('', () => response.destroy());
  else response.end();
}
