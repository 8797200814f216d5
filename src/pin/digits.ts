/**
 * Text as people type and paste it → the digits that a PIN is made of. Pure.
 */

/** Why an edit was refused as a whole, with what stood in the field kept. */
export type EditProblem = 'paste-too-long' | 'paste-not-digits';

const DIGIT = /\p{Nd}/u;

/** What people put between digits when they write them down: white space of any kind, hyphens and dashes, dots. */
const SEPARATORS = /[\s\p{Pd}.\u00b7\u2022]/gu;

/**
 * Keeps the digits of a text, of any script, as ASCII digits: `١2-３` → `123`.
 *
 * Unicode encodes every set of decimal digits as ten code points in a row, starting from zero, and sets that touch start at
 * multiples of ten from each other (Unicode Standard, section 4.6): so a digit's value is its distance from the start of its row.
 */
export function digitsOf(text: string): string {
  return [...text]
    .filter((character) => DIGIT.test(character))
    .map(asciiDigit)
    .join('');
}

/**
 * Reads a text that was pasted or dropped as a whole: digits, and between them what people use to group them.
 *
 * @returns The digits, or `undefined` where the text holds anything else, so that nothing is taken in part.
 */
export function digitsOfWhole(text: string): string | undefined {
  const bare = text.replace(SEPARATORS, '');
  const digits = digitsOf(bare);
  return digits !== '' && digits.length === [...bare].length ? digits : undefined;
}

/** The last character that matches is a zero, whatever the digit: any script can read it, as `RegExp.lastMatch`. */
function asciiDigit(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((codePoint - zero) % 10);
}
