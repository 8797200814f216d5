/** Hides Tab key presses from modal dialogs, which would treat the element as one tab stop. */
import { rootAround, rootOf } from '../shield/shield.js';

export function keepTab(event: KeyboardEvent): void {
  if (!event.isTrusted || event.key !== 'Tab') return;
  // A slotted link may be between two tab stops. SweetAlert2 and React Aria would skip the second
  // stop, and so would focus-trap and Radix if nothing in the dialog follows the link.
  const root = rootOf(event) ?? rootAround(event);
  const { shiftKey, ctrlKey, metaKey, altKey } = event;
  const isShortcut = ctrlKey || metaKey || altKey;
  if (root && !isShortcut && belongsToBrowser(root, shiftKey ? -1 : 1))
    event.stopImmediatePropagation();
}

/**
 * Returns whether only the browser may move the focus: from one tab stop to another, or out of an
 * element with a tab stop in a slot. From such an element, SweetAlert2 and React Aria would go back
 * to the slotted stop, because it follows the element in the tree.
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

/** @param focused - Always counts as a tab stop, even if it's a notice, which no key can focus. */
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
  // Safari before 17.4 doesn't have `checkVisibility`.
  const isVisible = !('checkVisibility' in node) || node.checkVisibility();
  return isVisible && node.tabIndex >= 0 && !node.matches(':disabled');
}
