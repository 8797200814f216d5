/** Code as text, so that code from any source is safe. */
import { html, type TemplateResult } from 'lit';

export function codeView(code: string): TemplateResult {
  return html`<pre class="code" translate="no"><code>${code}</code></pre>`;
}

/** Renders a value as JSON, with the line breaks of GraphQL documents. */
export function jsonView(value: unknown): TemplateResult {
  return codeView(JSON.stringify(value, null, 2).replaceAll('\\n', '\n'));
}
