/**
 * Reads Chromium's accessibility tree by its debugging protocol.
 */
import { executeServerCommand } from '@web/test-runner-commands';
import { mode } from '../engine.js';
import type { Eyes, Perceived } from './eyes.js';

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

interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string };
  readonly childFrames?: readonly FrameTree[];
}

/** Calls the browser's debugging protocol, for what a page can't do. */
export async function protocol<T>(method: string, params: object = {}): Promise<T> {
  return executeServerCommand<T, object>('cdp', { method, params });
}

/** The frames of isolated mode, as the protocol names them. */
export async function frames(): Promise<readonly string[]> {
  const { frameTree } = await protocol<{ frameTree: FrameTree }>('Page.getFrameTree');
  return (frameTree.childFrames ?? [])
    .filter(({ frame }) => frame.url.startsWith('http'))
    .map(({ frame }) => frame.id);
}

/** Resolves when page and frames have heard all that they have said to each other so far. */
export async function framesSettled(): Promise<void> {
  if (mode === 'inline') return;
  await executeServerCommand('evaluate-in-frames', { expression: 'new Promise(setTimeout)' });
  await new Promise((resolve) => setTimeout(resolve));
}

/** Chromium drops a click in a frame that watches what covers it, where that frame has moved or grown less than half a second ago. */
async function framesStill(): Promise<void> {
  if (mode === 'inline') return;
  const rects = (): string =>
    JSON.stringify(
      Array.from(document.querySelectorAll('set-card-pin'), (element) =>
        element.getBoundingClientRect(),
      ),
    );
  let last = rects();
  for (let since = performance.now(); performance.now() - since < 600;) {
    await new Promise(requestAnimationFrame);
    const now = rects();
    if (now !== last) since = performance.now();
    last = now;
  }
}

/** @param frameId - The page itself where there is none. */
async function look(frameId?: string): Promise<readonly Perceived[]> {
  const { nodes } = await protocol<{ nodes: readonly AxNode[] }>('Accessibility.getFullAXTree', {
    frameId,
  });
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

export const eyes: Eyes = {
  async perceive() {
    if (mode === 'inline') return look();
    await framesSettled();
    // One may have gone since, with all that is in it.
    const inFrames = await Promise.all(
      (await frames()).map((frame) => look(frame).catch(() => [])),
    );
    // A frame is no thing by itself, and what is in it comes where it stands; all frames of a page at the place of the first.
    const page = await look();
    const isFrame = ({ role }: Perceived): boolean => role === 'Iframe';
    const at = page.findIndex(isFrame);
    if (at === -1) return page;
    const within = inFrames.flat().filter(({ role }) => role !== 'RootWebArea');
    return [...page.slice(0, at), ...within, ...page.slice(at).filter((thing) => !isFrame(thing))];
  },
  async focusOn(node) {
    await protocol('DOM.focus', { backendNodeId: node });
  },
  async placeOf(node) {
    await framesStill();
    const { quads } = await protocol<{ quads: readonly number[][] }>('DOM.getContentQuads', {
      backendNodeId: node,
    });
    const [left = 0, top = 0, right = 0, , , bottom = 0] = quads[0] ?? [];
    return [(left + right) / 2, (top + bottom) / 2];
  },
};
