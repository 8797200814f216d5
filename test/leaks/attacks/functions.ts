/** Attacks that patch functions of the page, or stand between it and its servers. */
import type { Attack } from '../attack.js';

export const fieldEdits: Attack = {
  title: 'edits of a field',
  does: 'Patches `execCommand`, `setAttribute`, `setRangeText`, and the getters and setters of `value` and `defaultValue` of `HTMLInputElement`. At each call it also reads the other field of the form.',
  install: ({ capture, captureFields, wrap }) => {
    for (const name of ['value', 'defaultValue', 'setRangeText'])
      wrap(HTMLInputElement.prototype, name, (field, [value], result) => {
        capture(name, value ?? result);
        captureFields(name, field);
      });
    wrap(Element.prototype, 'setAttribute', (_, [, value]) => capture('setAttribute', value));
    wrap(Document.prototype, 'execCommand', (_, [, , text]) => capture('execCommand', text));
  },
};

export const json: Attack = {
  title: '`JSON`',
  does: 'Patches `JSON.stringify` and `JSON.parse`.',
  install: ({ capture, wrap }) => {
    const { stringify } = JSON;
    for (const name of ['stringify', 'parse'])
      wrap(JSON, name, (_, [value], result) => {
        capture(name, value);
        capture(name, result);
        capture(name, stringify(value));
      });
  },
};

export const network: Attack = {
  title: 'network functions',
  does: 'Patches `fetch`, `Request`, `Headers`, `XMLHttpRequest`, `sendBeacon`, `WebSocket`, `EventSource`, `Blob` and `URL`, and reads addresses and bodies.',
  install: ({ capture, wrap }) => {
    const read = (by: string, args: readonly unknown[]) => {
      for (const each of args) {
        capture(by, each);
        if (each !== null && typeof each === 'object')
          for (const name of ['url', 'body']) capture(by, Reflect.get(each, name));
      }
    };
    wrap(window, 'fetch', (_, args) => read('fetch', args));
    wrap(Navigator.prototype, 'sendBeacon', (_, args) => read('sendBeacon', args));
    for (const name of ['open', 'send', 'setRequestHeader'])
      wrap(XMLHttpRequest.prototype, name, (_, args) => read(name, args));
    wrap(Headers.prototype, 'set', (_, args) => read('Headers', args));
    for (const name of ['Request', 'Headers', 'WebSocket', 'EventSource', 'Blob', 'URL'] as const)
      window[name] = new Proxy<never>(window[name] as never, {
        construct: (target: new () => object, args: unknown[]) => {
          read(name, args);
          return Reflect.construct(target, args) as object;
        },
      });
  },
};

export const messages: Attack = {
  title: 'messages',
  does: 'Listens for `message` at `window`, and patches `postMessage` of windows and ports, `data` of messages, and `MessageChannel`.',
  install: ({ capture, wrap }) => {
    const { stringify } = JSON;
    const read = (by: string, value: unknown) => capture(by, stringify(value));
    addEventListener('message', ({ data }) => read('message', data), true);
    wrap(window, 'postMessage', (_, [data]) => read('postMessage', data));
    wrap(MessagePort.prototype, 'postMessage', (_, [data]) => read('port', data));
    wrap(MessageEvent.prototype, 'data', (_, __, data) => read('data', data));
    wrap(window, 'structuredClone', (_, [data]) => read('structuredClone', data));
    window.MessageChannel = new Proxy(MessageChannel, {
      construct: (target) => {
        const channel = new target();
        for (const port of [channel.port1, channel.port2])
          port.addEventListener('message', ({ data }) => read('channel', data));
        return channel;
      },
    });
  },
};

export const realmThrownAway: Attack = {
  title: 'removed realm',
  does: 'Removes the element’s frame, the pristine realm, so that the element makes it again, and patches it: takes its window from the getter of `contentWindow`, and its frame from `createElement`, `attachShadow`, `append` and `importNode`. Also patches the page’s own `fetch`.',
  isAlone: true,
  install: ({ capture, wrap }) => {
    const { get } = Reflect.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')!;
    const nodes: unknown[] = [];
    const patched = new Set<unknown>();
    const patch = (realm: typeof globalThis | null) => {
      if (realm === null || patched.has(realm)) return;
      patched.add(realm);
      const { fetch } = realm;
      realm.fetch = (input, init) => {
        if (input instanceof Request)
          void input
            .clone()
            .text()
            .then((text) => capture('Request', text));
        capture('fetch', init?.body);
        return fetch(input, init);
      };
    };
    const patchFrames = () => {
      for (const node of nodes)
        if (node instanceof HTMLIFrameElement) patch(get!.call(node) as typeof globalThis | null);
    };
    patch(self);
    wrap(HTMLIFrameElement.prototype, 'contentWindow', (_, __, realm) =>
      patch(realm as typeof globalThis | null),
    );
    wrap(Document.prototype, 'createElement', (_, __, made) => nodes.push(made));
    wrap(Document.prototype, 'importNode', (_, __, made) => nodes.push(made));
    for (const owner of [Element.prototype, DocumentFragment.prototype])
      wrap(owner, 'append', (_, added) => {
        nodes.push(...added);
        patchFrames();
      });
    wrap(Element.prototype, 'attachShadow', (_, __, root) => nodes.push(root));
    return () => {
      patchFrames();
      // WebKit may lose a request that is under way, and then no PIN is set.
      if (document.querySelector('set-card-pin:state(submitting)') !== null) return;
      for (const host of document.querySelectorAll('head > div')) host.remove();
    };
  },
};
