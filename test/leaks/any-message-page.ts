/** Posts invalid messages inside a page, because a test can't pass maps and dates to a page. */
import fc from 'fast-check';
import { noFromFrame, noFromHost } from './any-message.js';

export function postToFrame(port: MessagePort, seed: number, numRuns: number): void {
  for (const value of fc.sample(noFromHost, { seed, numRuns })) port.postMessage(value);
}

export function postToHost(port: MessagePort, seed: number, numRuns: number): void {
  for (const value of fc.sample(noFromFrame, { seed, numRuns })) port.postMessage(value);
}
