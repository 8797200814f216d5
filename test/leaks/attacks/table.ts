/** The attacks: listeners, hooks on the page's functions, and scripts that read the page. */
import type { Attack } from '../attack.js';

const AT_WINDOW = {
  inline: 'if first',
  reason:
    'The guard stops these events at `window`. Listeners on `window` run in the order in which they were added.',
} as const;

const BELOW = {
  does: 'Reads the same event properties at `document`, `html`, `body`, the form around the element and the element itself.',
  inline: 'no',
  reason: 'The guard stops these events at `window`, before they reach any other node.',
} as const;

const REALM = 'For each attempt, the element uses these functions from a realm without the hook.';

export const ATTACKS: readonly Attack[] = [
  {
    title: 'key and input listeners on `window`',
    does: 'Reads `key` and `data` from `keydown`, `keypress`, `keyup`, `beforeinput`, `input` and `textInput` events on `window`.',
    install: ({ listen }) => listen('window', 'typing'),
    ...AT_WINDOW,
  },
  {
    title: 'key and input listeners below `window`',
    install: ({ listen }) => listen('below', 'typing'),
    ...BELOW,
  },
  {
    title: 'clipboard listeners on `window`',
    does: 'Reads `clipboardData` from `paste`, `copy` and `cut` events on `window`, while the cardholder copies the revealed PIN and pastes a PIN.',
    install: ({ listen }) => listen('window', 'clipboard'),
    ...AT_WINDOW,
  },
  {
    title: 'clipboard listeners below `window`',
    install: ({ listen }) => listen('below', 'clipboard'),
    ...BELOW,
  },
  {
    title: 'autocapture of event targets',
    does: 'Reads the fields around every node in the `target`, `relatedTarget`, `submitter` and `composedPath()` of focus, pointer, mouse, key, selection, form and other events.',
    inline: 'no',
    reason: 'The root is closed, so the target of its events is the element.',
    install: ({ captureFields }) => {
      const types =
        'click mousedown mouseup mousemove mouseover pointerdown pointerup focus focusin focusout blur keydown keyup input change select selectionchange selectstart animationstart transitionrun slotchange submit invalid toggle pin-ready pin-change pin-set';
      const read = (event: Event) => {
        for (const node of event.composedPath()) captureFields('composedPath', node);
        for (const name of ['target', 'relatedTarget', 'submitter'])
          captureFields(name, Reflect.get(event, name));
      };
      for (const type of types.split(' '))
        for (const target of [window, document]) target.addEventListener(type, read, true);
    },
  },
  {
    title: 'hook on `attachShadow`',
    does: 'After each call, observes the element’s `shadowRoot` and adds an `input` listener to it, as replay tools do. Reads the fields in the root at each change and each input.',
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
    does: 'Wraps `setAttribute` and the setters of `value` and `defaultValue` in `HTMLInputElement`. Reads the values that are set, and the fields in the same shadow root.',
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
    does: 'Wraps `fetch`, `sendBeacon`, and `XMLHttpRequest`’s `open`, `send` and `setRequestHeader`. Reads addresses, headers and bodies.',
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
    does: 'Listens for `message` events on `window` and on the ports of each `MessageChannel`, and wraps `postMessage` of windows and ports. Reads each member of a message separately.',
    inline: 'no',
    reason:
      'In inline mode, the element doesn’t post messages. In isolated mode, no message contains a digit, the number of digits or a key.',
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
  {
    title: 'DOM and property scraper',
    does: 'After each key press, reads the document’s markup, the fields in open shadow roots, all form data, and every property of the element.',
    inline: 'no',
    reason: 'The root is closed, and the digits aren’t in any attribute, property or form data.',
    install: ({ capture, captureFields }) => {
      return () => {
        const element = document.querySelector('set-card-pin')!;
        capture('markup', document.documentElement.outerHTML);
        captureFields('shadowRoot', element.shadowRoot?.firstChild);
        captureFields('activeElement', element.shadowRoot?.activeElement);
        for (const form of document.forms)
          for (const [name, value] of new FormData(form)) capture(name, value);
        for (let owner: object = element; owner !== null; owner = Reflect.getPrototypeOf(owner)!)
          for (const name of Reflect.ownKeys(owner)) {
            const value: unknown = Reflect.get(element, name);
            capture(String(name), value);
            // `__proto__` isn't a node, although it is an instance of `Node`.
            if (name !== '__proto__') captureFields(String(name), value);
          }
      };
    },
  },
  {
    title: '`MutationObserver`',
    does: 'Observes every change to the document’s nodes, attributes and text, and records the old values.',
    inline: 'no',
    reason: 'It can’t observe a closed root, and the digits aren’t in any attribute.',
    install: ({ capture, captureFields }) => {
      new MutationObserver((records) => {
        for (const { target, attributeName, oldValue, addedNodes } of records) {
          capture('old', oldValue);
          capture('text', target.textContent);
          if (attributeName) capture('attribute', (target as Element).getAttribute(attributeName));
          for (const node of addedNodes) captureFields('added', node);
        }
      }).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeOldValue: true,
        characterData: true,
        characterDataOldValue: true,
      });
    },
  },
  {
    title: 'a hostile script',
    does: 'Wraps `attachShadow`, `createElement`, `importNode` and `cloneNode`, keeps the nodes that they return, and reads the fields around them after each key press.',
    inline: 'yes',
    reason: 'The element creates its nodes with the page’s own functions, as all code does.',
    install: ({ captureFields, wrap }) => {
      const kept: unknown[] = [];
      const keep = (_: unknown, __: unknown, made: unknown) => {
        kept.push(made);
        if (made instanceof DocumentFragment) kept.push(...made.childNodes);
      };
      wrap(Element.prototype, 'attachShadow', keep);
      for (const name of ['createElement', 'importNode']) wrap(Document.prototype, name, keep);
      wrap(Node.prototype, 'cloneNode', keep);
      return () => kept.forEach((node) => captureFields('kept', node));
    },
  },
];
