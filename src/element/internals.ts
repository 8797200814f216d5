/** Returns the internals of an element. The modules have `partial-internals.ts` in place of this. */
export function internalsOf(element: HTMLElement): ElementInternals {
  return element.attachInternals();
}
