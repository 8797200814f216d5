/**
 * The panel with the code for the scenario, to copy.
 */
import { html, type TemplateResult } from 'lit';
import { snippetView } from '../templates/code-view.js';

export interface SnippetPanelView {
  readonly code: string;
  /** The result of copying, announced beside the button. Empty until the button is pressed. */
  readonly copyStatus: string;
  readonly onCopy: () => void;
}

/** Renders the panel. */
export function snippetPanel(view: SnippetPanelView): TemplateResult {
  return html`<div class="panel code-panel">
    <div class="panel-head">
      <h2 id="code-title">Use it in your page</h2>
      <span class="push" role="status">${view.copyStatus}</span>
      <button type="button" class="button" @click=${view.onCopy}>Copy</button>
    </div>
    <div class="snippet" tabindex="0" role="region" aria-labelledby="code-title">
      ${snippetView(view.code)}
    </div>
  </div>`;
}
