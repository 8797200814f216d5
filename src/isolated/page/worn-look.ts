/**
 * The look that a host tells, put on by the frame page, which takes no more of it than colours, lengths and names of fonts.
 */
import { PREFIX, TOKENS } from '../../form/tokens.js';
import type { Look } from '../look.js';

/** What could fetch, or take in something else; and whatever does not belong into one value. */
const HARMFUL = /[^\p{L}\w\s#%.,+*/()'"-]|(url|var|env|attr|image\S*|src)\(/iu;

/** Puts a look on the frame page's own host of the form. Values that are not what they should be are left out. */
export function wearLook(
  { appearance, theme, scheme, direction, textSize }: Look,
  host: HTMLElement,
): void {
  host.setAttribute('appearance', appearance);
  for (const [name, property] of Object.entries(TOKENS)) {
    const value = theme[PREFIX + name] ?? '';
    const harmless = !HARMFUL.test(value) && CSS.supports(property, value);
    host.style.setProperty(PREFIX + name, harmless ? value : '');
  }
  const { documentElement: root } = document;
  root.dir = direction;
  root.style.colorScheme = scheme;
  root.style.fontSize = `${textSize}px`;
}
