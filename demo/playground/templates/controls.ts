/**
 * Form controls that several panels use.
 */
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Option } from '../../looks/query.js';

/** One of several options, to choose from. */
export interface Choice<Value extends string | number> {
  /** Unique in the page: ids are made from it. */
  readonly name: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice with a visible label. */
export interface LabelledChoice<Value extends string | number> extends Choice<Value> {
  readonly label: string;
  /** `row` puts the label beside the control, `stack` above it. */
  readonly layout: 'row' | 'stack';
}

/** Renders radio buttons that look like one divided button. The caller names their group. */
export function segments<Value extends string | number>({
  name,
  options,
  value,
  onChange,
}: Choice<Value>): TemplateResult {
  return html`${options.map(
    (option) =>
      html`<label class="segment">
        <input
          type="radio"
          name=${name}
          value=${option.value}
          .checked=${live(option.value === value)}
          @change=${() => onChange(option.value)}
        />
        <span>${option.label}</span>
      </label>`,
  )}`;
}

/** Renders {@link segments} with their label. */
export function segmentField<Value extends string | number>(
  choice: LabelledChoice<Value>,
): TemplateResult {
  const { name, label, layout } = choice;
  return html`<div class="field ${layout}" role="radiogroup" aria-labelledby="${name}-label">
    <span class="label" id="${name}-label">${label}</span>
    <span class="segments">${segments(choice)}</span>
  </div>`;
}

/** Renders a drop-down list with its label. */
export function selectField<Value extends string | number>({
  name,
  label,
  options,
  value,
  onChange,
  layout,
}: LabelledChoice<Value>): TemplateResult {
  const handleChange = (event: Event): void => {
    const { selectedIndex } = event.target as HTMLSelectElement;
    onChange(options[selectedIndex]!.value);
  };
  return html`<div class="field ${layout}">
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
    <span>${label}</span>
  </label>`;
}
