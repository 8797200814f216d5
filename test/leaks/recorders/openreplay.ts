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
  // What it sends is binary: text can be read there, the length of a masked one can't.
  const messages: unknown[] = [];
  tracker.use((app) => app?.attachCommitCallback((batch) => void messages.push(...batch)));
  // It asks its maker's server first, and of what is requested meanwhile it tells nothing.
  const started = tracker.start();
  const flush = () => {
    tracker.forceFlushBatch();
    // It takes no more than 64 kB that are under way at a time.
    if (navigator.sendBeacon(server, JSON.stringify(messages))) messages.length = 0;
  };
  return { started, flush };
};
