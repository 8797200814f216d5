import { isEndpoint, isParent } from '../../isolated/page/config.js';

/** How each list is checked, and what one of its members is where it isn't right. */
const LISTS = {
  parents: {
    isRight: isParent,
    wrong:
      'is not an origin as a browser writes it, such as https://cards.example.com (http: on a loopback host only; no path, no wildcard).',
  },
  endpoints: {
    isRight: isEndpoint,
    wrong:
      'is not an address such as https://api.example.com/graphql (http: on a loopback host only; no user name, no wildcard).',
  },
} as const;

/** Says, of a configuration that the frame page would not take, the first thing that is wrong with it. */
export function configMistake(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return 'config.json is not an object of parents and endpoints.';
  for (const name of Object.keys(value))
    if (!Object.hasOwn(LISTS, name)) return `config.json has a member that is not known: ${name}.`;
  for (const [name, { isRight, wrong }] of Object.entries(LISTS)) {
    const list = (value as Record<string, unknown>)[name];
    if (!Array.isArray(list) || list.length === 0)
      return `config.json: ${name} is not a list of one or more.`;
    const index = list.findIndex((each) => !isRight(each));
    if (index >= 0) return `config.json: ${name}[${index}]: ${wrong}`;
  }
  throw new Error('Nothing is wrong with it.');
}
