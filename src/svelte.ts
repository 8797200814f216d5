/**
 * Types of `<set-card-pin>` in Svelte's templates. The file has no code. Write `import type {} from
 * 'set-card-pin/svelte'` once, for example in `src/app.d.ts`. The app must `import 'set-card-pin'`
 * itself.
 */
/* eslint-disable @typescript-eslint/ban-ts-comment, @typescript-eslint/consistent-type-imports --
   this project does not have Svelte */
import type { SetCardPinHandlers, SetCardPinMarkup } from './element/markup.js';

/** @ts-ignore */
type SvelteHtml = import('svelte/elements').HTMLAttributes<
  import('./element/set-card-pin-element.js').SetCardPinElement
>;

type Props = SetCardPinMarkup & SetCardPinHandlers<'on'> & Omit<SvelteHtml, keyof SetCardPinMarkup>;

/** @ts-ignore */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'set-card-pin': Props;
  }
}
