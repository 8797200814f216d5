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

interface Named {
  readonly role: string;
  readonly name: string;
}

let seen: readonly Element[] = [];
let looks = 0;

export const eyes: Eyes = {
  async perceive() {
    for (;;) {
      // What the element has to show it shows by then.
      await new Promise(requestAnimationFrame);
      seen = elementsOf(document.body).filter(
        (element) => element.matches(THINGS) && isShown(element),
      );
      const told = seen.map((element, node) => ({
        value: valueTold(element),
        description: describedBy(element),
        focused: hasFocus(element),
        invalid: element.getAttribute('aria-invalid') === 'true',
        disabled: element.matches(':disabled, [aria-disabled=true]'),
        readonly: element.matches('input:read-only:not(:disabled)'),
        busy: element.getAttribute('aria-busy') === 'true',
        pressed: element.getAttribute('aria-pressed') === 'true',
        text: textOf(element),
        node,
      }));
      const names = await namesOf(seen);
      if (names.length === told.length)
        return told.map((thing, node) => ({ ...names[node]!, ...thing }));
      // Something has left the page meanwhile.
    }
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

/** Asks for the roles and names of elements, under a name of their own, as a test may look twice at a time; none if one is gone. */
async function namesOf(elements: readonly Element[]): Promise<readonly Named[]> {
  const key = `perceived${++looks}`;
  Reflect.set(globalThis, key, elements);
  try {
    return await executeServerCommand<readonly Named[], string>('webkit-names', key);
  } finally {
    Reflect.deleteProperty(globalThis, key);
  }
}

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
