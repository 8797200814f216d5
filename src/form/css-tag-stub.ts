/**
 * Stands, in what a browser loads as it is, for the module with which Lit makes style sheets in every browser and on servers: here they
 * are made once, in a browser that has them.
 */

interface Styles {
  readonly styleSheet: CSSStyleSheet;
}

/** Makes a style sheet. */
export function css(strings: TemplateStringsArray, ...values: readonly string[]): Styles {
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(String.raw({ raw: strings }, ...values));
  return { styleSheet };
}

/** Puts style sheets into a root. */
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
