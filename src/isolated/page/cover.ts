/**
 * Detects whether something covers the form or distorts it. Only Chromium reports this
 * (Intersection Observer v2). In other engines nothing counts as covered.
 */

import { CoverTime } from './cover-time.js';

/**
 * The longest cover that is ignored, in milliseconds, because a transition of the page can cause
 * one. Several short ones add up, so that a cover that flickers is noticed.
 */
const TRANSITION_TIME = 1_000;

/** An entry of the second version, which TypeScript does not know. */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/**
 * Watches an element, permanently.
 *
 * @returns A function that returns whether a part of the element was lately covered for longer than
 * a transition.
 */
export function watchCover(element: Element): () => boolean {
  const time = new CoverTime();
  new IntersectionObserver(
    (entries: VisibilityEntry[]) => {
      for (const { isIntersecting, isVisible } of entries)
        time.note(isIntersecting && isVisible === false, performance.now());
    },
    { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  ).observe(element);
  return () => time.lately(performance.now()) > TRANSITION_TIME;
}
