import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MODES, Portal, type PortalPage } from './portal-page.js';

/** Elements to mount: enough to find a leak of one node or listener in each. */
const MOUNTS = { inline: 100, isolated: 15 };

/** Garbage collections after which everything that is left counts as a leak. */
const MOST_COLLECTIONS = 20;

describe('an element that is added to a page and removed again', () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  for (const mode of MODES)
    it(`leaves no node and no listener behind, ${mode}`, async () => {
      const profile = await portal.newProfile();
      const opened = await portal.open(profile, { mode });
      // The first elements create some things once for all elements, the realm at the first command
      // or in idle time. These may stay.
      await opened.evaluate('pin.reset()');
      await opened.evaluate(mountAndUnmount(5));
      const few = await countersOf(opened);
      await opened.evaluate(mountAndUnmount(MOUNTS[mode]));
      let many = await countersOf(opened);
      // A browser releases a frame's document only after some time.
      for (let count = 0; count < MOST_COLLECTIONS && isMore(many, few); count += 1)
        many = await countersOf(opened);
      assert.ok(!isMore(many, few), JSON.stringify({ few, many }));
      await profile.close();
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

interface Counters {
  readonly documents: number;
  readonly nodes: number;
  readonly jsEventListeners: number;
}

/** Collects garbage, and counts the nodes and listeners that are left in the page's process. */
async function countersOf({ protocol }: PortalPage): Promise<Counters> {
  for (let count = 0; count < 3; count += 1) await protocol.send('HeapProfiler.collectGarbage');
  return protocol.send('Memory.getDOMCounters');
}

function isMore(one: Counters, other: Counters): boolean {
  return (['documents', 'nodes', 'jsEventListeners'] as const).some(
    (name) => one[name] > other[name],
  );
}
