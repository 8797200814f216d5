import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it as test } from 'node:test';
import { LEAKS_PAGE, withRows } from './page.js';
import { it, MODES, usePortal, type PortalPage } from './portal-page.js';
import { testAttacks } from './trial.js';

/** Elements to mount: enough to find a leak of one node or listener in each. */
const MOUNTS = { inline: 30, isolated: 10 };

/** The number of garbage collections after which everything that remains counts as a leak. */
const MOST_COLLECTIONS = 20;

describe('in a portal', { concurrency: 2 }, () => {
  const portal = usePortal();

  describe('the page’s script', { concurrency: 2 }, () => testAttacks(portal));

  for (const mode of MODES)
    it(`doesn’t leak an element’s nodes or listeners if it is added and removed repeatedly: ${mode}`, async (test) => {
      const opened = await portal().open(await portal().newProfile(test), { mode });
      // The first elements create some objects once for all elements. These may stay.
      await opened.evaluate(mountAndUnmount(5));
      const few = await countersOf(opened);
      await opened.evaluate(mountAndUnmount(MOUNTS[mode]));
      let many = await countersOf(opened);
      const isMore = () => many.some((value, index) => value > few[index]!);
      // A browser releases a frame's document only after a while.
      for (let count = 0; count < MOST_COLLECTIONS && isMore(); count += 1)
        many = await countersOf(opened);
      assert.ok(!isMore(), JSON.stringify({ few, many }));
    });
});

describe('docs/evidence/leaks.md', () => {
  test('is up to date with the tables of attacks and recorders', async () => {
    const page = await readFile(LEAKS_PAGE, 'utf8');
    assert.equal(page, withRows(page), 'Run npm run attacks.');
  });
});

/** Returns a script that mounts copies of the element, and removes each once it is ready. */
function mountAndUnmount(times: number): string {
  return `(async () => {
    for (let time = 0; time < ${times}; time += 1) {
      const copy = pin.cloneNode();
      const ready = new Promise((done) => copy.addEventListener('pin-ready', done));
      pin.after(copy);
      await ready;
      copy.remove();
    }
    // Waits, because the element and the browser clean up after the removal.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return true;
  })()`;
}

/** Collects garbage, and counts the documents, nodes and listeners in the page's process. */
async function countersOf({ protocol }: PortalPage): Promise<readonly number[]> {
  for (let count = 0; count < 3; count += 1) await protocol.send('HeapProfiler.collectGarbage');
  const { documents, nodes, jsEventListeners } = await protocol.send('Memory.getDOMCounters');
  return [documents, nodes, jsEventListeners];
}
