/** Posts messages that are none, from within a page: maps and dates have no other way to a port. */
import fc from 'fast-check';
import { noFromFrame, noFromHost } from './any-message.js';

export function postToFrame(port: MessagePort, seed: number, numRuns: number): void {
  for (const value of fc.sample(noFromHost, { seed, numRuns })) port.postMessage(value);
}

export function postToHost(port: MessagePort, seed: number, numRuns: number): void {
  for (const value of fc.sample(noFromFrame, { seed, numRuns })) port.postMessage(value);
}
