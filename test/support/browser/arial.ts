/** Width of the small letters from a to z in Arial of 16 px. */
const ALPHABET = 205;

/**
 * Makes the text of elements as wide as in Arial, as most systems' fonts are. If a system has a
 * wider font in place of Arial, the text is smaller. Call it before an element is added, because a
 * frame follows changes of the page a moment later. Remove the attribute `style` of the document's
 * element afterwards.
 */
export function useWidthOfArial(): void {
  const { style } = document.documentElement;
  style.setProperty('--set-card-pin-font', 'Arial');
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  context.font = '16px Arial';
  const { width } = context.measureText('abcdefghijklmnopqrstuvwxyz');
  style.fontSize = `${Math.min(16, (16 * ALPHABET) / width)}px`;
}
