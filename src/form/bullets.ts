/**
 * The width of the bullets in a masked field. The engine chooses the character, and the language
 * and the system the font: a bullet can be as wide as two digits, or narrower than one.
 */
import type { PinPlatform } from '../shield/platform.js';

/** Characters that are measured at once, because engines round the width to pixels. */
const SAMPLE = '0'.repeat(99);

/** Sets `--_bullet` of a field: the width of a bullet, in widths of a digit. */
export function measureBullets(field: HTMLInputElement, { importNode }: PinPlatform): void {
  // The field itself is not measured, because nothing assigns its value. The page may see the
  // original, but never the copy, from which its code could reach the field.
  const original = document.createElement('input');
  original.className = 'sample';
  original.setAttribute('value', SAMPLE);
  const copy = importNode(original);
  field.before(copy);
  const [digits, bullets] = ['text', 'password'].map((type) => {
    copy.type = type;
    return copy.scrollWidth;
  });
  copy.remove();
  field.style.setProperty('--_bullet', `${bullets! / digits!}`);
}
