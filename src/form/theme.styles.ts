/**
 * The theme tokens with their defaults.
 */
import { unsafeCSS } from 'lit';
import { PREFIX, TOKENS } from './theme.js';

/** Reads each token with a fallback: `--_accent: var(--set-card-pin-accent, …);`. */
const declarations = Object.entries(TOKENS).map(
  ([name, value]) => `--_${name}:var(${PREFIX}${name},${value});`,
);

/**
 * Reads every token and declares none, so that a page can set it on any ancestor. The private names
 * begin with `--_`, because slotted content of the page inherits them.
 */
export const themeStyles = unsafeCSS(`:host{${declarations.join('')}}`);
