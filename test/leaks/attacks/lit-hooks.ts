import type { Attack } from '../attack.js';

export const litHooks: Attack = {
  title: 'hooks of Lit and of `customElements`',
  does: 'Sets `litHtmlPolyfillSupport` and `reactiveElementPolyfillSupport`, which Lit calls with its classes, and patches `customElements.define`, to observe what is rendered.',
  install: ({ captureFields, wrap }) => {
    const nodes = new Set<unknown>();
    const keep = (self: unknown) => {
      for (const key of Object.keys(Object(self))) nodes.add(Reflect.get(Object(self), key));
    };
    const wrapAll = (prototype: object) => {
      for (const key of Reflect.ownKeys(prototype))
        if (key !== 'constructor') wrap(prototype, key, keep);
    };
    Object.assign(window, {
      litHtmlPolyfillSupport: (_: unknown, part: { prototype: object }) => wrapAll(part.prototype),
      reactiveElementPolyfillSupport: (classes: Record<string, { prototype: object }>) =>
        wrapAll(classes.ReactiveElement!.prototype),
    });
    wrap(CustomElementRegistry.prototype, 'define', (_, [, made]) =>
      wrapAll((made as { prototype: object }).prototype),
    );
    return () => {
      for (const node of nodes) captureFields('hook', node);
    };
  },
};
