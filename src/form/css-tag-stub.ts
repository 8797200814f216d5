/**
 * Replaces Lit's css-tag module in the script-tag build and the frame page. Lit's module supports
 * servers and every browser. This one supports only browsers with constructable style sheets.
 */

interface Styles {
  readonly cssText: string;
  readonly styleSheet: CSSStyleSheet;
}

/** Makes a style sheet. */
export function css(strings: TemplateStringsArray, ...values: readonly string[]): Styles {
  const styleSheet = new CSSStyleSheet();
  const cssText = String.raw({ raw: strings }, ...values);
  styleSheet.replaceSync(cssText);
  return { cssText, styleSheet };
}

/** Applies style sheets to a root. */
export function adoptStyles(root: ShadowRoot, styles: readonly Styles[]): void {
  root.adoptedStyleSheets = styles.map(({ styleSheet }) => styleSheet);
}

function same<T>(value: T): T {
  return value;
}

export { same as getCompatibleStyle, same as unsafeCSS };

function unused(): never {
  throw new TypeError('Left out of Lit');
}

export { unused as CSSResult, unused as supportsAdoptingStyleSheets };
