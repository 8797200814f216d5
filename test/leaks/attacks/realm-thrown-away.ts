import type { Attack } from '../attack.js';

export const realmThrownAway: Attack = {
  title: 'removed realm',
  does: 'Removes the element’s frame, the pristine realm, so that the element makes it again, and patches it: takes its window from the getter of `contentWindow`, and its frame from `createElement`, `attachShadow`, `append` and `importNode`. Also patches the page’s own `fetch`.',
  install: ({ capture, wrap }) => {
    const { get } = Reflect.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')!;
    const nodes: unknown[] = [];
    const patched = new Set<unknown>();
    const patch = (realm: typeof globalThis | null) => {
      if (realm === null || patched.has(realm)) return;
      patched.add(realm);
      const { fetch } = realm;
      realm.fetch = (input, init) => {
        if (input instanceof Request)
          void input
            .clone()
            .text()
            .then((text) => capture('Request', text));
        capture('fetch', init?.body);
        return fetch(input, init);
      };
    };
    const patchFrames = () => {
      for (const node of nodes)
        if (node instanceof HTMLIFrameElement) patch(get!.call(node) as typeof globalThis | null);
    };
    patch(self);
    wrap(HTMLIFrameElement.prototype, 'contentWindow', (_, __, realm) =>
      patch(realm as typeof globalThis | null),
    );
    wrap(Document.prototype, 'createElement', (_, __, made) => nodes.push(made));
    wrap(Document.prototype, 'importNode', (_, __, made) => nodes.push(made));
    for (const owner of [Element.prototype, DocumentFragment.prototype])
      wrap(owner, 'append', (_, added) => {
        nodes.push(...added);
        patchFrames();
      });
    wrap(Element.prototype, 'attachShadow', (_, __, root) => nodes.push(root));
    return () => {
      patchFrames();
      // WebKit may lose a request that is under way, and then no PIN is set.
      if (document.querySelector('set-card-pin:state(submitting)') !== null) return;
      for (const host of document.querySelectorAll('head > div')) host.remove();
    };
  },
};
