/** Reads Chromium’s accessibility tree through its debugging protocol. */
import { executeServerCommand } from '@web/test-runner-commands';
import type { CDPSession } from 'playwright-core';
import { mode } from './engine.js';

/** One node of the accessibility tree, with the text in it. The id is unique in its tree. */
export type AccessibleNode = Awaited<ReturnType<typeof readFrame>>[number];

const send: CDPSession['send'] = (method, params) =>
  executeServerCommand('cdp', { method, params });

/** Calls the browser's debugging protocol, for actions that a page can't perform. */
export function protocol<M extends Parameters<typeof send>[0]>(method: M, params: object = {}) {
  return send(method, params as Parameters<typeof send<M>>[1]);
}

/** Evaluates an expression in each isolated-mode frame. Resolves to the settled results. */
export function evaluateInFrames<T = void>(expression: string): Promise<readonly T[]> {
  return executeServerCommand('evaluate-in-frames', { expression });
}

/** Returns the protocol's ids for the isolated-mode frames. */
export async function frames(): Promise<readonly string[]> {
  const { frameTree } = await protocol('Page.getFrameTree');
  return (frameTree.childFrames ?? [])
    .filter(({ frame }) => frame.url.startsWith('http'))
    .map(({ frame }) => frame.id);
}

// Kept, because a test holds back the messages of channels that are created later.
const { MessageChannel } = window;

/**
 * Resolves when page and frames have handled every message between them so far. Inline, the element
 * reports a key's effect in a message to itself, which takes as long in WebKit.
 */
export async function messagesSettled(): Promise<void> {
  if (mode === 'inline') {
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
    return port1.close();
  }
  await evaluateInFrames('new Promise(setTimeout)');
  await new Promise((resolve) => setTimeout(resolve));
}

/** @param frameId - Defaults to the page itself. */
export async function readFrame(frameId?: string) {
  const { nodes } = await protocol('Accessibility.getFullAXTree', frameId ? { frameId } : {});
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const { role, name, childIds = [] } = byId.get(id) ?? {};
    if (role?.value === 'StaticText') return String(name?.value ?? '');
    return childIds.map(textOf).join(' ').trim();
  };
  return nodes
    .filter((node) => !node.ignored)
    .map(({ role, name, value, description, properties = [], nodeId, backendDOMNodeId }) => {
      const is = (wanted: string): boolean =>
        properties.some((each) => each.name === wanted && String(each.value.value) === 'true');
      return {
        role: String(role?.value ?? ''),
        name: String(name?.value ?? ''),
        value: String(value?.value ?? ''),
        description: String(description?.value ?? ''),
        focused: is('focused'),
        invalid: is('invalid'),
        disabled: is('disabled'),
        readonly: is('readonly'),
        pressed: is('pressed'),
        text: textOf(nodeId),
        id: backendDOMNodeId ?? 0,
      };
    });
}

export const tree = {
  /** Reads every node in the page. */
  async read(): Promise<readonly AccessibleNode[]> {
    if (mode === 'inline') return readFrame();
    await messagesSettled();
    // A frame may have been removed since, with everything in it.
    const inFrames = await Promise.all(
      (await frames()).map((frame) => readFrame(frame).catch(() => [])),
    );
    // The nodes of all frames, without their documents' roots, replace the first frame's own node.
    const within = inFrames.flat().filter(({ role }) => role !== 'RootWebArea');
    const page = await readFrame();
    return page.flatMap((node) => (node.role === 'Iframe' ? within.splice(0) : [node]));
  },
  /** Returns the center of a node in viewport coordinates. */
  async centerOf(id: number): Promise<readonly [number, number]> {
    const { quads } = await protocol('DOM.getContentQuads', { backendNodeId: id });
    const [left = 0, top = 0, right = 0, , , bottom = 0] = quads[0] ?? [];
    return [(left + right) / 2, (top + bottom) / 2];
  },
};
