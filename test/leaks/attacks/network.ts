import type { Attack } from '../attack.js';

export const network: Attack = {
  title: 'network functions',
  does: 'Patches `fetch`, `Request`, `Headers`, `Response`, `XMLHttpRequest`, `sendBeacon`, `WebSocket` and `EventSource`, and reads addresses and bodies.',
  install: ({ take, wrap }) => {
    const read = (by: string, given: readonly unknown[]) => {
      for (const each of given) {
        take(by, each);
        if (each !== null && typeof each === 'object')
          for (const name of ['url', 'body']) take(by, Reflect.get(each, name));
      }
    };
    wrap(window, 'fetch', (_, given) => read('fetch', given));
    wrap(navigator.constructor.prototype, 'sendBeacon', (_, given) => read('sendBeacon', given));
    for (const name of ['open', 'send', 'setRequestHeader'])
      wrap(XMLHttpRequest.prototype, name, (_, given) => read(name, given));
    for (const name of ['set', 'append'])
      wrap(Headers.prototype, name, (_, given) => read(name, given));
    for (const name of ['json', 'text', 'clone'])
      wrap(Request.prototype, name, (self) => read(name, [self]));
    wrap(WebSocket.prototype, 'send', (_, given) => read('WebSocket', given));
    for (const name of [
      'Request',
      'Headers',
      'Response',
      'WebSocket',
      'EventSource',
      'Blob',
      'URL',
    ] as const)
      window[name] = new Proxy<never>(window[name] as never, {
        construct: (target: new () => object, given: unknown[]) => {
          read(name, given);
          return Reflect.construct(target, given) as object;
        },
      });
  },
};
