/**
 * The code for the chosen scenario, to copy.
 */
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { snippetView } from './code-view.js';
import { SNIPPETS, type Scenario } from './scenario.js';

export interface SnippetPanelView {
  readonly scenario: Scenario;
  readonly code: string;
  /** Said by the button's side once it is copied, or could not be. */
  readonly copied: string;
  readonly chosen: (change: Partial<Scenario>) => void;
  readonly copy: () => void;
}

export function snippetPanel(view: SnippetPanelView): TemplateResult {
  return html`
    <div class="panel-head">
      <h2 id="code-title">Use it in your page</h2>
      <span class="segments" role="radiogroup" aria-label="Kind of page">
        ${SNIPPETS.map(
          ({ value, label }) =>
            html`<label class="segment">
              <input
                type="radio"
                name="snippet"
                value=${value}
                .checked=${live(value === view.scenario.snippet)}
                @change=${() => view.chosen({ snippet: value })}
              />
              <span>${label}</span>
            </label>`,
        )}
      </span>
      <span class="push" role="status">${view.copied}</span>
      <button type="button" class="button" @click=${view.copy}>Copy</button>
    </div>
    <div class="snippet" tabindex="0" role="region" aria-labelledby="code-title">
      ${snippetView(view.code)}
    </div>
  `;
}
