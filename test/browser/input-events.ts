/**
 * Counts the `input` events of the page. Import it before the element, whose guard stops them at the window.
 */
let count = 0;
window.addEventListener('input', () => count++, true);

/** How many there were while something was done. */
export async function countInputs(act: () => Promise<void>): Promise<number> {
  const before = count;
  await act();
  return count - before;
}
