/** Reads the digits of a PIN from text as people type and paste it. Pure. */

/** The reason for refusing a text as a whole. */
export type TextProblem = 'not-digits' | 'too-long';

const DIGIT = /\p{Nd}/u;

/**
 * What people put between digits, such as the commas of dictation; and invisible characters that
 * come along with copied text, such as a zero-width space.
 */
const SEPARATORS = /[\s\p{Pd}\p{Cf}.,\u00b7\u060c\u2022\u3001]/gu;

/**
 * Returns the digits of a text, of any script, as ASCII digits: `١2-３` → `123`.
 *
 * Unicode encodes every set of decimal digits as ten consecutive code points, starting from zero.
 * Adjacent sets start at multiples of ten from each other (Unicode Standard, section 4.6). So the
 * value of a digit is its distance from the start of its run of digits, modulo ten.
 */
export function digitsOf(text: string): string {
  return [...text.replace(/\P{Nd}/gu, '')].map(asciiDigit).join('');
}

/** Returns the digits of a text; `undefined` if it has none, or more than digits and separators. */
export function digitsOfWhole(text: string): string | undefined {
  const compact = text.replace(SEPARATORS, '');
  const digits = digitsOf(compact);
  return digits !== '' && digits.length === [...compact].length ? digits : undefined;
}

function asciiDigit(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((codePoint - zero) % 10);
}

/**
 * Returns whether a key may type a digit, also if an input method hides `key`. Excludes F6, and
 * shortcuts such as Ctrl+1: the browser may switch tabs before their `keyup`. Ctrl and Alt together
 * are AltGr.
 */
export function isDigitKey({ key, code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (metaKey || (ctrlKey && !altKey)) return false;
  return /^(Digit|Numpad)\d/.test(code) || digitsOfWhole(key) !== undefined;
}
