/**
 * Returns a function's options, even if a JavaScript caller omitted them.
 *
 * @throws {TypeError} if one is unknown, because a misspelt option would otherwise be ignored
 */
export function knownOptions<Options extends object>(
  given: Options,
  names: readonly (keyof Options & string)[],
): Options {
  const options = Object(given) as Options;
  const unknown = Object.keys(options).find((name) => !names.some((known) => known === name));
  if (unknown === undefined) return options;
  throw new TypeError(`Unknown option: ${unknown}. The options are ${names.join(', ')}.`);
}
