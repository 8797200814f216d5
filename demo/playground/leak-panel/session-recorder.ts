/** A session recorder like those of real portals: rrweb, configured to mask nothing. */
import { isInPinForm } from './pin-form-nodes.js';

/**
 * Records the page, from now on.
 *
 * @param onEvent - Called for each event of the recording.
 * @param onText - Called for each text in it that comes from the form.
 */
export async function recordSession(
  onEvent: () => void,
  onText: (node: Node, text: string) => void,
): Promise<void> {
  // rrweb is large. Loading it later shows the page sooner.
  const { record } = await import('rrweb');
  record({
    // Empty, so that passwords aren't masked either.
    maskInputOptions: {},
    recordCrossOriginIframes: true,
    // The panel shows what was recorded. Recording the panel would never end.
    blockSelector: 'leak-panel',
    emit: (event) => {
      onEvent();
      for (const { id, text } of textsOf(event)) {
        const node = record.mirror.getNode(id);
        if (isInPinForm(node)) onText(node, text);
      }
    },
  });
}

/** Returns every text that a part of the recording has for a node, in any property. */
function textsOf(part: unknown): { id: number; text: string }[] {
  if (typeof part !== 'object' || part === null) return [];
  const { id, text, textContent, value, attributes } = part as Readonly<Record<string, unknown>>;
  const own = [text, textContent, value, (attributes as { value?: unknown } | undefined)?.value];
  return [
    ...(typeof id === 'number'
      ? own.filter((each) => typeof each === 'string').map((each) => ({ id, text: each }))
      : []),
    ...Object.values(part).flatMap(textsOf),
  ];
}
