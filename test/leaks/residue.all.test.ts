/** What is left of a PIN in a browser. */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { PIN } from '../node/sandbox/sandbox-client.js';
import { it, MODES, Portal, type PortalPageOptions } from './portal-page.js';

/** Matches eight consecutive digits of the PIN, which are enough to guess the rest. */
const PART = new RegExp(
  Array.from({ length: PIN.length - 7 }, (_, start) => PIN.slice(start, start + 8)).join('|'),
);

/** Removes the element and adds it again, because its fields can be read only inside a page. */
const REMOVE_AND_ADD_AGAIN = `new Promise((done) => {
  pin.addEventListener('pin-ready', done);
  pin.remove();
  requestAnimationFrame(() => document.body.append(pin));
}).then(() => true)`;

/** A step of a test, and the places that have the PIN afterwards. */
interface Step {
  /** True to use the PIN that is still in the fields. By default it is typed again. */
  readonly isKept?: boolean;
  /** Expected outcome of a submit. Missing if the PIN isn't submitted. */
  readonly outcome?: string;
  /** Script that the page runs then. */
  readonly then?: string;
  /** Places that have the PIN afterwards. None by default. */
  readonly left?: readonly string[];
}

/** Steps that run one after another in the same page. */
const CASES: readonly (readonly [
  title: string,
  steps: readonly Step[],
  options?: Partial<PortalPageOptions>,
])[] = [
  [
    'is reset, then removed and added again with the element, then set',
    [{ then: 'pin.reset()' }, { then: REMOVE_AND_ADD_AGAIN }, { outcome: 'set' }],
    // When the element is removed, it forgets a token that the page has set.
    { token: 'fetched' },
  ],
  ['is rejected by the service', [{ outcome: 'rejected' }], { behaviour: 'pin-used-before' }],
  [
    'may be set, is kept for a retry, and is then reset',
    [
      { outcome: 'unconfirmed', left: ['DOM'] },
      { isKept: true, then: 'pin.reset()' },
    ],
    { behaviour: 'errors-without-payload' },
  ],
];

describe('a PIN', { concurrency: 2 }, () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  for (const mode of MODES)
    for (const [title, steps, options] of CASES)
      it(`that ${title} is not left anywhere else, ${mode}`, async () => {
        const profile = await portal.newProfile();
        const read = placesOf(profile);
        const opened = await portal.open(profile, { mode, pinLength: PIN.length, ...options });
        for (const { isKept = false, outcome, then, left = [] } of steps) {
          if (!isKept) await opened.enterPin(PIN);
          if (outcome !== undefined) assert.equal(await opened.submit(), outcome);
          if (then !== undefined) await opened.evaluate(then);
          assert.deepEqual(withPin(await read(opened.page)), left, `${then ?? outcome}`);
        }
        await profile.close();
      });

  // test/element/back-forward.all.test.ts has a page in the back/forward cache.
  for (const mode of MODES)
    it(`that was typed does not come back with a page that is loaded again, ${mode}`, async () => {
      const profile = await portal.newProfile();
      const before = `addEventListener('unload', () => {})`;
      const opened = await portal.open(profile, { mode, before, pinLength: PIN.length });
      const { page } = opened;
      await opened.enterPin(PIN);
      await page.focus('[name=nickname]');
      await page.keyboard.type('Robin');
      await page.goto('about:blank');
      await page.goBack({ waitUntil: 'commit' });
      await page.waitForFunction(() => document.readyState === 'complete');
      await opened.evaluate('ready');
      // The text of the page's own field comes back.
      assert.equal(await page.inputValue('[name=nickname]'), 'Robin');
      assert.deepEqual(withPin(await placesOf(profile)(page)), []);
      assert.ok(await opened.canSetPin(PIN));
      await profile.close();
    });

  it('is found in every place if a page stores it there', async () => {
    const profile = await portal.newProfile();
    const read = placesOf(profile);
    const opened = await portal.open(profile, { mode: 'inline' });
    await opened.evaluate(`{
      document.body.append('${PIN}', document.createElement('iframe'));
      frames[0].kept = ${PIN};
      localStorage.pin = '${PIN}';
      console.debug('${PIN}');
      fetch('?pin=${PIN}').then(() => true);
    }`);
    const places = await read(opened.page);
    assert.deepEqual(withPin(places), [...new Set(places.map(([name]) => name))].sort());
    await profile.close();
  });
});

/** A place and the text in it. */
type Place = readonly [name: string, text: string];

/** Returns the names of the places that have the PIN. */
function withPin(places: readonly Place[]): string[] {
  return [...new Set(places.filter(([, text]) => PART.test(text)).map(([name]) => name))].sort();
}

/**
 * Records what can't be read later, so call it before the page opens.
 *
 * @returns A function that returns all places of a page and of its frames.
 */
function placesOf(profile: BrowserContext): (page: Page) => Promise<Place[]> {
  const recorded: Place[] = [];
  profile.on('request', (request) => recorded.push(['addresses', request.url()]));
  profile.on('console', (message) => recorded.push(['console', message.text()]));
  profile.on('weberror', (webError) => recorded.push(['console', String(webError.error().stack)]));
  return async (page) => {
    const frames = page.frames().filter((frame) => frame.url().startsWith('http'));
    const places = frames.map(async (frame): Promise<Place[]> => {
      const stored = await frame.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, name]),
      );
      const session = await profile.newCDPSession(frame);
      return [['storage', stored], ...(await readByProtocol(session))];
    });
    return [...recorded, ...(await Promise.all(places)).flat()];
  };
}

async function readByProtocol(protocol: CDPSession): Promise<Place[]> {
  // `pierce` adds the trees of closed roots and the trees inside the fields.
  const document = await protocol.send('DOM.getDocument', { depth: -1, pierce: true });
  const accessibility = await protocol.send('Accessibility.getFullAXTree');
  const chunks: string[] = [];
  protocol.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await protocol.send('HeapProfiler.collectGarbage');
  await protocol.send('HeapProfiler.takeHeapSnapshot', { captureNumericValue: true });
  // A snapshot has the heap of all realms in the process, including the pristine realm.
  const { strings } = JSON.parse(chunks.join('')) as { readonly strings: readonly string[] };
  await protocol.detach();
  return [
    ['DOM', JSON.stringify(document)],
    ['accessibility tree', JSON.stringify(accessibility)],
    ['heap', strings.join('\n')],
  ];
}
