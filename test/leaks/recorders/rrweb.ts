/**
 * rrweb, the library inside most replay tools. It doesn't send anything, so the portal posts its
 * events.
 */
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
    // `sendBeacon` rejects data while more than 64 kB is being sent.
    if (navigator.sendBeacon(server, JSON.stringify(events))) events.length = 0;
  };
  return { flush };
};
