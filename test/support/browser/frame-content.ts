/** Reads the content of the frame page through Chromium's debugging protocol. */
import { evaluateInFrames, protocol } from './accessibility-tree.js';

/** Returns the document of the host page, with all its frames. */
export async function documentNode() {
  return (await protocol('DOM.getDocument', { depth: -1, pierce: true })).root;
}

/** A DOM node as the protocol returns it, with frames and closed roots. */
type DomNode = Awaited<ReturnType<typeof documentNode>>;

/** Returns a node and all its descendants, including those in frames and closed roots. */
export function withDescendants(node: DomNode): readonly DomNode[] {
  const children = [
    ...(node.children ?? []),
    ...(node.shadowRoots ?? []),
    ...(node.contentDocument === undefined ? [] : [node.contentDocument]),
  ];
  return [node, ...children.flatMap(withDescendants)];
}

/** Returns a node's attributes. */
export function attributesOf({ attributes = [] }: DomNode): Readonly<Record<string, string>> {
  return Object.fromEntries(
    attributes.flatMap((name, index) =>
      index % 2 === 0 ? [[name, attributes[index + 1] ?? '']] : [],
    ),
  );
}

/** Returns the `iframe` that contains the form. */
export async function frameNode(): Promise<DomNode> {
  return withDescendants(await documentNode()).find(
    (node) => node.nodeName === 'IFRAME' && attributesOf(node).src?.startsWith('http'),
  )!;
}

/**
 * Calls a function with a node as its `this`, even with a node in a closed root.
 *
 * @param declaration - The source text of the function.
 */
export async function callOnNode<T>(
  backendNodeId: number,
  declaration: string,
  ...values: unknown[]
): Promise<T> {
  const { object } = await protocol('DOM.resolveNode', { backendNodeId });
  const { result } = await protocol('Runtime.callFunctionOn', {
    objectId: object.objectId!,
    functionDeclaration: declaration,
    arguments: values.map((value) => ({ value })),
    returnByValue: true,
  });
  return result.value as T;
}

/** Returns computed styles of the frame page's first element with an id, a class or a tag name. */
export async function styleOf<K extends string>(
  what: string,
  names: readonly K[],
): Promise<Record<K, string>> {
  const { contentDocument } = await frameNode();
  const { backendNodeId } = withDescendants(contentDocument!).find((node) => {
    const { id, class: classes = '' } = attributesOf(node);
    return node.nodeName === what || id === what || classes.split(' ').includes(what);
  })!;
  return callOnNode(
    backendNodeId,
    `function (...names) {
      const style = getComputedStyle(this);
      return Object.fromEntries(names.map((name) => [name, style[name]]));
    }`,
    ...names,
  );
}

/** Returns whether the frame is exactly as large as its content. */
export async function frameFits(): Promise<boolean> {
  const [fits] = await evaluateInFrames<boolean>(
    `innerWidth === document.documentElement.scrollWidth &&
      innerHeight === Math.ceil(document.body.getBoundingClientRect().height)`,
  );
  return fits!;
}
