/** Width of the small letters from a to z in Arial of 16 px. */
const ALPHABET = 205;

/**
 * Makes the text as wide as in Arial, as most systems' fonts are. If a system has a wider font in
 * place of Arial, the text is smaller.
 */
export function useWidthOfArial(element: HTMLElement): void {
  element.style.setProperty('--set-card-pin-font', 'Arial');
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  context.font = '16px Arial';
  const { width } = context.measureText('abcdefghijklmnopqrstuvwxyz');
  document.documentElement.style.fontSize = `${Math.min(16, (16 * ALPHABET) / width)}px`;
  // The largest width is in rem too.
  element.style.maxWidth = 'none';
}
