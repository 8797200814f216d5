/**
 * Focuses the form when the frame gets the focus, for example by a click on a label in the page.
 * After the Tab key a control in the form already has the focus.
 */
export function focusWithFrame(root: ShadowRoot, focus: () => void): void {
  let isPressed = false;
  const takeFocus = (): void => {
    // A press on a text focuses nothing.
    if (!isPressed && document.hasFocus() && root.activeElement === null) focus();
  };
  window.addEventListener('mousedown', () => (isPressed = true));
  // After the timer that the focus has started.
  for (const type of ['mouseup', 'blur'])
    window.addEventListener(type, () => setTimeout(() => (isPressed = false)));
  window.addEventListener('focus', () => setTimeout(takeFocus));
  // In WebKit a script in a frame can't focus a field before a key is pressed in the frame. The Tab
  // key focuses a field without our help.
  window.addEventListener('keydown', ({ key }) => {
    if (key !== 'Tab') takeFocus();
  });
}
