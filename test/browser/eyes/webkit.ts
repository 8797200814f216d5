/**
 * Asks WebKit for the role and the name of each element, as it computes them for assistive technology, and reads the rest from the
 * page: WebDriver tells nothing else. For that it remembers the roots that are closed to everybody else.
 */
import { executeServerCommand } from '@web/test-runner-commands';
import { engine } from '../engine.js';
import type { Eyes } from './eyes.js';

/** What may have a role that a cardholder meets. */
const THINGS = 'input, textarea, select, button, a[href], form, fieldset, h1, h2, h3, p, [role]';

const roots = new WeakMap<Element, ShadowRoot>();
// Before a test wraps it.
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

let seen: readonly Element[] = [];

export const eyes: Eyes = {
  async perceive() {
    seen = elementsOf(document.body).filter(
      (element) => element.matches(THINGS) && isShown(element),
    );
    (globalThis as { perceived?: readonly Element[] }).perceived = seen;
    const names = await executeServerCommand<
      readonly { readonly role: string; readonly name: string }[],
      undefined
    >('webkit-names');
    Reflect.deleteProperty(globalThis, 'perceived');
    return seen.map((element, node) => ({
      ...names[node]!,
      value: valueTold(element),
      description: describedBy(element),
      focused: hasFocus(element),
      invalid: element.getAttribute('aria-invalid') === 'true',
      disabled: element.matches(':disabled'),
      readonly: element.matches('input:read-only:not(:disabled)'),
      busy: element.getAttribute('aria-busy') === 'true',
      pressed: element.getAttribute('aria-pressed') === 'true',
      text: textOf(element),
      node,
    }));
  },
  focusOn(node) {
    (seen[node] as HTMLElement | undefined)?.focus();
    return Promise.resolve();
  },
  placeOf(node) {
    const { left = 0, top = 0, width = 0, height = 0 } = seen[node]?.getBoundingClientRect() ?? {};
    return Promise.resolve([left + width / 2, top + height / 2]);
  },
};

/** What is shown inside an element: its root's content in place of its own, and in a slot what was put there. */
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

function valueTold(element: Element): string {
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
