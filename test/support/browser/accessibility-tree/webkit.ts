/**
 * Reads the role and the name of each element from WebKit, which computes them for assistive
 * technology. WebDriver exposes nothing else, so the rest is read from the page. To read closed
 * shadow roots, this file keeps a reference to each.
 */
import { executeServerCommand } from '@web/test-runner-commands';
import { engine } from '../engine.js';
import type { AccessibilityTree } from './tree.js';

/** Matches the elements that can have a role. */
const WITH_ROLE = 'input, textarea, select, button, a[href], form, fieldset, h1, h2, h3, p, [role]';

const roots = new WeakMap<Element, ShadowRoot>();
// Kept before a test wraps it.
const valueAccessor = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;

if (engine === 'webkit') {
  const { value } = Object.getOwnPropertyDescriptor(Element.prototype, 'attachShadow')!;
  const attach = value as (this: Element, init: ShadowRootInit) => ShadowRoot;
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    roots.set(this, root);
    return root;
  };
}

interface Named {
  readonly role: string;
  readonly name: string;
}

let lastRead: readonly Element[] = [];
let calls = 0;

export const tree: AccessibilityTree = {
  async read() {
    for (;;) {
      // The element has rendered its pending changes by the next frame.
      await new Promise(requestAnimationFrame);
      lastRead = elementsOf(document.body).filter(
        (element) => element.matches(WITH_ROLE) && isShown(element),
      );
      const states = lastRead.map((element, id) => ({
        value: exposedValue(element),
        description: describedBy(element),
        focused: hasFocus(element),
        invalid: element.getAttribute('aria-invalid') === 'true',
        disabled: element.matches(':disabled, [aria-disabled=true]'),
        readonly: element.matches('input:read-only:not(:disabled)'),
        busy: element.getAttribute('aria-busy') === 'true',
        pressed: element.getAttribute('aria-pressed') === 'true',
        text: textOf(element),
        id,
      }));
      const names = await namesOf(lastRead);
      if (names.length === states.length)
        return states.map((state, id) => ({ ...names[id]!, ...state }));
      // An element has left the page in the meantime, so read again.
    }
  },
  focus(id) {
    (lastRead[id] as HTMLElement | undefined)?.focus();
    return Promise.resolve();
  },
  centerOf(id) {
    const {
      left = 0,
      top = 0,
      width = 0,
      height = 0,
    } = lastRead[id]?.getBoundingClientRect() ?? {};
    return Promise.resolve([left + width / 2, top + height / 2]);
  },
};

/**
 * Returns the roles and names of elements, or none if an element has left the page. Each call has
 * its own key, because a test may read the tree twice at the same time.
 */
async function namesOf(elements: readonly Element[]): Promise<readonly Named[]> {
  const key = `accessibleElements${++calls}`;
  Reflect.set(globalThis, key, elements);
  try {
    return await executeServerCommand<readonly Named[], string>('webkit-names', key);
  } finally {
    Reflect.deleteProperty(globalThis, key);
  }
}

/** Returns the rendered child nodes: those of the shadow root, or those assigned to a slot. */
function childrenOf(element: Element): readonly Node[] {
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return [...(roots.get(element) ?? element).childNodes];
}

function elementsOf(element: Element): readonly Element[] {
  return [
    element,
    ...childrenOf(element).flatMap((child) => (child instanceof Element ? elementsOf(child) : [])),
  ];
}

function isShown(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[aria-hidden=true]') === null
  );
}

function textOf(node: Node): string {
  if (node instanceof Text) return node.data.replace(/[ \n]+/g, ' ').trim();
  if (!(node instanceof Element) || !isShown(node)) return '';
  return childrenOf(node)
    .map(textOf)
    .filter((text) => text !== '')
    .join(' ');
}

function exposedValue(element: Element): string {
  if (!(element instanceof HTMLInputElement)) return '';
  const value = valueAccessor.get!.call(element) as string;
  return element.type === 'password' ? '•'.repeat(value.length) : value;
}

function describedBy(element: Element): string {
  const root = element.getRootNode() as Document | ShadowRoot;
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids
    .map((id) => root.getElementById(id)?.textContent.trim() ?? '')
    .filter((text) => text !== '')
    .join(' ');
}

function hasFocus(element: Element): boolean {
  const { activeElement } = element.getRootNode() as Document | ShadowRoot;
  return document.hasFocus() && activeElement === element;
}
