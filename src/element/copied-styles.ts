/** The element's styles in a document that has adopted the element. */
import type { CSSResult, CSSResultOrNative } from 'lit';

/**
 * Copies styles into the document of a root. A document drops the style sheets of another one when
 * it adopts an element (https://drafts.csswg.org/cssom/#dom-documentorshadowroot-adoptedstylesheets).
 */
export function copyStyles(root: ShadowRoot, styles: readonly CSSResultOrNative[]): void {
  const { defaultView } = root.ownerDocument;
  // A document of no window shows nothing.
  if (defaultView === null) return;
  root.adoptedStyleSheets = styles.map((style) => {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync((style as CSSResult).cssText);
    return sheet;
  });
}
