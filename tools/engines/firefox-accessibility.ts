/**
 * Functions that run inside Firefox itself, where its accessibility service is. They are sent as their source, so that each has
 * everything that it needs within.
 */

/** One thing in the accessibility tree, by which assistive technology knows the page. */
export interface Accessible {
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly text: string;
  /** The middle of it, from the page's corner. */
  readonly place: readonly [number, number];
}

interface NativeAccessible {
  readonly role: number;
  readonly computedARIARole: string;
  readonly name: string | null;
  readonly value: string;
  readonly description: string;
  readonly firstChild: NativeAccessible | null;
  readonly nextSibling: NativeAccessible | null;
  getState(state: { value?: number }, extraState: { value?: number }): void;
  getBoundsInCSSPixels(x: object, y: object, width: object, height: object): void;
  takeFocus(): void;
}

/** What Firefox's own code finds around it. */
declare const Cc: Record<string, { getService(type: unknown): AccessibilityService }>;
declare const Ci: Record<string, unknown>;
declare const ChromeUtils: {
  importESModule(address: string): {
    readonly NavigableManager: {
      getBrowsingContextById(id: string): { readonly embedderElement: object };
    };
  };
};

interface AccessibilityService {
  getAccessibleFor(node: object): NativeAccessible | null;
  getStringRole(role: number): string;
  getStringStates(state: number, extraState: number): Iterable<string>;
}

/** Reads the tree of a page, as JSON of {@link Accessible}s, and keeps it for {@link takeFocus}. */
export function readTree(pageId: string): string {
  const service = Cc['@mozilla.org/accessibilityService;1']!.getService(Ci.nsIAccessibilityService);
  const { NavigableManager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/NavigableManager.sys.mjs',
  );
  const { embedderElement } = NavigableManager.getBrowsingContextById(pageId);
  const frame = service.getAccessibleFor(embedderElement);
  // It is built when it is first asked for.
  if (!frame?.firstChild) return '[]';
  const kept: NativeAccessible[] = [];
  const seen: Accessible[] = [];

  const childrenOf = (thing: NativeAccessible): NativeAccessible[] => {
    const children: NativeAccessible[] = [];
    for (let child = thing.firstChild; child !== null; child = child.nextSibling)
      children.push(child);
    return children;
  };
  const roleOf = (thing: NativeAccessible): string => {
    const native = service.getStringRole(thing.role);
    // ARIA has no role for a password's field; other engines call it a text field too.
    if (native === 'password text') return 'textbox';
    return native === 'text leaf' ? 'StaticText' : thing.computedARIARole;
  };
  const isText = (thing: NativeAccessible): boolean => roleOf(thing) === 'StaticText';
  const textOf = (thing: NativeAccessible): string =>
    isText(thing)
      ? (thing.name ?? '').trim()
      : childrenOf(thing)
          .map(textOf)
          .filter((text) => text !== '')
          .join(' ');
  const boxOf = (thing: NativeAccessible) => {
    const [x, y, width, height] = [0, 0, 0, 0].map((value) => ({ value }));
    thing.getBoundsInCSSPixels(x!, y!, width!, height!);
    return { x: x!.value, y: y!.value, width: width!.value, height: height!.value };
  };
  const corner = boxOf(frame);
  const visit = (thing: NativeAccessible): void => {
    const [state, extraState]: { value?: number }[] = [{}, {}];
    thing.getState(state!, extraState!);
    const { x, y, width, height } = boxOf(thing);
    kept.push(thing);
    seen.push({
      role: roleOf(thing),
      name: thing.name ?? '',
      value: thing.value,
      description: thing.description,
      states: [...service.getStringStates(state!.value ?? 0, extraState!.value ?? 0)],
      text: textOf(thing),
      place: [x - corner.x + width / 2, y - corner.y + height / 2],
    });
    childrenOf(thing).forEach(visit);
  };
  childrenOf(frame.firstChild).forEach(visit);
  (globalThis as { kept?: readonly NativeAccessible[] }).kept = kept;
  return JSON.stringify(seen);
}

/** Gives the focus to a thing of the tree that was read last. */
export function takeFocus(_pageId: string, index: number): string {
  const { kept } = globalThis as { kept?: readonly NativeAccessible[] };
  kept?.[index]?.takeFocus();
  return 'true';
}
