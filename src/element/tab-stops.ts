/** Keeps Tab from modal dialogs, which see the element as one stop and would leave it. */
import { rootAround, rootOf } from '../shield/shield.js';

export function keepTab(event: KeyboardEvent): void {
  if (!event.isTrusted || event.key !== 'Tab') return;
  // A link in a slot may be between two stops. SweetAlert2 and React Aria would move the focus past
  // the second one, and focus-trap and Radix if nothing in the dialog follows the link.
  const root = rootOf(event) ?? rootAround(event);
  const { shiftKey, ctrlKey, metaKey, altKey } = event;
  const isShortcut = ctrlKey || metaKey || altKey;
  if (root && !isShortcut && belongsToBrowser(root, shiftKey ? -1 : 1))
    event.stopImmediatePropagation();
}

/**
 * Returns whether only the browser may move the focus: from one stop of a root to another, and from
 * the last one to what follows the element, if the page has put a stop into a slot. SweetAlert2 and
 * React Aria would go back to that stop, which follows the element in the tree.
 *
 * @param direction - `1` for Tab, `-1` for Shift+Tab.
 */
function belongsToBrowser(root: ShadowRoot, direction: number): boolean {
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

function slotted(slot: HTMLSlotElement): readonly HTMLElement[] {
  const nodes = slot.assignedElements() as HTMLElement[];
  return nodes.flatMap((node) => [node, ...node.querySelectorAll<HTMLElement>('*')]);
}

function isStop(node: HTMLElement): boolean {
  // Safari before 17.4 has no `checkVisibility`.
  const isVisible = !('checkVisibility' in node) || node.checkVisibility();
  return isVisible && node.tabIndex >= 0 && !node.matches(':disabled');
}
