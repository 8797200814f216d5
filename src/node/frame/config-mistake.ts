import { isEndpoint, isParent } from '../../isolated/page/config.js';

/** The check of each list's entries, and the error text for a wrong entry. */
const LISTS = {
  parents: {
    isValid: isParent,
    wrong:
      'is not an origin as a browser writes it, such as https://cards.example.com (http: on a loopback host only; no path, no wildcard).',
  },
  endpoints: {
    isValid: isEndpoint,
    wrong:
      'is not an address such as https://api.example.com/graphql (http: on a loopback host only; no user name, no wildcard).',
  },
} as const;

/**
 * Returns the first error in a configuration that the frame page refuses.
 *
 * @throws if the configuration is valid
 */
export function configMistake(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return 'config.json is not an object with parents and endpoints.';
  for (const name of Object.keys(value))
    if (!Object.hasOwn(LISTS, name)) return `config.json has an unknown member: ${name}.`;
  for (const [name, { isValid, wrong }] of Object.entries(LISTS)) {
    const list = (value as Record<string, unknown>)[name];
    if (!Array.isArray(list) || list.length === 0)
      return `config.json: ${name} is not a list with at least one entry.`;
    const index = list.findIndex((each) => !isValid(each));
    if (index >= 0) return `config.json: ${name}[${index}]: ${wrong}`;
  }
  throw new Error('The configuration is valid.');
}
