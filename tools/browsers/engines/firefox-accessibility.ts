/**
 * Functions that run inside Firefox, where its accessibility service is. They are sent as their source, so that each has everything
 * that it needs within.
 */

/** One thing in the accessibility tree, by which assistive technology knows the page. */
export interface Accessible {
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly text: string;
  /** The middle of it, from the corner of the viewport. */
  readonly place: readonly [number, number];
}

interface NativeAccessible {
  readonly role: number;
  readonly computedARIARole: string;
  readonly name: string | null;
  readonly value: string;
  readonly description: string;
  readonly DOMNode: Node;
  readonly firstChild: NativeAccessible | null;
  readonly nextSibling: NativeAccessible | null;
  getState(state: { value?: number }, extraState: { value?: number }): void;
  takeFocus(): void;
}

/** What Firefox's own code finds around it. */
declare const Cc: Record<string, { getService(type: unknown): AccessibilityService }>;
declare const Ci: Record<string, unknown>;
declare const ChromeUtils: {
  importESModule(address: string): {
    readonly NavigableManager: {
      getBrowsingContextById(id: string): {
        readonly embedderElement: HTMLElement & { readonly messageManager: PageMessages };
      };
    };
  };
};

interface AccessibilityService {
  getAccessibleFor(node: object): NativeAccessible | null;
  getStringRole(role: number): string;
  getStringStates(state: number, extraState: number): Iterable<string>;
}

interface PageMessages {
  addMessageListener(name: string, listener: (message: { readonly data: string }) => void): void;
  loadFrameScript(address: string, later: boolean): void;
}

/** What a script finds around it that runs beside a page, in the page's process. */
export interface BesidePage {
  readonly content: Window;
  sendAsyncMessage(name: string, data: string): void;
  /** The things that were seen last. */
  seen?: readonly NativeAccessible[];
}

/**
 * In the window's process: has a script run beside a page, and resolves to what it sends back.
 *
 * @param name - Of the message by which it does so, different each time.
 */
export function runBesidePage(pageId: string, name: string, script: string): Promise<string> {
  const { NavigableManager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/NavigableManager.sys.mjs',
  );
  const { messageManager } = NavigableManager.getBrowsingContextById(pageId).embedderElement;
  return new Promise((resolve) => {
    messageManager.addMessageListener(name, ({ data }) => resolve(data));
    messageManager.loadFrameScript(
      `data:application/javascript,${encodeURIComponent(script)}`,
      false,
    );
  });
}

/** In the window's process: gives the page the focus back, which the Tab key takes out of it behind its last stop. */
export function focusPage(pageId: string): string {
  const { NavigableManager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/NavigableManager.sys.mjs',
  );
  NavigableManager.getBrowsingContextById(pageId).embedderElement.focus();
  return 'true';
}

/** Beside the page: sends its accessibility tree, as JSON of {@link Accessible}s, once it has what is shown. */
export async function readTree(beside: BesidePage, name: string): Promise<void> {
  const { content } = beside;
  const frame = () => new Promise((shown) => content.requestAnimationFrame(shown));
  const service = Cc['@mozilla.org/accessibilityService;1']!.getService(Ci.nsIAccessibilityService);

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
  const textOf = (thing: NativeAccessible): string =>
    roleOf(thing) === 'StaticText'
      ? (thing.name ?? '').trim()
      : childrenOf(thing)
          .map(textOf)
          .filter((text) => text !== '')
          .join(' ');
  const placeOf = ({ DOMNode }: NativeAccessible): readonly [number, number] => {
    const element = DOMNode.nodeType === 1 ? (DOMNode as Element) : DOMNode.parentElement;
    const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
    return [left + width / 2, top + height / 2];
  };
  const statesOf = (thing: NativeAccessible): string[] => {
    const state: { value?: number } = {};
    const extraState: { value?: number } = {};
    thing.getState(state, extraState);
    return [...service.getStringStates(state.value ?? 0, extraState.value ?? 0)];
  };
  const within = (thing: NativeAccessible): NativeAccessible[] =>
    childrenOf(thing).flatMap((child) => [child, ...within(child)]);

  // The tree follows the page with the frames that it shows, once the page has been loaded.
  for (let frames = 0; frames < 2; frames++) await frame();
  let page = service.getAccessibleFor(content.document);
  while (page === null || statesOf(page).some((state) => /busy|stale/.test(state))) {
    await frame();
    page = service.getAccessibleFor(content.document);
  }
  const seen = within(page);
  beside.seen = seen;
  const told = seen.map((thing): Accessible => ({
    role: roleOf(thing),
    name: thing.name ?? '',
    value: thing.value,
    description: thing.description,
    states: statesOf(thing),
    text: textOf(thing),
    place: placeOf(thing),
  }));
  beside.sendAsyncMessage(name, JSON.stringify(told));
}

/** Beside the page: gives the focus to a thing of the tree that was read last. */
export function takeFocus(beside: BesidePage, name: string, index: number): void {
  beside.seen?.[index]?.takeFocus();
  beside.sendAsyncMessage(name, 'true');
}
