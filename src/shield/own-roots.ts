/** The roots of all elements in a page, and the events that come from inside them. */

/** Handles an event from inside a root. */
export type Receiver = (event: Event) => void;

/** The receiver of each root. Holds an element only while it is in a page. */
export const ownRoots = new Map<ShadowRoot, Receiver>();

/**
 * Returns the root of an event, or `undefined` if the event comes from elsewhere in the page.
 *
 * If the element is in a closed root of the page, a listener at the window sees only the host of
 * that root as the target. Then the event is from inside if our root has the focus.
 */
export function rootOf(event: Event): ShadowRoot | undefined {
  const [target] = event.composedPath();
  for (const root of ownRoots.keys()) {
    let { host } = root;
    // A listener at the root sees the node itself. Slotted content belongs to the page.
    if (host === target || (event.currentTarget === root && root.contains(target as Node)))
      return root;
    if (root.activeElement !== null)
      while ((host = (host.getRootNode() as ShadowRoot).host)) if (host === target) return root;
  }
  return undefined;
}

/** Returns the root into whose slots the page has put the target of an event. */
export function rootAround(event: Event): ShadowRoot | undefined {
  const path = event.composedPath();
  return [...ownRoots.keys()].find(({ host }) => path.includes(host));
}
