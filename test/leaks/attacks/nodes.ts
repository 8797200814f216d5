/** Attacks that look for a node of the closed root, and read the fields around it. */
import type { Attack } from '../attack.js';

export const eventNodes: Attack = {
  title: 'nodes in events',
  does: 'Reads the fields around every node that an event exposes in `composedPath()`, `target` or another property: focus, mouse, pointer, key, selection and other events.',
  install: ({ captureFields }) => {
    const types =
      'click mousedown mouseup mousemove mouseover pointerdown pointerup focus focusin focusout blur keydown keyup input change select selectionchange selectstart animationstart transitionrun slotchange submit invalid toggle pin-ready pin-change pin-set';
    const read = (event: Event) => {
      for (const node of event.composedPath()) captureFields('composedPath', node);
      for (const name in event) captureFields(name, Reflect.get(event, name));
    };
    for (const type of types.split(' '))
      for (const target of [window, document]) target.addEventListener(type, read, true);
  },
};

export const queriedNodes: Attack = {
  title: 'nodes from platform functions',
  does: 'Reads the fields around every node that the platform returns by position, focus, selection or animation.',
  install: ({ captureFields }) => {
    return () => {
      const element = document.querySelector('set-card-pin')!;
      const { left, top, width, height } = element.getBoundingClientRect();
      captureFields('shadowRoot', element.shadowRoot?.firstChild);
      captureFields('activeElement', document.activeElement?.shadowRoot?.activeElement);
      for (let step = 1; step < 20; step++) {
        const [x, y] = [left + width / 2, top + (height * step) / 20];
        for (const node of document.elementsFromPoint(x, y))
          captureFields('elementsFromPoint', node);
        captureFields('caretRangeFromPoint', document.caretRangeFromPoint?.(x, y)?.startContainer);
        captureFields(
          'caretPositionFromPoint',
          document.caretPositionFromPoint?.(x, y)?.offsetNode,
        );
      }
      const { anchorNode, focusNode } = getSelection()!;
      for (const node of [anchorNode, focusNode]) captureFields('getSelection', node);
      for (const animation of element.getAnimations({ subtree: true }))
        captureFields('getAnimations', (animation.effect as KeyframeEffect).target);
    };
  },
};

export const attachInternals: Attack = {
  title: '`attachInternals`',
  does: 'Calls `attachInternals()` on the element from outside. That opens the closed root of an element that has not claimed its internals.',
  install: ({ captureFields }) => {
    let internals: ElementInternals | undefined;
    return () => {
      try {
        internals ??= HTMLElement.prototype.attachInternals.call(
          document.querySelector('set-card-pin'),
        );
      } catch {
        return;
      }
      captureFields('shadowRoot', internals?.shadowRoot?.firstChild);
    };
  },
};

export const mutationObserver: Attack = {
  title: '`MutationObserver`',
  does: 'Observes every node, attribute and text of the document, with old values.',
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

export const createdNodes: Attack = {
  title: 'nodes kept at their creation',
  does: 'Patches `attachShadow`, `attachInternals`, `createElement`, `importNode` and `cloneNode`, keeps the nodes that they return, and reads the fields around them after each key.',
  isAlone: true,
  install: ({ captureFields, wrap }) => {
    const kept: unknown[] = [];
    const keep = (_: unknown, __: unknown, made: unknown) => {
      kept.push(made);
      if (made instanceof DocumentFragment) kept.push(...made.childNodes);
      // In a microtask, because the node is not in its root yet.
      queueMicrotask(readFields);
    };
    const readFields = () => {
      for (const node of kept)
        captureFields('kept', node instanceof ElementInternals ? node.shadowRoot : node);
    };
    wrap(Element.prototype, 'attachShadow', keep);
    wrap(HTMLElement.prototype, 'attachInternals', keep);
    for (const name of ['createElement', 'importNode']) wrap(Document.prototype, name, keep);
    wrap(Node.prototype, 'cloneNode', keep);
    return readFields;
  },
};

export const domMethods: Attack = {
  title: 'DOM methods',
  does: 'Patches the methods and accessors of `Node`, `Element`, `HTMLInputElement`, `ShadowRoot` and other DOM classes, and reads the fields around every node among their receivers, arguments and results. The element calls them at each key and each rendering.',
  isAlone: true,
  install: ({ captureFields, wrap }) => {
    const owners = [
      Node,
      Element,
      HTMLElement,
      HTMLInputElement,
      Document,
      ShadowRoot,
      EventTarget,
    ];
    for (const { name, prototype } of owners)
      for (const key of Reflect.ownKeys(prototype)) {
        if (key === 'constructor') continue;
        wrap(prototype, key, (self, args, result) => {
          captureFields(name, self);
          for (const each of args) captureFields(name, each);
          captureFields(name, result);
        });
      }
  },
};
