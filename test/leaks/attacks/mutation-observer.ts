import type { Attack } from '../attack.js';

export const mutationObserver: Attack = {
  title: '`MutationObserver`',
  does: 'Observes every node, attribute and text of the document, with old values.',
  shares: 'reads',
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
};
