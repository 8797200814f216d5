/**
 * Where the tools of the page look: at the form on the stage, whichever it is.
 */
const FORMS = 'set-card-pin, naive-pin-form';

/** Tells whether a node is the form on the stage or is inside it, however deep in roots. */
export function isOfForm(target: unknown): target is Node {
  for (let node = target as Node | null; node instanceof Node; node = parentOf(node)) {
    if (node instanceof Element && node.matches(FORMS)) return true;
  }
  return false;
}

/** What a field is called by its label; an element that shows no field, by its tag. */
export function nameOf(node: Node): string {
  if (!(node instanceof Element)) return node.nodeName;
  const label = node instanceof HTMLInputElement ? node.labels?.[0]?.textContent?.trim() : '';
  return label || `<${node.localName}>`;
}

function parentOf(node: Node): Node | null {
  return node instanceof ShadowRoot ? node.host : node.parentNode;
}
