/**
 * A recorder of sessions, as portals run them: rrweb, told to mask nothing.
 */
import { isOfForm } from './pin-form.js';

/** A text that the recording holds. */
export interface RecordedText {
  readonly node: Node;
  readonly text: string;
}

/**
 * Records the page from now on.
 *
 * @param report called for each event of the recording, with the texts in it that are the form's
 */
export async function recordReplay(
  report: (texts: readonly RecordedText[]) => void,
): Promise<void> {
  // It is large, and the page is quicker there without it.
  const { record } = await import('rrweb');
  record({
    // Not even passwords, which it would mask by itself.
    maskInputOptions: {},
    recordCrossOriginIframes: true,
    // It would record its own report, and report that.
    blockSelector: 'page-sight',
    emit: (event) =>
      report(
        textsOf(event).flatMap(({ id, text }) => {
          const node = record.mirror.getNode(id);
          return isOfForm(node) ? [{ node, text }] : [];
        }),
      ),
  });
}

/** Every text that a part of the recording has for a node, under whichever name it has it. */
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
