/** OpenReplay: session replay with input, network and console tracking. */
import Tracker from '@openreplay/tracker/class';
import type { Start } from './recorder.js';

export const start: Start = (settings, server) => {
  const tracker = new Tracker({
    projectKey: 'key',
    ingestPoint: server,
    __DISABLE_SECURE_MODE: true,
    ...(settings === 'laxest' && {
      defaultInputMode: 0,
      obscureInputNumbers: false,
      obscureInputEmails: false,
      obscureInputDates: false,
      obscureTextNumbers: false,
      obscureTextEmails: false,
      captureIFrames: true,
      network: {
        capturePayload: true,
        failuresOnly: false,
        ignoreHeaders: false,
        sessionTokenHeader: false,
        captureInIframes: true,
      },
    }),
  });
  // It sends binary data, in which the length of a masked text can't be read.
  const messages: unknown[] = [];
  tracker.use((app) => app?.attachCommitCallback((batch) => void messages.push(...batch)));
  // It asks its vendor's server first, and doesn't record requests until it has an answer.
  const started = tracker.start();
  const flush = () => {
    tracker.forceFlushBatch();
    // `sendBeacon` refuses more than 64 kB in flight.
    if (navigator.sendBeacon(server, JSON.stringify(messages))) messages.length = 0;
  };
  return { started, flush };
};
