/** Notices that the page hides an element. */

/**
 * Calls a function once an element is hidden or inert. Checks in every animation frame, because not
 * every way to hide an element raises an event.
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
