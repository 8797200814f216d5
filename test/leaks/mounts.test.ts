import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MODES, Portal, type PortalPage } from './portal-page.js';

/** How often: what stays of each is then told from what is made once. `npm run bench` has a thousand, and the heap. */
const TIMES = { inline: 100, isolated: 15 };

/** How often to collect garbage again before what is there counts as kept. */
const PATIENCE = 20;

describe('an element that is put into a page and taken out again', () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  for (const mode of MODES)
    it(`leaves no node and no listener behind, ${mode}`, async () => {
      const profile = await portal.profile();
      const opened = await portal.open(profile, { mode });
      // What is made with the first one stays.
      await opened.evaluate(mountAndUnmount(5));
      const few = await counted(opened);
      await opened.evaluate(mountAndUnmount(TIMES[mode]));
      let many = await counted(opened);
      // A browser lets go of a frame's document when it likes.
      for (let time = 0; time < PATIENCE && isMore(many, few); time += 1)
        many = await counted(opened);
      assert.ok(!isMore(many, few), JSON.stringify({ few, many }));
      await profile.close();
    });
});

/** Makes elements like the page's own, one after another, each of which becomes ready before it is removed. */
function mountAndUnmount(times: number): string {
  return `(async () => {
    for (let time = 0; time < ${times}; time += 1) {
      const one = pin.cloneNode();
      const ready = new Promise((done) => one.addEventListener('pin-ready', done));
      pin.after(one);
      await ready;
      one.remove();
    }
    // What the element does once it has seen that it is gone, and the browser with a frame.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return true;
  })()`;
}

interface Counters {
  readonly documents: number;
  readonly nodes: number;
  readonly jsEventListeners: number;
}

/** What is in the page's process, once what nobody needs any more is gone. */
async function counted({ protocol }: PortalPage): Promise<Counters> {
  for (let time = 0; time < 3; time += 1) await protocol.send('HeapProfiler.collectGarbage');
  return protocol.send('Memory.getDOMCounters');
}

function isMore(one: Counters, other: Counters): boolean {
  return (['documents', 'nodes', 'jsEventListeners'] as const).some(
    (name) => one[name] > other[name],
  );
}
