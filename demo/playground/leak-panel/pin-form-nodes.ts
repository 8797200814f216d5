/**
 * Finds the nodes of the form in the preview, for the tools that spy on it.
 */
const FORMS = 'set-card-pin, naive-pin-form';

/** Returns whether a node is the form or inside it, through any number of shadow roots. */
export function isInPinForm(target: unknown): target is Node {
  for (let node = target as Node | null; node instanceof Node; node = parentOf(node)) {
    if (node instanceof Element && node.matches(FORMS)) return true;
  }
  return false;
}

/** Returns the label of a field, or the tag of any other element. */
export function nameOf(node: Node): string {
  if (!(node instanceof Element)) return node.nodeName;
  const label = node instanceof HTMLInputElement ? node.labels?.[0]?.textContent?.trim() : '';
  return label || `<${node.localName}>`;
}

function parentOf(node: Node): Node | null {
  return node instanceof ShadowRoot ? node.host : node.parentNode;
}
