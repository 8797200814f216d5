/** Text that goes into a template without escaping. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/**
 * Replaces each `{{name}}` in a page's template with a value.
 *
 * @throws {RangeError} if a value is missing.
 */
export function fill(
  template: string,
  values: Readonly<Record<string, string | Markup | undefined>>,
): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`The template needs a value for ${name}.`);
    return value instanceof Markup ? value.text : escape(value);
  });
}

/** Escapes text for HTML, inside or outside an attribute. */
export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/** Writes a value as JSON for a `<script>`, with `<` escaped so that it can't end the script. */
export function json(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));
}
