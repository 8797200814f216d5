import type { Attack } from '../attack.js';

export const keptNodes: Attack = {
  title: 'nodes kept when they are made',
  does: 'Patches `attachShadow`, `attachInternals`, `createElement`, `importNode` and `cloneNode`, keeps what they give, and looks at it time and again.',
  install: ({ takeFields, wrap }) => {
    const kept: unknown[] = [];
    const keep = (_: unknown, __: unknown, made: unknown) => {
      kept.push(made);
      if (made instanceof DocumentFragment) kept.push(...made.childNodes);
      // By then it stands where it belongs.
      queueMicrotask(look);
    };
    const look = () => {
      for (const node of kept)
        takeFields('kept', node instanceof ElementInternals ? node.shadowRoot : node);
    };
    wrap(Element.prototype, 'attachShadow', keep);
    wrap(HTMLElement.prototype, 'attachInternals', keep);
    wrap(Document.prototype, 'createElement', keep);
    wrap(Document.prototype, 'importNode', keep);
    wrap(Node.prototype, 'cloneNode', keep);
    return look;
  },
};
