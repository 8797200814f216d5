/** rrweb, the library inside most replay tools. It sends nothing: a portal posts its events. */
import { record } from 'rrweb';
import type { Start } from './table.js';

export const start: Start = (server) => {
  const events: unknown[] = [];
  record({
    emit: (event) => void events.push(event),
    maskAllInputs: false,
    maskInputOptions: { password: false },
    userTriggeredOnInput: true,
    recordCanvas: true,
    recordCrossOriginIframes: true,
    keepIframeSrcFn: () => true,
    collectFonts: true,
    inlineImages: true,
  });
  const flush = () => {
    // `sendBeacon` refuses data while more than 64 kB are being sent.
    if (navigator.sendBeacon(server, JSON.stringify(events))) events.length = 0;
  };
  return { flush };
};
