/** PostHog: autocapture, heat maps and session recording. */
import posthog from 'posthog-js/dist/module.full.no-external';

/** @type {import('../table.js').Start} */
export const start = (server) => {
  posthog.init('phc_key', {
    api_host: server,
    defaults: '2026-08-30',
    // By default it ignores headless browsers.
    opt_out_useragent_filter: true,
    autocapture: { capture_copied_text: true },
    mask_all_text: false,
    mask_all_element_attributes: false,
    mask_personal_data_properties: false,
    capture_heatmaps: true,
    capture_dead_clicks: true,
    capture_exceptions: true,
    enable_recording_console_log: true,
    session_recording: {
      maskAllInputs: false,
      maskInputOptions: { password: false },
      maskCapturedNetworkRequestFn: (request) => request,
      recordHeaders: true,
      recordBody: true,
      recordCrossOriginIframes: true,
      collectFonts: true,
      captureCanvas: { recordCanvas: true },
    },
  });
  // By default it doesn't record the requests of pages on localhost.
  if (posthog.sessionRecording) posthog.sessionRecording._forceAllowLocalhostNetworkCapture = true;
  return { flush: () => void dispatchEvent(new Event('beforeunload')) };
};
