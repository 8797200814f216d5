/**
 * Whether something lies over the form, or makes it look other than it is. Only Chromium tells (Intersection Observer v2); elsewhere
 * nothing is ever covered.
 */

/** What a transition of the page's may take, in milliseconds. */
const PASSING = 1_000;

/** TypeScript does not know the second version. */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/**
 * Watches an element, for good.
 *
 * @returns Tells whether any part of it is covered, and has been for longer than a transition takes.
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
  return () => performance.now() - since > PASSING;
}
