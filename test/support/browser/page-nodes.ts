/**
 * Reads the page’s own nodes, in the shape of an accessibility tree, in Firefox and WebKit, where
 * the driver can’t read that tree. To read closed shadow roots, this file keeps each of them.
 */
import type { tree as accessibilityTree } from './accessibility-tree.js';
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

let lastRead: readonly HTMLElement[] = [];

export const tree: typeof accessibilityTree = {
  async read() {
    // The element has rendered its pending changes by the next frame.
    await new Promise(requestAnimationFrame);
    lastRead = elementsOf(document.body).filter((each) => roleOf(each) !== '' && isShown(each));
    return lastRead.map((element, id) => ({
      role: roleOf(element),
      name: nameOf(element),
      value: exposedValue(element),
      description: textOfIds(element, 'aria-describedby'),
      focused: document.hasFocus() && element.matches(':focus'),
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

/** Returns an element and everything in it, without what the page puts into slots. */
function elementsOf(element: HTMLElement): readonly HTMLElement[] {
  const children = [...(roots.get(element) ?? element).children] as HTMLElement[];
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

function nameOf(element: HTMLElement): string {
  const { labels } = element as HTMLInputElement;
  const source = labels?.[0] ?? (element.matches('button') ? element : undefined);
  return element.ariaLabel ?? (textOfIds(element, 'aria-labelledby') || textOf(source));
}

function textOf(element?: HTMLElement): string {
  return element?.innerText.replace(/\s+/g, ' ').trim() ?? '';
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
