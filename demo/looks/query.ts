/**
 * Converts choices to a URL's query and back. The query leaves out defaults. Pure.
 */

/** One option of a choice. */
export interface Option<Value> {
  readonly value: Value;
  readonly label: string;
}

/** Values that each choice can have. The URL holds the value as text. */
export type Allowed<Choices> = { readonly [Name in keyof Choices]: readonly Choices[Name][] };

/** Reads choices from a query. A missing or unknown value becomes the default. */
export function readQuery<Choices extends object>(
  query: string,
  allowed: Allowed<Choices>,
  defaults: Choices,
): Choices {
  const given = new URLSearchParams(query);
  const read = <Name extends keyof Choices & string>(name: Name): Choices[Name] =>
    allowed[name].find((value) => String(value) === given.get(name)) ?? defaults[name];
  const names = Object.keys(allowed) as (keyof Choices & string)[];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as Choices;
}

/** Writes a query that {@link readQuery} can read. It is empty if every choice is the default. */
export function writeQuery<Choices extends object>(choices: Choices, defaults: Choices): string {
  const names = Object.keys(defaults) as (keyof Choices & string)[];
  const query = new URLSearchParams(
    names
      .filter((name) => choices[name] !== defaults[name])
      .map((name) => [name, String(choices[name])]),
  );
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** Returns the values of some options. */
export function valuesOf<Value>(options: readonly Option<Value>[]): readonly Value[] {
  return options.map(({ value }) => value);
}
