/** Reads the content of the frame page through Chromium's debugging protocol. */
import { executeServerCommand } from '@web/test-runner-commands';
import { protocol } from './cardholder.js';

/** A DOM node as the protocol returns it, with frames and closed roots. */
interface DomNode {
  readonly nodeName: string;
  readonly nodeValue?: string;
  readonly backendNodeId: number;
  readonly attributes?: readonly string[];
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
  readonly contentDocument?: DomNode;
}

/** Returns a node and all its descendants, also those in frames and closed roots. */
export function withDescendants(node: DomNode): readonly DomNode[] {
  const children = [
    ...(node.children ?? []),
    ...(node.shadowRoots ?? []),
    ...(node.contentDocument === undefined ? [] : [node.contentDocument]),
  ];
  return [node, ...children.flatMap(withDescendants)];
}

/** Returns the attributes of a node. */
export function attributesOf({ attributes = [] }: DomNode): Readonly<Record<string, string>> {
  return Object.fromEntries(
    attributes.flatMap((name, index) =>
      index % 2 === 0 ? [[name, attributes[index + 1] ?? '']] : [],
    ),
  );
}

/** Returns the document of the host page, with all its frames. */
export async function documentNode(): Promise<DomNode> {
  return (await protocol<{ root: DomNode }>('DOM.getDocument', { depth: -1, pierce: true })).root;
}

/** Returns the `iframe` that contains the form. */
export async function frameNode(): Promise<DomNode> {
  return withDescendants(await documentNode()).find(
    ({ nodeName, contentDocument }) =>
      nodeName === 'IFRAME' && contentDocument?.children?.some(hasForm) === true,
  )!;
}

function hasForm(node: DomNode): boolean {
  return withDescendants(node).some((each) => attributesOf(each).id === 'form');
}

/**
 * Calls a function with an element of the frame page as its `this`.
 *
 * @param what - The id, class or tag name of the element. The first match is used.
 * @param declaration - The source text of the function.
 */
async function callOn<T>(what: string, declaration: string, ...values: unknown[]): Promise<T> {
  const { contentDocument } = await frameNode();
  const { backendNodeId } = withDescendants(contentDocument!).find((node) => {
    const { id, class: classes = '' } = attributesOf(node);
    return node.nodeName === what || id === what || classes.split(' ').includes(what);
  })!;
  return callOnNode(backendNodeId, declaration, ...values);
}

/**
 * Calls a function with a node as its `this`, also with one in a closed root.
 *
 * @param declaration - The source text of the function.
 */
export async function callOnNode<T>(
  backendNodeId: number,
  declaration: string,
  ...values: unknown[]
): Promise<T> {
  const { object } = await protocol<{ object: { objectId: string } }>('DOM.resolveNode', {
    backendNodeId,
  });
  const { result } = await protocol<{ result: { value: T } }>('Runtime.callFunctionOn', {
    objectId: object.objectId,
    functionDeclaration: declaration,
    arguments: values.map((value) => ({ value })),
    returnByValue: true,
  });
  return result.value;
}

/**
 * Returns computed styles of an element of the frame page.
 *
 * @param what - Its id, class or tag name.
 */
export function styleOf<K extends string>(
  what: string,
  names: readonly K[],
): Promise<Record<K, string>> {
  return callOn(
    what,
    `function (...names) {
      const style = getComputedStyle(this);
      return Object.fromEntries(names.map((name) => [name, style[name]]));
    }`,
    ...names,
  );
}

/** Returns whether the frame is exactly as large as its content. */
export async function frameFits(): Promise<boolean> {
  const [sizes] = await executeServerCommand<
    readonly { frame: [number, number]; content: [number, number] }[],
    object
  >('evaluate-in-frames', {
    expression: `({
      frame: [innerWidth, innerHeight],
      content: [document.documentElement.scrollWidth, Math.ceil(document.body.getBoundingClientRect().height)],
    })`,
  });
  const { frame, content } = sizes!;
  return frame[0] === content[0] && frame[1] === content[1];
}
