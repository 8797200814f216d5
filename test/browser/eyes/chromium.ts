/**
 * Reads Chromium's accessibility tree by its debugging protocol.
 */
import { executeServerCommand } from '@web/test-runner-commands';
import type { Eyes } from './eyes.js';

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

/** Calls the browser's debugging protocol, for what a page can't do. */
export async function protocol<T>(method: string, params: object = {}): Promise<T> {
  return executeServerCommand<T, object>('cdp', { method, params });
}

export const eyes: Eyes = {
  async perceive() {
    const { nodes } = await protocol<{ nodes: readonly AxNode[] }>('Accessibility.getFullAXTree');
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
  },
  async focusOn(node) {
    await protocol('DOM.focus', { backendNodeId: node });
  },
  async placeOf(node) {
    const { quads } = await protocol<{ quads: readonly number[][] }>('DOM.getContentQuads', {
      backendNodeId: node,
    });
    const [left = 0, top = 0, right = 0, , , bottom = 0] = quads[0] ?? [];
    return [(left + right) / 2, (top + bottom) / 2];
  },
};
