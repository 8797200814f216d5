/** Mixpanel: autocapture and session recording. */
import mixpanel from 'mixpanel-browser';

const EVERY = [/./];

/** @type {import('../table.js').Start} */
export const start = (server) => {
  mixpanel.init('key', {
    api_host: server,
    api_payload_format: 'json',
    ignore_dnt: true,
    batch_flush_interval_ms: 500,
    autocapture: {
      pageview: 'full-url',
      click: true,
      input: true,
      scroll: true,
      submit: true,
      rage_click: true,
      dead_click: true,
      capture_text_content: true,
      capture_extra_attrs: ['value', 'client-token'],
    },
    record_sessions_percent: 100,
    record_heatmap_data: true,
    record_mask_inputs: false,
    record_mask_all_inputs: false,
    record_mask_all_text: false,
    record_mask_text_selector: '',
    record_block_selector: '',
    record_canvas: true,
    record_collect_fonts: true,
    record_console: true,
    record_network: true,
    record_network_options: {
      initiatorTypes: ['fetch', 'xmlhttprequest', 'beacon'],
      recordHeaders: { request: ['authorization'], response: ['content-type'] },
      recordBodyUrls: { request: EVERY, response: EVERY },
    },
  });
  return { flush: () => void dispatchEvent(new Event('beforeunload')) };
};
