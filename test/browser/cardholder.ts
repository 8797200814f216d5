/**
 * The cardholder at the page: hands that press keys, and eyes that read the accessibility tree. The element's root is closed, for a
 * test as for everybody else.
 */
import { executeServerCommand, sendKeys, sendMouse } from '@web/test-runner-commands';

/** What assistive technology is told of one thing on the page. */
export interface Perceived {
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly description: string;
  readonly focused: boolean;
  readonly invalid: boolean;
  readonly disabled: boolean;
  readonly readonly: boolean;
  readonly busy: boolean;
  readonly pressed: boolean;
  /** The text inside it. */
  readonly text: string;
  /** By which the browser's protocol knows it. */
  readonly node: number;
}

interface AxValue {
  readonly value?: unknown;
}

interface AxNode {
  readonly nodeId: string;
  readonly backendDOMNodeId?: number;
  readonly ignored: boolean;
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly value?: AxValue;
  readonly description?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
  readonly childIds?: readonly string[];
}

/** Presses keys one after another, each with its modifiers: `Tab`, `Shift+Tab`, `Control+a`. */
export async function press(...keys: readonly string[]): Promise<void> {
  for (const combination of keys) {
    const modifiers = combination.split('+');
    const key = modifiers.pop() ?? '';
    for (const modifier of modifiers) await sendKeys({ down: modifier });
    await sendKeys({ press: key });
    for (const modifier of modifiers) await sendKeys({ up: modifier });
  }
}

/** Puts a text on the clipboard as people do: from another place of the page, which takes the focus. */
export async function copy(text: string): Promise<void> {
  const source = document.createElement('textarea');
  source.value = text;
  document.body.append(source);
  source.select();
  await press('Control+c');
  source.remove();
}

/** Types a text, key by key. */
export async function type(text: string): Promise<void> {
  await sendKeys({ type: text });
}

/** Calls the browser's debugging protocol, for what a page can't do. */
export async function protocol<T>(method: string, params: object = {}): Promise<T> {
  return executeServerCommand<T, object>('cdp', { method, params });
}

async function tree(): Promise<readonly AxNode[]> {
  return (await protocol<{ nodes: readonly AxNode[] }>('Accessibility.getFullAXTree')).nodes;
}

/** Clicks so many times in the middle of the first thing of a role whose name begins so. */
export async function click(role: string, name: string, times = 1): Promise<void> {
  const node = (await tree()).find(
    (thing) => thing.role?.value === role && String(thing.name?.value).startsWith(name),
  );
  const { quads } = await protocol<{ quads: readonly number[][] }>('DOM.getContentQuads', {
    backendNodeId: node?.backendDOMNodeId,
  });
  const [left = 0, top = 0, right = 0, , , bottom = 0] = quads[0] ?? [];
  const position: [number, number] = [
    Math.round((left + right) / 2),
    Math.round((top + bottom) / 2),
  ];
  for (let done = 0; done < times; done++) await sendMouse({ type: 'click', position });
}

/** Reads the whole page. */
export async function perceive(): Promise<readonly Perceived[]> {
  const nodes = await tree();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (node: AxNode): string =>
    node.role?.value === 'StaticText'
      ? String(node.name?.value ?? '')
      : (node.childIds ?? [])
          .map((id) => byId.get(id))
          .map((child) => (child === undefined ? '' : textOf(child)))
          .join(' ')
          .trim();
  return nodes
    .filter((node) => !node.ignored)
    .map((node) => {
      const is = (name: string): boolean => {
        const value = node.properties?.find((property) => property.name === name)?.value.value;
        return value === true || value === 'true';
      };
      return {
        role: String(node.role?.value ?? ''),
        name: String(node.name?.value ?? ''),
        value: String(node.value?.value ?? ''),
        description: String(node.description?.value ?? ''),
        focused: is('focused'),
        invalid: is('invalid'),
        disabled: is('disabled'),
        readonly: is('readonly'),
        busy: is('busy'),
        pressed: is('pressed'),
        text: textOf(node),
        node: node.backendDOMNodeId ?? 0,
      };
    });
}

/** Finds the first thing of a role whose name begins so. */
export async function find(role: string, name = ''): Promise<Perceived> {
  const found = (await perceive()).find(
    (thing) => thing.role === role && thing.name.startsWith(name),
  );
  if (found === undefined) throw new Error(`There is no ${role} called "${name}" on the page.`);
  return found;
}

/** Gives something the focus, as assistive technology does. */
export async function focusOn({ node }: Perceived): Promise<void> {
  await protocol('DOM.focus', { backendNodeId: node });
}

/** Tells whether something of a role with such a name is on the page. */
export async function sees(role: string, name = ''): Promise<boolean> {
  return (await perceive()).some((thing) => thing.role === role && thing.name.startsWith(name));
}

/** What the polite live region says. */
export async function status(): Promise<string> {
  return (await find('status')).text;
}

/** What the assertive live region says. */
export async function alert(): Promise<string> {
  return (await find('alert')).text;
}

/** Goes to the first field from wherever the focus is, and types a PIN into both. */
export async function enterPin(
  element: HTMLElement,
  pin: string,
  confirmation = pin,
): Promise<void> {
  element.focus();
  await type(pin);
  await press('Tab', 'Tab');
  await type(confirmation);
}

/** The same, and sends it with the Enter key. */
export async function setPin(element: HTMLElement, pin: string): Promise<void> {
  await enterPin(element, pin);
  await press('Enter');
}
