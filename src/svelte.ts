/**
 * Types for `<set-card-pin>` in Svelte templates. The file contains no code. Write
 * `import type {} from 'set-card-pin/svelte'` once, for example in `src/app.d.ts`. The app must
 * `import 'set-card-pin'` itself.
 */
/* eslint-disable @typescript-eslint/ban-ts-comment, @typescript-eslint/consistent-type-imports --
   this project does not depend on Svelte */
import type { SetCardPinHandlers, SetCardPinMarkup } from './element/markup.js';
import type { SetCardPinElement } from './element/set-card-pin-element.js';

/** @ts-ignore */
type SvelteHtml<Tag extends EventTarget> = import('svelte/elements').HTMLAttributes<Tag>;

type Props = SetCardPinMarkup &
  SetCardPinHandlers<'on'> &
  Omit<SvelteHtml<SetCardPinElement>, keyof SetCardPinMarkup>;

/** @ts-ignore */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'set-card-pin': Props;
  }
}
