/**
 * Stops a press on text from focusing the first field, as `delegatesFocus` would. On a phone, that
 * would open the keypad.
 */
export function leaveTextUnfocused(root: ShadowRoot): void {
  // Adding it again has no effect.
  root.addEventListener('mousedown', handlePress);
}

function handlePress({ currentTarget }: Event): void {
  const root = currentTarget as ShadowRoot;
  const content = root.firstElementChild as HTMLElement | null;
  // A press on a text leaves the focus in a field.
  if (content === null || root.activeElement !== null) return;
  // The browser focuses the nearest node that can have the focus. It does so before the timer.
  content.tabIndex = -1;
  setTimeout(() => {
    content.blur();
    content.removeAttribute('tabindex');
  });
}
