/**
 * Detects whether something covers the form or distorts it. Only Chromium reports this
 * (Intersection Observer v2). In other engines nothing counts as covered.
 */

/** The longest transition of the page that is ignored, in milliseconds. */
const TRANSITION_TIME = 1_000;

/** An entry of the second version, which TypeScript does not know. */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/**
 * Watches an element, permanently.
 *
 * @returns A function that returns whether a part of the element has been covered for longer than a
 * transition.
 */
export function watchCover(element: Element): () => boolean {
  let since = Infinity;
  new IntersectionObserver(
    (entries: VisibilityEntry[]) => {
      for (const { isIntersecting, isVisible } of entries) {
        if (!isIntersecting || isVisible !== false) since = Infinity;
        else since = Math.min(since, performance.now());
      }
    },
    { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  ).observe(element);
  return () => performance.now() - since > TRANSITION_TIME;
}
