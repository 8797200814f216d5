/**
 * Templates that several panels use.
 */
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Option } from '../../looks/query.js';

/** Renders a drop-down list with its label. The name is unique in the page: it is the id. */
export function selectField<Value extends string | number>(
  name: string,
  label: string,
  options: readonly Option<Value>[],
  value: Value,
  onChange: (value: Value) => void,
): TemplateResult {
  const handleChange = (event: Event): void => {
    const { selectedIndex } = event.target as HTMLSelectElement;
    onChange(options[selectedIndex]!.value);
  };
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <select id=${name} @change=${handleChange}>
      ${options.map(
        (option) =>
          html`<option value=${option.value} .selected=${live(option.value === value)}>
            ${option.label}
          </option>`,
      )}
    </select>
  </div>`;
}

/** Renders a checkbox with its label. */
export function toggle(
  label: string,
  checked: boolean,
  onChange: (checked: boolean) => void,
): TemplateResult {
  return html`<label class="toggle">
    <input
      type="checkbox"
      .checked=${live(checked)}
      @change=${(event: Event) => onChange((event.target as HTMLInputElement).checked)}
    />
    ${label}
  </label>`;
}

/** Renders code as text, so that code from any source is safe. */
export function codeView(code: string): TemplateResult {
  return html`<pre class="code" translate="no"><code>${code}</code></pre>`;
}

/** Renders a value as JSON, with the line breaks of GraphQL documents. */
export function jsonView(value: unknown): TemplateResult {
  return codeView(JSON.stringify(value, null, 2).replaceAll('\\n', '\n'));
}
