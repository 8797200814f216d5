/**
 * Choices ↔ a URL's query, which holds all of them and leaves out what is as it was. Pure.
 */

/** One option of a choice. */
export interface Option<Value> {
  readonly value: Value;
  readonly label: string;
}

/** What each choice may be; its text in the URL is the value itself. */
export type Allowed<Choices> = { readonly [Name in keyof Choices]: readonly Choices[Name][] };

/** Reads a query; whatever it doesn't name, or names wrongly, is as it was. */
export function readQuery<Choices extends object>(
  query: string,
  allowed: Allowed<Choices>,
  usual: Choices,
): Choices {
  const given = new URLSearchParams(query);
  const read = <Name extends keyof Choices & string>(name: Name): Choices[Name] =>
    allowed[name].find((value) => String(value) === given.get(name)) ?? usual[name];
  const names = Object.keys(allowed) as (keyof Choices & string)[];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as Choices;
}

/** Writes a query that {@link readQuery} reads; empty where everything is as it was. */
export function writeQuery<Choices extends object>(choices: Choices, usual: Choices): string {
  const names = Object.keys(usual) as (keyof Choices & string)[];
  const query = new URLSearchParams(
    names
      .filter((name) => choices[name] !== usual[name])
      .map((name) => [name, String(choices[name])]),
  );
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** What an option may be. */
export function valuesOf<Value>(options: readonly Option<Value>[]): readonly Value[] {
  return options.map(({ value }) => value);
}
