/** Choices in the playground and the stories, as form controls and in the URL's query. */
import { html, type TemplateResult } from 'lit';

/** A drop-down list, or a checkbox if the first value is the empty string. */
export interface Choice<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  /** Labels by value. The first value is the default. */
  readonly options: Readonly<Record<string, string>>;
}

/** The chosen values by name. */
export type Chosen<Name extends string> = Readonly<Record<Name, string>>;

/** Reads values from a query or a form. A missing or unknown value becomes the default. */
export function readChosen<Name extends string>(
  choices: readonly Choice<Name>[],
  values: URLSearchParams,
): Chosen<Name> {
  const read = ({ name, options }: Choice): string =>
    Object.keys(options).find((value) => value === values.get(name)) ?? defaultOf(options);
  return Object.fromEntries(choices.map((choice) => [choice.name, read(choice)])) as Chosen<Name>;
}

/** Returns the names and values that aren't defaults. */
export function changesIn<Name extends string>(
  choices: readonly Choice<Name>[],
  chosen: Chosen<Name>,
): [Name, string][] {
  return choices
    .filter(({ name, options }) => chosen[name] !== defaultOf(options))
    .map(({ name }) => [name, chosen[name]]);
}

function defaultOf(options: Choice['options']): string {
  return Object.keys(options)[0]!;
}

/** Renders a choice. */
export function control({ name, label, options }: Choice, chosen: string): TemplateResult {
  if ('' in options) {
    const [, value] = Object.keys(options);
    return html`<label class="toggle">
      <input type="checkbox" name=${name} value=${value} ?checked=${chosen !== ''} /> ${label}
    </label>`;
  }
  return html`<label class="field">
    ${label}
    <select name=${name}>
      ${Object.entries(options).map(
        ([value, text]) =>
          html`<option value=${value} ?selected=${value === chosen}>${text}</option>`,
      )}
    </select>
  </label>`;
}
