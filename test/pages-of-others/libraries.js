/**
 * Opens a modal dialog of each library that is installed with the project. The content is a `div`
 * with the element, and perhaps a button before and after it.
 */
import * as Radix from '@radix-ui/react-dialog';
import { createFocusTrap } from 'focus-trap';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import Swal from 'sweetalert2';

/** Returns a React element with a node of the page in it. */
export const holding = (content) => h('div', { ref: (node) => node?.append(content) });

/** Renders a React element into the page. */
export const render = (element) =>
  createRoot(document.body.appendChild(document.createElement('div'))).render(element);

export const open = {
  focusTrap(content) {
    document.body.append(content);
    createFocusTrap(content).activate();
  },
  radix: (content) =>
    render(
      h(
        Radix.Root,
        { open: true },
        h(
          Radix.Content,
          { 'aria-describedby': undefined },
          h(Radix.Title, {}, 'Card'),
          holding(content),
        ),
      ),
    ),
  sweetAlert2: (content) => void Swal.fire({ html: content, animation: false }),
};
