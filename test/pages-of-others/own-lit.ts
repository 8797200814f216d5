/** A page's own component, with a Lit of its own. */
import { html, LitElement, type TemplateResult } from 'lit';

customElements.define(
  'own-lit',
  class extends LitElement {
    override render(): TemplateResult {
      return html`<p>Rendered by the page's own Lit</p>`;
    }
  },
);
