/**
 * Returns whether a node can get the focus without taking it from anything else: in its document,
 * or in one of the same origin around that.
 */
export function isFocusFree(node: Element): boolean {
  const { activeElement, body, defaultView } = node.ownerDocument;
  const hasFocus = (node.getRootNode() as Document | ShadowRoot).activeElement === node;
  const frame = defaultView?.frameElement;
  return (hasFocus || activeElement === body) && (!frame || isFocusFree(frame));
}
