/** Records the announcements of a screen reader: the texts that appear in the live regions. */
import { readTree } from './cardholder.js';

/** A recording that is running. */
export interface Recording {
  /**
   * Ends the recording.
   *
   * @returns Each text that appeared in a live region, in order, with its politeness.
   */
  stop(): Promise<readonly string[]>;
}

/** Starts to record both live regions. Texts that they contain already are not recorded. */
export async function recordAnnouncements(): Promise<Recording> {
  const announced: string[] = [];
  let last = await readRegions();
  const read = async (): Promise<void> => {
    const now = await readRegions();
    if (now.polite !== '' && now.polite !== last.polite) announced.push(`polite: ${now.polite}`);
    if (now.assertive !== '' && now.assertive !== last.assertive)
      announced.push(`assertive: ${now.assertive}`);
    last = now;
  };
  let stopped = false;
  const ended = (async () => {
    while (!stopped) {
      await read();
      await new Promise(requestAnimationFrame);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await ended;
      // A text may have appeared during the last read.
      await read();
      return announced;
    },
  };
}

async function readRegions(): Promise<{ readonly polite: string; readonly assertive: string }> {
  const nodes = await readTree();
  const textOf = (role: string): string => nodes.find((node) => node.role === role)!.text;
  return { polite: textOf('status'), assertive: textOf('alert') };
}
