/** OpenReplay: session replay with input, network and console tracking. */
import Tracker from '@openreplay/tracker/class';

/** @type {import('../table.js').Start} */
export const start = (server) => {
  const tracker = new Tracker({
    projectKey: 'key',
    ingestPoint: server,
    __DISABLE_SECURE_MODE: true,
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
  });
  // OpenReplay sends binary data, in which the length of a masked text can't be read. So the
  // messages are sent as JSON too.
  const messages = [];
  tracker.use((app) => app?.attachCommitCallback((batch) => void messages.push(...batch)));
  // It doesn't record requests until its vendor's server has answered.
  const started = tracker.start();
  const flush = () => {
    tracker.forceFlushBatch();
    // `sendBeacon` rejects data while more than 64 kB is being sent.
    if (navigator.sendBeacon(server, JSON.stringify(messages))) messages.length = 0;
  };
  return { started, flush };
};
