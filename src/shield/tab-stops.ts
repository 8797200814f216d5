/** The tab stops of a root. */

/**
 * Returns whether Tab moves the focus from one stop of a root to another.
 *
 * @param direction - `1` for Tab, `-1` for Shift+Tab.
 */
export function staysInside(root: ShadowRoot, direction: number): boolean {
  const focused = root.activeElement ?? root.ownerDocument.activeElement;
  const stops = stopsIn(root, focused);
  const at = stops.indexOf(focused as HTMLElement);
  return at >= 0 && stops[at + direction] !== undefined;
}

/** Focuses the first stop of a root, or the last one, and returns whether there is one. */
export function focusStop(root: ShadowRoot, direction: number, options?: FocusOptions): boolean {
  const stop = stopsIn(root).at(direction < 0 ? -1 : 0);
  stop?.focus(options);
  return stop !== undefined;
}

/** @param focused - Counts as a stop. A notice has the focus, but no key moves it there. */
function stopsIn(root: ShadowRoot, focused?: Element | null): readonly HTMLElement[] {
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
