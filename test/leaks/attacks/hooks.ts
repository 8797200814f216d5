/** Hooks that recorders put on functions of the page. */
import type { Attack } from '../attack.js';

const REALM =
  'For each attempt, the element takes these functions from a realm that the hook is not in.';

export const HOOKS: readonly Attack[] = [
  {
    title: 'hook on `attachShadow`',
    does: 'At each call, as replay tools do, observes `shadowRoot` of the element and listens there for `input`. Reads the fields in it at each change and each input.',
    inline: 'no',
    reason: '`shadowRoot` is `null` if the root is closed.',
    install: ({ captureFields, wrap }) =>
      wrap(Element.prototype, 'attachShadow', (element) => {
        const { shadowRoot } = element as Element;
        if (shadowRoot === null) return;
        const read = () => captureFields('shadowRoot', shadowRoot.firstChild);
        new MutationObserver(read).observe(shadowRoot, { subtree: true, childList: true });
        shadowRoot.addEventListener('input', read, true);
      }),
  },
  {
    title: 'hooks on field setters',
    does: 'Wraps the setters of `value` and `defaultValue` of `HTMLInputElement`, and `setAttribute`. Reads what is set, and the fields around.',
    inline: 'no',
    reason: 'The element never sets these properties.',
    install: ({ capture, captureFields, wrap }) => {
      for (const name of ['value', 'defaultValue'])
        wrap(HTMLInputElement.prototype, name, (field, [value]) => {
          capture(name, value);
          captureFields(name, field);
        });
      wrap(Element.prototype, 'setAttribute', (_, [, value]) => capture('setAttribute', value));
    },
  },
  {
    title: 'hooks on `JSON`',
    does: 'Wraps `JSON.stringify` and `JSON.parse`.',
    inline: 'no',
    reason: REALM,
    install: ({ capture, wrap }) => {
      const { stringify } = JSON;
      for (const name of ['stringify', 'parse'])
        wrap(JSON, name, (_, [value], result) => {
          capture(name, result);
          capture(name, stringify(value));
        });
    },
  },
  {
    title: 'hooks on network functions',
    does: 'Wraps `fetch`, `sendBeacon`, and `open`, `send` and `setRequestHeader` of `XMLHttpRequest`. Reads addresses, headers and bodies.',
    inline: 'no',
    reason: REALM,
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
    },
  },
  {
    title: 'messages',
    does: 'Listens for `message` at `window` and at the ports of each `MessageChannel`, and wraps `postMessage` of windows and ports. Reads each member by itself.',
    inline: 'no',
    reason:
      'Inline, the element posts no message. In isolated mode, no message holds a digit, the number of digits or a key.',
    install: ({ capture, wrap }) => {
      const { parse } = JSON;
      const read = (by: string, data: unknown) => {
        capture(by, data);
        const value: unknown = typeof data === 'string' && data[0] === '{' ? parse(data) : data;
        if (value === null || typeof value !== 'object') return;
        for (const [name, each] of Object.entries(value)) read(`${by} ${name}`, each);
      };
      addEventListener('message', ({ data }) => read('message', data), true);
      wrap(window, 'postMessage', (_, [data]) => read('postMessage', data));
      wrap(MessagePort.prototype, 'postMessage', (_, [data]) => read('port', data));
      window.MessageChannel = new Proxy(MessageChannel, {
        construct: (target) => {
          const channel = new target();
          for (const port of [channel.port1, channel.port2])
            port.addEventListener('message', ({ data }) => read('channel', data));
          return channel;
        },
      });
    },
  },
];
