/**
 * Replaces Lit's css-tag module in the script-tag build and the frame page. Lit's module supports
 * servers and every browser. This one supports only browsers with constructable style sheets.
 */

interface Styles {
  readonly cssText: string;
  readonly styleSheet: CSSStyleSheet;
}

/** Creates a style sheet. */
export function unsafeCSS(cssText: string): Styles {
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(cssText);
  return { cssText, styleSheet };
}

/** Applies style sheets to a root. */
export function adoptStyles(root: ShadowRoot, styles: readonly Styles[]): void {
  root.adoptedStyleSheets = styles.map(({ styleSheet }) => styleSheet);
}

export function getCompatibleStyle<T>(style: T): T {
  return style;
}

function unused(): never {
  throw new TypeError('Left out of Lit');
}

export { unused as css, unused as CSSResult, unused as supportsAdoptingStyleSheets };
