/**
 * The element in the templates of Vue 3: its types, and the compiler option. It does not import the element, as it is read by build
 * tools too: `import 'set-card-pin'` where the app begins.
 */
import type { HTMLAttributes, PublicProps } from 'vue';
import type { SetCardPinListeners, SetCardPinProperties } from './element/properties.js';
import type { SetCardPinElement } from './element/set-card-pin-element.js';

/**
 * Tells Vue's template compiler that `<set-card-pin>` is an element and no component of Vue's.
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
 * In templates `pin-length` and the other attributes do as in HTML; `:clientToken`, `:getClientToken`, `:deniedPins` and `:messages` are
 * properties, and are written so. Vue's server renderer writes a `clientToken` that is a string into the page: hand it over as
 * `{ value }`, which it leaves out, or only once the component is mounted.
 *
 * Without a build step: `app.config.compilerOptions.isCustomElement = isCustomElement`.
 */
export function isCustomElement(tag: string): boolean {
  return tag === 'set-card-pin';
}

/** What a template may write on `<set-card-pin>`: its properties, its events, and what every HTML element has. */
export type SetCardPinProps = SetCardPinProperties &
  SetCardPinListeners &
  Omit<HTMLAttributes, keyof SetCardPinProperties> &
  PublicProps;

declare module 'vue' {
  interface GlobalComponents {
    'set-card-pin': new () => SetCardPinElement & { readonly $props: SetCardPinProps };
  }
}
