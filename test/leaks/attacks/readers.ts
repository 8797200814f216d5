/** Scripts that read the document, and one that keeps nodes of the closed root. */
import type { Attack } from '../attack.js';

export const READERS: readonly Attack[] = [
  {
    title: 'DOM and property scraper',
    does: 'After each key, reads the document’s markup, the fields in open shadow roots, all form data, and every property of the element.',
    inline: 'no',
    reason: 'The root is closed, and the digits are in no attribute, property or form data.',
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
            // `__proto__` is no node, but an instance of `Node`.
            if (name !== '__proto__') captureFields(String(name), value);
          }
      };
    },
  },
  {
    title: '`MutationObserver`',
    does: 'Observes every node, attribute and text of the document, with old values.',
    inline: 'no',
    reason: 'It can’t observe a closed root, and the digits are in no attribute.',
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
    title: 'a script with intent',
    does: 'Wraps `attachShadow`, `createElement`, `importNode` and `cloneNode`, keeps the nodes that they return, and reads the fields around them after each key.',
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
