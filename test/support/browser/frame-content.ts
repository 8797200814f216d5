/** Reads frames and closed roots through Chromium's debugging protocol. */
import { evaluateInFrames, protocol } from './accessibility-tree.js';

/** A node, with frames and closed roots. */
type DomNode = Awaited<ReturnType<typeof protocol<'DOM.getDocument'>>>['root'];

/** Returns the form's fields, wherever they are in the page. */
export async function fields(): Promise<readonly DomNode[]> {
  const { root } = await protocol('DOM.getDocument', { depth: -1, pierce: true });
  return withDescendants(root).filter(({ nodeName }) => nodeName === 'INPUT');
}

function withDescendants(node: DomNode): readonly DomNode[] {
  const { children = [], shadowRoots = [], contentDocument } = node;
  const all = [...children, ...shadowRoots, ...(contentDocument ? [contentDocument] : [])];
  return [node, ...all.flatMap(withDescendants)];
}

/** Returns a node's attributes. */
export function attributesOf({ attributes = [] }: DomNode): Readonly<Record<string, string>> {
  return Object.fromEntries(
    attributes.flatMap((name, index) =>
      index % 2 === 0 ? [[name, attributes[index + 1] ?? '']] : [],
    ),
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
