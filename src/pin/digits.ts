/** Reads a PIN's digits from typed or pasted text. Pure. */

/** The reason for rejecting a text as a whole. */
export type TextProblem = 'not-digits' | 'too-long';

const DIGIT = /\p{Nd}/u;

/**
 * Characters between digits, such as commas from dictation, and invisible characters in copied
 * text, such as zero-width spaces.
 */
const SEPARATORS = /[\s\p{Pd}\p{Cf}.,\u00b7\u060c\u2022\u3001]/gu;

/**
 * Returns a text's digits, in any script, as ASCII digits: `١2-３` → `123`.
 *
 * Unicode encodes every set of decimal digits as ten consecutive code points, starting with zero.
 * The starts of adjacent sets are a multiple of ten apart (Unicode Standard, section 4.6). So a
 * digit's value is its distance from the start of its run of digits, modulo ten.
 */
export function digitsOf(text: string): string {
  return [...text.replace(/\P{Nd}/gu, '')].map(asciiDigit).join('');
}

/** Returns the digits of a text that has only digits and separators, or else `undefined`. */
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
 * Returns whether a key could type a digit, even if an input method hides `key`. Excludes F6, and
 * shortcuts such as Ctrl+1, because the browser may switch tabs before their `keyup`. Ctrl and Alt
 * together are AltGr.
 */
export function isDigitKey({ key, code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (metaKey || (ctrlKey && !altKey)) return false;
  return /^(Digit|Numpad)\d/.test(code) || digitsOfWhole(key) !== undefined;
}
