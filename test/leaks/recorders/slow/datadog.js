/** Datadog RUM: user interactions, resources and session replay. */
import { datadogRum } from '@datadog/browser-rum';

/** @type {import('../table.js').Start} */
export const start = (server) => {
  datadogRum.init({
    applicationId: '6f1c3ad2-52b7-4c1e-9d4a-e0b7c95fa811',
    clientToken: 'key',
    proxy: server,
    sessionReplaySampleRate: 100,
    // Makes it accept the event in `flush`, at which it sends its buffered data.
    allowUntrustedEvents: true,
    defaultPrivacyLevel: 'allow',
    enablePrivacyForActionName: false,
    trackUserInteractions: true,
    trackResources: true,
    trackLongTasks: true,
    trackResourceHeaders: true,
    allowedGraphQlUrls: [{ match: /./, trackPayload: true, trackResponseErrors: true }],
    sessionReplayCanvasRecording: { enable: true },
    betaTrackWebSockets: true,
    compressIntakeRequests: true,
  });
  return { flush: () => void dispatchEvent(new Event('beforeunload')) };
};
