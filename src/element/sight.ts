/** Notices that the page hides an element. */

/**
 * Acts once an element can't be seen or used any more. Not every way to hide it raises an event, so
 * each frame checks.
 *
 * @param isNeeded - Ends the checks when it returns `false`.
 */
export function onceHidden(element: HTMLElement, isNeeded: () => boolean, act: () => void): void {
  requestAnimationFrame(() => {
    if (!isNeeded()) return;
    if (isUsable(element)) onceHidden(element, isNeeded, act);
    else act();
  });
}

function isUsable(element: HTMLElement): boolean {
  const isSeen = element.checkVisibility?.({ visibilityProperty: true, opacityProperty: true });
  return isSeen !== false && element.closest('[inert]') === null;
}
