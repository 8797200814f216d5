/**
 * Reads the page’s own nodes, in the shape of an accessibility tree, in Firefox and WebKit, where
 * the driver can’t read that tree. To read closed shadow roots, this file keeps each of them.
 */
import type { AccessibilityTree } from './accessibility-tree.js';
import { engine } from './engine.js';

/** Roles, by the selector of the elements that have them. */
const ROLES = {
  textbox: 'input, textarea',
  button: 'button',
  paragraph: 'p',
} as const;

const roots = new WeakMap<Element, ShadowRoot>();
// Kept before a test wraps it.
const valueAccessor = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;

if (engine !== 'chromium') {
  const { value } = Object.getOwnPropertyDescriptor(Element.prototype, 'attachShadow')!;
  const attach = value as (this: Element, init: ShadowRootInit) => ShadowRoot;
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    roots.set(this, root);
    return root;
  };
}

let lastRead: readonly Element[] = [];

export const tree: AccessibilityTree = {
  async read() {
    // The element has rendered its pending changes by the next frame.
    await new Promise(requestAnimationFrame);
    lastRead = elementsOf(document.body).filter((each) => roleOf(each) !== '' && isShown(each));
    return lastRead.map((element, id) => ({
      role: roleOf(element),
      name: nameOf(element),
      value: exposedValue(element),
      description: textOfIds(element, 'aria-describedby'),
      focused: hasFocus(element),
      invalid: element.getAttribute('aria-invalid') === 'true',
      disabled: element.matches(':disabled, [aria-disabled=true]'),
      readonly: element.matches('input:read-only:not(:disabled)'),
      pressed: element.getAttribute('aria-pressed') === 'true',
      text: textOf(element),
      id,
    }));
  },
  centerOf(id) {
    const { left, top, width, height } = lastRead[id]!.getBoundingClientRect();
    return Promise.resolve([left + width / 2, top + height / 2]);
  },
};

/** Returns the rendered child nodes: the shadow root's, or those assigned to a slot. */
function childrenOf(element: Element): readonly Node[] {
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return [...(roots.get(element) ?? element).childNodes];
}

function elementsOf(element: Element): readonly Element[] {
  const children = childrenOf(element).filter((child) => child instanceof Element);
  return [element, ...children.flatMap(elementsOf)];
}

function isShown(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[aria-hidden=true]') === null
  );
}

function roleOf(element: Element): string {
  const role = Object.entries(ROLES).find(([, selector]) => element.matches(selector))?.[0];
  return element.getAttribute('role') ?? role ?? '';
}

function nameOf(element: Element): string {
  const { labels } = element as HTMLInputElement;
  return (
    element.ariaLabel ??
    (textOfIds(element, 'aria-labelledby') ||
      (labels?.length ? textOf(labels[0]!) : element.matches('button, a') ? textOf(element) : ''))
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

/** Returns the texts of the elements whose ids are in an attribute. */
function textOfIds(element: Element, attribute: string): string {
  const root = element.getRootNode() as Document | ShadowRoot;
  const ids = element.getAttribute(attribute)?.split(' ') ?? [];
  return ids.map((id) => root.getElementById(id)?.textContent.trim() ?? '').join(' ');
}

function exposedValue(element: Element): string {
  if (!(element instanceof HTMLInputElement)) return '';
  const value = valueAccessor.get!.call(element) as string;
  return element.type === 'password' ? '•'.repeat(value.length) : value;
}

function hasFocus(element: Element): boolean {
  const { activeElement } = element.getRootNode() as Document | ShadowRoot;
  return document.hasFocus() && activeElement === element;
}
