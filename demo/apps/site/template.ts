/** Text that goes into a template as it is. */
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
 * Puts values into the places of a page's template, which are written `{{name}}`.
 *
 * @throws {RangeError} when there is a place for a value that is not given
 */
export function fill(
  template: string,
  values: Readonly<Record<string, string | Markup | undefined>>,
): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`There is no ${name} for the template.`);
    return value instanceof Markup ? value.text : escape(value);
  });
}

/** The same text in HTML, inside or outside of an attribute. */
export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/** A value for `<script type="application/json">`, out of which no text of the value leads. */
export function json(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));
}
