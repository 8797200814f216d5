/**
 * What a screen reader is given to say, in order: the texts that come up in the live regions while a test goes on.
 */
import { alert, status } from './cardholder.js';

/** Listens until {@link Listener.stop}. */
export interface Listener {
  /** Ends the listening. @returns Each text that a live region came to hold, in order, with the way it is spoken. */
  stop(): Promise<readonly string[]>;
}

/** Listens to both live regions from now on; what they hold already is not new. */
export async function listenToAnnouncements(): Promise<Listener> {
  const heard: string[] = [];
  let last = { polite: await status(), assertive: await alert() };
  const listen = async (): Promise<void> => {
    const now = { polite: await status(), assertive: await alert() };
    if (now.polite !== '' && now.polite !== last.polite) heard.push(`polite: ${now.polite}`);
    if (now.assertive !== '' && now.assertive !== last.assertive)
      heard.push(`assertive: ${now.assertive}`);
    last = now;
  };
  let goesOn = true;
  const ended = (async () => {
    while (goesOn) {
      await listen();
      await new Promise(requestAnimationFrame);
    }
  })();
  return {
    async stop() {
      goesOn = false;
      await ended;
      // Once more, for what came up while the last look was under way.
      await listen();
      return heard;
    },
  };
}
