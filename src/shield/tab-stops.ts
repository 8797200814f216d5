/** The tab stops of a root. */

/**
 * Returns whether only the browser may move the focus: from one stop of a root to another, and from
 * the last one to what follows the element, if the page has put a stop into a slot. SweetAlert2 and
 * React Aria would go back to that stop, which follows the element in the tree.
 *
 * @param direction - `1` for Tab, `-1` for Shift+Tab.
 */
export function belongsToBrowser(root: ShadowRoot, direction: number): boolean {
  const focused = root.activeElement ?? document.activeElement;
  const stops = stopsIn(root, focused);
  const at = stops.indexOf(focused as HTMLElement);
  if (at < 0) return false;
  if (stops[at + direction] !== undefined) return true;
  return direction > 0 && root.activeElement !== null && stops.some((stop) => !root.contains(stop));
}

/** @param focused - Counts as a stop. A notice has the focus, but no key moves it there. */
function stopsIn(root: ShadowRoot, focused: Element | null): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('input,button,[tabindex],slot')]
    .flatMap((node) => (node.localName === 'slot' ? slotted(node as HTMLSlotElement) : node))
    .filter((node) => node === focused || isStop(node));
}

/** Returns what the page has put into a slot. */
function slotted(slot: HTMLSlotElement): readonly HTMLElement[] {
  const nodes = slot.assignedElements() as HTMLElement[];
  return nodes.flatMap((node) => [node, ...node.querySelectorAll<HTMLElement>('*')]);
}

function isStop(node: HTMLElement): boolean {
  return node.tabIndex >= 0 && !node.matches(':disabled') && node.checkVisibility();
}
