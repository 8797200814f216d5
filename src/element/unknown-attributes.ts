/** Finds mistakes that HTML silently accepts in a tag. */

/** The element's properties that are checked. */
interface Tag extends HTMLElement {
  readonly appearance: string | null;
  readonly flow: string | null;
}

/**
 * Finds misspelt attributes and invalid values.
 *
 * @param known - The element's attributes.
 * @returns explanations in English, for the developer
 */
export function slipsIn(element: Tag, known: readonly string[]): readonly string[] {
  const { appearance, flow } = element;
  const slips = element.getAttributeNames().map((name) => {
    // Skip framework attributes, such as `:card-id`.
    const meant =
      !known.includes(name) &&
      /^[a-z_-]+$/.test(name) &&
      known.find((each) => (lettersLeft(name, each) + lettersLeft(each, name)).length <= 2);
    return meant ? `The element has no attribute ${name}. Did you mean ${meant}?` : '';
  });
  // Frameworks set `null` or an empty string for a property without a value.
  if (!/^(boxes|line|field|)$/.test(appearance ?? ''))
    slips.push('appearance must be boxes, line or field.');
  if (flow && flow !== 'steps') slips.push('flow must be steps or unset.');
  return slips;
}

/** Returns a name without the letters that it shares with another name. */
function lettersLeft(name: string, other: string): string {
  return [...other].reduce((rest, letter) => rest.replace(letter, ''), name);
}
