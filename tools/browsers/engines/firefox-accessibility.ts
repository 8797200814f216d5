/**
 * Functions that run inside Firefox, where they can call its accessibility service. They are sent
 * as source, so they can't use anything outside themselves.
 */

/** One item of the accessibility tree, which assistive technology reads. */
export interface Accessible {
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly text: string;
  /** Centre of the item: x and y in the viewport. */
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

/** Globals of Firefox's own code. */
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

/** Global object of a frame script: Firefox runs it in the content process, outside the page. */
export interface FrameScriptGlobal {
  readonly content: Window;
  sendAsyncMessage(name: string, data: string): void;
  /** Items of the tree that was read last. */
  lastItems?: readonly NativeAccessible[];
}

/**
 * Runs in the parent process. Loads a frame script into the content process of a page, and resolves
 * to the message that the script sends back.
 *
 * @param name - Name of that message, different for each call.
 */
export function runInContentProcess(pageId: string, name: string, script: string): Promise<string> {
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

/**
 * Runs in the parent process. Gives the focus back to the page: the Tab key moves it to the browser
 * after the last tab stop.
 */
export function focusPage(pageId: string): string {
  const { NavigableManager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/NavigableManager.sys.mjs',
  );
  NavigableManager.getBrowsingContextById(pageId).embedderElement.focus();
  return 'true';
}

/**
 * Runs in the content process. Waits until the accessibility tree is up to date, and sends it as a
 * JSON array of {@link Accessible}.
 */
export async function readTree(global: FrameScriptGlobal, name: string): Promise<void> {
  const { content } = global;
  const nextFrame = () => new Promise((resolve) => content.requestAnimationFrame(resolve));
  const service = Cc['@mozilla.org/accessibilityService;1']!.getService(Ci.nsIAccessibilityService);

  const childrenOf = (item: NativeAccessible): NativeAccessible[] => {
    const children: NativeAccessible[] = [];
    for (let child = item.firstChild; child !== null; child = child.nextSibling)
      children.push(child);
    return children;
  };
  const roleOf = (item: NativeAccessible): string => {
    const native = service.getStringRole(item.role);
    // ARIA has no role for a password field. Other engines report it as a text field too.
    if (native === 'password text') return 'textbox';
    return native === 'text leaf' ? 'StaticText' : item.computedARIARole;
  };
  const textOf = (item: NativeAccessible): string =>
    roleOf(item) === 'StaticText'
      ? (item.name ?? '').trim()
      : childrenOf(item)
          .map(textOf)
          .filter((text) => text !== '')
          .join(' ');
  const placeOf = ({ DOMNode }: NativeAccessible): readonly [number, number] => {
    const element = DOMNode.nodeType === 1 ? (DOMNode as Element) : DOMNode.parentElement;
    const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
    return [left + width / 2, top + height / 2];
  };
  const statesOf = (item: NativeAccessible): string[] => {
    const state: { value?: number } = {};
    const extraState: { value?: number } = {};
    item.getState(state, extraState);
    return [...service.getStringStates(state.value ?? 0, extraState.value ?? 0)];
  };
  const descendantsOf = (item: NativeAccessible): NativeAccessible[] =>
    childrenOf(item).flatMap((child) => [child, ...descendantsOf(child)]);

  // Firefox updates the tree with each animation frame, after the page has loaded.
  for (let frames = 0; frames < 2; frames++) await nextFrame();
  let page = service.getAccessibleFor(content.document);
  while (page === null || statesOf(page).some((state) => /busy|stale/.test(state))) {
    await nextFrame();
    page = service.getAccessibleFor(content.document);
  }
  const items = descendantsOf(page);
  global.lastItems = items;
  const tree = items.map((item): Accessible => ({
    role: roleOf(item),
    name: item.name ?? '',
    value: item.value,
    description: item.description,
    states: statesOf(item),
    text: textOf(item),
    place: placeOf(item),
  }));
  global.sendAsyncMessage(name, JSON.stringify(tree));
}

/** Runs in the content process. Focuses an item of the tree that was read last. */
export function takeFocus(global: FrameScriptGlobal, name: string, index: number): void {
  global.lastItems?.[index]?.takeFocus();
  global.sendAsyncMessage(name, 'true');
}
