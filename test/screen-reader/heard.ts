/** `npm run test:screen-reader`: what a cardholder hears. Each browser takes minutes. */
import { after, before, describe, it } from 'node:test';
import { Listener } from './listener.js';
import { scenesFor } from './scenes.js';
import { missing } from './speaking-desktop.js';

const skip = missing ?? false;

// Orca waits most of the time, so two of them can run at once.
describe('Orca', { concurrency: 2, skip }, () => {
  for (const browser of ['firefox', 'chromium'] as const)
    for (const mode of ['inline', 'isolated'] as const)
      describe(`in ${browser}, ${mode}`, { concurrency: 1 }, () => {
        let listener: Listener;
        before(() => (listener = new Listener(browser, mode)).start());
        after(() => listener.close());
        after(() => console.log(`\n${browser}, ${mode}\n${listener.transcript}`));

        for (const [title, scene] of Object.entries(scenesFor(browser, mode)))
          it(title, () => listener.play(title, scene));
      });
});
