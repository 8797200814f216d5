/** Posts messages inside a page, because a test can't pass maps and dates to a page. */
import fc from 'fast-check';
import type { FromFrame, FromHost } from '../../src/isolated/protocol.js';
import { noFromFrame, noFromHost } from './any-message.js';

/** Valid messages that change nothing in an empty form, however often they are repeated. */
const TO_FRAME: readonly FromHost[] = [
  { kind: 'waiting', isFirst: false },
  { kind: 'reset', epoch: 0 },
  { kind: 'grant', grant: { kind: 'no-token' } },
];

/**
 * Valid messages that change nothing if no submit is in progress, however often they are repeated.
 */
const TO_HOST: readonly FromFrame[] = [
  { kind: 'forget', epoch: 0 },
  { kind: 'ended', run: 1, outcome: { kind: 'aborted' }, epoch: 0 },
  { kind: 'refuse', refused: 'another', epoch: 0 },
];

/** Posts invalid messages to the frame page, and as many valid ones. */
export function postToFrame(port: MessagePort, seed: number, numRuns: number): void {
  post(port, fc.sample(noFromHost, { seed, numRuns }), TO_FRAME);
}

/** Posts invalid messages to the host page, and as many valid ones. */
export function postToHost(port: MessagePort, seed: number, numRuns: number): void {
  post(port, fc.sample(noFromFrame, { seed, numRuns }), TO_HOST);
}

function post(port: MessagePort, invalid: readonly unknown[], valid: readonly unknown[]): void {
  for (const [index, value] of invalid.entries()) {
    port.postMessage(value);
    port.postMessage(valid[index % valid.length]);
  }
}
