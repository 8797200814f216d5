/** Amplitude: autocapture, requests and session replay. */
import * as amplitude from '@amplitude/analytics-browser';
import { sessionReplayPlugin } from '@amplitude/plugin-session-replay-browser';

/** @type {import('../table.js').Start} */
export const start = (server) => {
  const replay = sessionReplayPlugin({
    sampleRate: 1,
    forceSessionTracking: true,
    debugMode: true,
    trackServerUrl: server + '/replay',
    configServerUrl: server + '/config',
    storeType: 'memory',
    inlineImages: true,
    performanceConfig: { enabled: false },
    privacyConfig: {
      defaultMaskLevel: 'light',
      unmaskSelector: ['input', 'body', '*'],
      maskSelector: [],
    },
  });
  amplitude.add(replay);
  const { promise } = amplitude.init('key', 'robin', {
    serverUrl: server + '/events',
    fetchRemoteConfig: false,
    flushIntervalMillis: 500,
    flushQueueSize: 1,
    autocapture: {
      elementInteractions: { cssSelectorAllowlist: ['*'], actionClickAllowlist: ['*'] },
      formInteractions: true,
      frustrationInteractions: true,
      networkTracking: {
        captureRules: [
          {
            urls: [/^(?!.*\/(events|replay|config))/],
            statusCodeRange: '0-599',
            requestHeaders: ['authorization'],
            requestBody: { allowlist: ['**'] },
            responseBody: { allowlist: ['**'] },
          },
        ],
      },
    },
  });
  const flush = () => {
    amplitude.flush();
    // The replay sends its buffered data at this event.
    dispatchEvent(new Event('blur'));
  };
  return { started: promise, flush };
};
