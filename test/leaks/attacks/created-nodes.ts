import type { Attack } from '../attack.js';

export const createdNodes: Attack = {
  title: 'nodes kept at their creation',
  does: 'Patches `attachShadow`, `attachInternals`, `createElement`, `createTextNode`, `createComment`, `importNode` and `cloneNode`, keeps the nodes that they return, and reads the fields around them after each key.',
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
    for (const name of ['createElement', 'createTextNode', 'createComment', 'importNode'])
      wrap(Document.prototype, name, keep);
    wrap(Node.prototype, 'cloneNode', keep);
    return readFields;
  },
};
