/**
 * Types and a compiler option for the element in Vue 3 templates. Doesn't import the element,
 * because build tools import this file too. The app must `import 'set-card-pin'` itself.
 */
import type { HTMLAttributes, PublicProps } from 'vue';
import type { WrittenProperties } from './element/markup.js';
import type { SetCardPinListeners, SetCardPinProperties } from './element/properties.js';
import type { SetCardPinElement } from './element/set-card-pin-element.js';

/**
 * Returns whether a tag is `set-card-pin`. Vue's template compiler must treat this tag as a custom
 * element, not as a Vue component.
 *
 * ```ts
 * // vite.config.ts
 * import vue from '@vitejs/plugin-vue';
 * import { isCustomElement } from 'set-card-pin/vue';
 *
 * export default defineConfig({
 *   plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
 * });
 * ```
 *
 * In templates, write `pin-length` and the other attributes as in HTML, and bind the properties as
 * `:clientToken`, `:getClientToken` and `:messages`. Vue's server renderer writes a string
 * `clientToken` into the HTML. To keep the token out, pass `{ value }`, or set the token
 * once the component is mounted.
 *
 * Without a build step: `app.config.compilerOptions.isCustomElement = isCustomElement`.
 */
export function isCustomElement(tag: string): boolean {
  return tag === 'set-card-pin';
}

/** The element's props in a template: its properties, event listeners, and every HTML attribute. */
export type SetCardPinProps = WrittenProperties &
  SetCardPinListeners &
  Omit<HTMLAttributes, keyof SetCardPinProperties> &
  PublicProps;

declare module 'vue' {
  /** Attributes of every HTML tag, because any tag can be a child of the element. */
  interface HTMLAttributes {
    slot?: string | undefined;
  }
  interface GlobalComponents {
    'set-card-pin': new () => SetCardPinElement & { readonly $props: SetCardPinProps };
  }
}
