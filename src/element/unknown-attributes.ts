/** Recognises slips in a tag that HTML accepts silently. */

/** The element, as far as its tag can have such a slip. */
interface Tag extends HTMLElement {
  readonly appearance: string | null;
  readonly flow: string | null;
}

/**
 * Names attributes that are nearly one of the element's, and values that are none.
 *
 * @param known - The element's attributes.
 * @returns sentences in English, for the developer
 */
export function slipsIn(element: Tag, known: readonly string[]): readonly string[] {
  const { appearance, flow } = element;
  const slips = element.getAttributeNames().map((name) => {
    // Not those of a framework, such as `:card-id`.
    const meant =
      !known.includes(name) &&
      /^[a-z_-]+$/.test(name) &&
      known.find((each) => (lettersLeft(name, each) + lettersLeft(each, name)).length <= 2);
    return meant ? `The element has no attribute ${name}. Is it ${meant}?` : '';
  });
  // A framework sets `null` or an empty text for a property that it doesn't have.
  if (!/^(boxes|line|field|)$/.test(appearance ?? ''))
    slips.push('appearance must be boxes, line or field.');
  if (flow && flow !== 'steps') slips.push('flow must be steps, or be left out.');
  return slips;
}

/** Returns the letters of a name that are left without those of another. */
function lettersLeft(name: string, other: string): string {
  return [...other].reduce((rest, letter) => rest.replace(letter, ''), name);
}
