/** Sentry: errors, breadcrumbs and traces, with its session replay. */
import * as Sentry from '@sentry/browser';

const EVERY_URL = [/./];
const HEADERS = ['Authorization', 'Content-Type', 'Accept'];

/** @type {import('../table.js').Start} */
export const start = (server) => {
  const replay = Sentry.replayIntegration({
    // By default it drops replays of a few seconds.
    minReplayDuration: 0,
    maskAllText: false,
    maskAllInputs: false,
    blockAllMedia: false,
    unmask: ['*'],
    networkDetailAllowUrls: EVERY_URL,
    networkCaptureBodies: true,
    networkRequestHeaders: HEADERS,
    networkResponseHeaders: HEADERS,
    attachRawBodyFromRequest: true,
    _experiments: { recordCrossOriginIframes: true, captureExceptions: true },
  });
  Sentry.init({
    dsn: `http://key@${new URL(server).host}/1`,
    replaysSessionSampleRate: 1,
    tracesSampleRate: 1,
    integrations: [
      replay,
      Sentry.browserTracingIntegration(),
      Sentry.replayCanvasIntegration(),
      Sentry.captureConsoleIntegration(),
      Sentry.httpClientIntegration(),
      Sentry.graphqlClientIntegration({ endpoints: EVERY_URL }),
    ],
    dataCollection: {
      userInfo: true,
      cookies: true,
      httpHeaders: true,
      httpBodies: ['outgoingRequest', 'incomingResponse'],
      urlQueryParams: true,
      graphQL: { document: true, variables: true },
    },
  });
  return { flush: () => void replay.flush() };
};
