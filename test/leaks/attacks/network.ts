import type { Attack } from '../attack.js';

export const network: Attack = {
  title: 'network functions',
  does: 'Patches `fetch`, `Request`, `Headers`, `Response`, `XMLHttpRequest`, `sendBeacon`, `WebSocket` and `EventSource`, and reads addresses and bodies.',
  shares: 'patches',
  install: ({ capture, wrap }) => {
    const read = (by: string, args: readonly unknown[]) => {
      for (const each of args) {
        capture(by, each);
        if (each !== null && typeof each === 'object')
          for (const name of ['url', 'body']) capture(by, Reflect.get(each, name));
      }
    };
    wrap(window, 'fetch', (_, args) => read('fetch', args));
    wrap(navigator.constructor.prototype, 'sendBeacon', (_, args) => read('sendBeacon', args));
    for (const name of ['open', 'send', 'setRequestHeader'])
      wrap(XMLHttpRequest.prototype, name, (_, args) => read(name, args));
    for (const name of ['set', 'append'])
      wrap(Headers.prototype, name, (_, args) => read(name, args));
    for (const name of ['json', 'text', 'clone'])
      wrap(Request.prototype, name, (self) => read(name, [self]));
    wrap(WebSocket.prototype, 'send', (_, args) => read('WebSocket', args));
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
        construct: (target: new () => object, args: unknown[]) => {
          read(name, args);
          return Reflect.construct(target, args) as object;
        },
      });
  },
};
