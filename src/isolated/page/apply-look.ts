/** Applies the host's look to the frame page. Accepts only colours, lengths and font names. */
import { PREFIX, TOKENS } from '../../contract/theme.js';
import type { Look } from '../protocol.js';

/** Functions that could fetch or insert something, and characters that no single value contains. */
const UNSAFE = /[^\p{L}\w\s#%.,+*/()'"-]|(url|var|env|attr|image\S*|src)\(/iu;

/** The CSS property for which a token's value must be valid. All other tokens are colours. */
const PROPERTIES: Readonly<Partial<Record<keyof typeof TOKENS, string>>> = {
  radius: 'border-radius',
  gap: 'gap',
  font: 'font-family',
  'digit-size': 'height',
  'control-height': 'height',
};

/** Applies a look to the form's host element. Ignores invalid values. */
export function applyLook(look: Look, host: HTMLElement): void {
  const { appearance, theme, scheme, direction, textSize } = look;
  host.setAttribute('appearance', appearance);
  for (const name of Object.keys(TOKENS) as (keyof typeof TOKENS)[]) {
    const value = theme[PREFIX + name] ?? '';
    const isSafe = !UNSAFE.test(value) && CSS.supports(PROPERTIES[name] ?? 'color', value);
    host.style.setProperty(PREFIX + name, isSafe ? value : '');
  }
  const { documentElement: root } = document;
  root.dir = direction;
  root.style.colorScheme = scheme;
  root.style.fontSize = `${textSize}px`;
}
