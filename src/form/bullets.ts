/** Characters that are measured at once, because engines round the width to pixels. */
const SAMPLE = '0'.repeat(99);

/**
 * Returns the width of a bullet in a masked field, in widths of a digit. The engine chooses the
 * character, and the language and the system the font: some bullets are as wide as two digits.
 */
export function measureBullet(field: HTMLInputElement): number {
  // The field itself is not measured, because nothing assigns its value.
  const sample = document.createElement('input');
  sample.className = 'sample';
  sample.setAttribute('value', SAMPLE);
  field.before(sample);
  const [digits, bullets] = ['text', 'password'].map((type) => {
    sample.type = type;
    return sample.scrollWidth;
  });
  sample.remove();
  return bullets! / digits!;
}
