import type { Attack } from '../attack.js';

export const properties: Attack = {
  title: 'properties and prototypes',
  does: 'Reads everything that can be reached from the element, its class and its events through properties, symbols, getters and prototypes, a few levels deep.',
  shares: 'reads',
  install: ({ capture, captureFields }) => {
    const events: Event[] = [];
    for (const type of ['pin-ready', 'pin-change', 'pin-set', 'pin-error', 'token-expired'])
      addEventListener(type, (event) => events.push(event));
    const known = new Set<string>();
    const read = (path: string, value: unknown) => {
      if (typeof value !== 'string' && typeof value !== 'number') return;
      if (!known.has(path + value)) capture(path, value);
      known.add(path + value);
    };
    const sweep = (value: unknown, path: string, seen: Set<unknown>, depth: number): void => {
      read(path, value);
      if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return;
      if (seen.has(value) || depth > 4 || value === window) return;
      seen.add(value);
      captureFields(path, value);
      // Other nodes are left out, because they lead to the whole page.
      if (value instanceof Node && path !== 'element') return;
      if (value instanceof Map || value instanceof Set)
        for (const entry of value) sweep(entry, path, seen, depth + 1);
      for (let owner: object | null = value; owner; owner = Reflect.getPrototypeOf(owner))
        for (const key of Reflect.ownKeys(owner))
          try {
            sweep(Reflect.get(owner, key, value), `${path}.${String(key)}`, seen, depth + 1);
          } catch {
            // Some getters throw.
          }
    };
    let keys = 0;
    return () => {
      // A sweep reads ten thousand values, and a PIN that can be reached stays for many keys.
      if (++keys % 4 > 0) return;
      const seen = new Set<unknown>();
      sweep(document.querySelector('set-card-pin'), 'element', seen, 0);
      sweep(customElements.get('set-card-pin'), 'class', seen, 0);
      for (const event of events) sweep(event, 'event', seen, 0);
    };
  },
};
