/** Three tools that real portals run. They see as much of a form as the page can. */

/**
 * Reports what is typed into the form in the preview, from now on, with capturing listeners on the
 * window. Other scripts' key loggers do the same.
 *
 * @param report - Receives the event's type, and the typed characters or the name of another key.
 */
export function logKeys(report: (type: string, text: string) => void): void {
  for (const type of ['keydown', 'beforeinput', 'input']) {
    window.addEventListener(
      type,
      (event) => {
        const text = event instanceof KeyboardEvent ? event.key : (event as InputEvent).data;
        if (isInPinForm(event.composedPath()[0])) report(type, text ?? '');
      },
      true,
    );
  }
}

/** Wraps `fetch`, as error trackers and analytics do. Reports the body of each request. */
export function hookNetwork(report: (body: string) => void): void {
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    void request.clone().text().then(report);
    return fetch(request);
  };
}

/** A text in a recording, and where it was. */
type RecordedText = readonly [node: unknown, text: string];

/**
 * Records the page from now on, as real portals do, with rrweb configured not to mask anything.
 *
 * @param report - Receives the form's texts in each recorded event.
 */
export async function recordSession(report: (texts: RecordedText[]) => void): Promise<void> {
  // rrweb is large, so it is loaded later and the page appears sooner.
  const { record } = await import('rrweb');
  record({
    // Empty, so that passwords aren't masked either.
    maskInputOptions: {},
    recordCrossOriginIframes: true,
    // The panel shows what was recorded. Recording the panel would never end.
    blockSelector: 'leak-panel',
    emit: (event) => {
      const texts = Array.from(
        textsOf(event),
        ([id, text]) => [record.mirror.getNode(id), text] as const,
      );
      report(texts.filter(([node]) => isInPinForm(node)));
    },
  });
}

/** Yields the id and every text, in any property, of each node in a part of the recording. */
function* textsOf(part: unknown): Generator<[id: number, text: string]> {
  if (typeof part !== 'object' || part === null) return;
  const { id, text, textContent, value, attributes } = part as Readonly<Record<string, unknown>>;
  const own = [text, textContent, value, (attributes as { value?: unknown } | undefined)?.value];
  for (const each of own) if (typeof id === 'number' && typeof each === 'string') yield [id, each];
  for (const member of Object.values(part)) yield* textsOf(member);
}

/** Returns whether a node is the form in the preview or inside it, through any shadow roots. */
function isInPinForm(node: unknown): boolean {
  if (!(node instanceof Node)) return false;
  const element = node instanceof Element ? node : node.parentElement;
  if (element?.closest('set-card-pin, .naive')) return true;
  return isInPinForm((node.getRootNode() as Partial<ShadowRoot>).host);
}
