/**
 * Returns whether a node can receive focus without taking it from anything else, in its own
 * document and in the same-origin documents around it.
 */
export function isFocusFree(node: Element): boolean {
  const { activeElement, body, defaultView } = node.ownerDocument;
  const hasFocus = (node.getRootNode() as Document | ShadowRoot).activeElement === node;
  const frame = defaultView?.frameElement;
  return (hasFocus || activeElement === body) && (!frame || isFocusFree(frame));
}
