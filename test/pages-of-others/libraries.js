/**
 * Opens a modal dialog of each library that is installed with the project. The content is a `div`
 * with the element, and perhaps a button before and after it.
 */
import * as Radix from '@radix-ui/react-dialog';
import { createFocusTrap } from 'focus-trap';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import Swal from 'sweetalert2';

/**
 * Renders the page's content within React components.
 *
 * @param layers - The components with their properties, the outermost first.
 */
export function render(content, ...layers) {
  const holder = h('div', { ref: (node) => node?.append(content) });
  const element = layers.reduceRight((child, [type, props]) => h(type, props, child), holder);
  createRoot(document.body.appendChild(document.createElement('div'))).render(element);
}

export const open = {
  focusTrap(content) {
    document.body.append(content);
    createFocusTrap(content).activate();
  },
  radix: (content) =>
    render(content, [Radix.Root, { open: true }], [Radix.Content, { 'aria-label': 'Card' }]),
  sweetAlert2: (content) => void Swal.fire({ html: content, animation: false }),
};
