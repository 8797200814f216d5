import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { PIN } from '../node/sandbox/sandbox-client.js';
import { readPlaces, recordPlaces, type Place } from './places.js';
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
    'waits for a client token that doesn’t come, is kept, and is then reset',
    [
      { outcome: 'token-unavailable', left: ['DOM'] },
      { isKept: true, then: 'pin.reset()' },
    ],
    { token: 'none', attributes: 'token-timeout="0.1"' },
  ],
  [
    'may be set, is kept for a retry, and is then reset',
    [
      { outcome: 'unconfirmed', left: ['DOM'] },
      { isKept: true, then: 'pin.reset()' },
    ],
    { behaviour: 'errors-without-payload' },
  ],
];

/** Ways in which a browser goes back to a page, each with a script that makes it do so. */
const PAGES = [
  ['from the back/forward cache', ''],
  ['that is loaded again', `addEventListener('unload', () => {})`],
] as const;

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
        const recorded = recordPlaces(profile);
        const opened = await portal.open(profile, { mode, pinLength: PIN.length, ...options });
        for (const { isKept = false, outcome, then, left = [] } of steps) {
          if (!isKept) await opened.enterPin(PIN);
          if (outcome !== undefined) assert.equal(await opened.submit(), outcome);
          if (then !== undefined) await opened.evaluate(then);
          const places = await readPlaces(opened.page);
          assert.deepEqual(withPin([...recorded, ...places]), left, `${then ?? outcome}`);
        }
        await profile.close();
      });

  for (const mode of MODES)
    for (const [kind, before] of PAGES)
      it(`that was typed does not come back with a page ${kind}, ${mode}`, async () => {
        const profile = await portal.newProfile();
        const opened = await portal.open(profile, { mode, before, pinLength: PIN.length });
        const { page } = opened;
        await opened.enterPin(PIN);
        await page.focus('[name=nickname]');
        await page.keyboard.type('Robin');
        await page.goto('about:blank');
        await page.goBack({ waitUntil: 'commit' });
        await page.waitForFunction(() => document.readyState === 'complete');
        await opened.evaluate('ready');
        const places = await readPlaces(page);
        assert.deepEqual(withPin(places), []);
        // The text of the page's own field comes back.
        assert.match(String(places), /Robin/);
        assert.ok(await opened.canSetPin(PIN));
        await profile.close();
      });

  it('is found in every place if a page stores it there', async () => {
    const profile = await portal.newProfile();
    const recorded = recordPlaces(profile);
    const opened = await portal.open(profile, { mode: 'inline' });
    await opened.evaluate(`(${String(storeEverywhere)})('${PIN}')`);
    const places = [...recorded, ...(await readPlaces(opened.page))];
    assert.deepEqual(withPin(places), [...new Set(places.map(([name]) => name))].sort());
    await profile.close();
  });
});

/** Returns the names of the places that have the PIN. */
function withPin(places: readonly Place[]): string[] {
  return [...new Set(places.filter(([, text]) => PART.test(text)).map(([name]) => name))].sort();
}

/** Runs in the page, and stores a PIN in every place where the element must not store it. */
async function storeEverywhere(pin: string): Promise<void> {
  const { body } = document;
  body.append(document.createElement('iframe'));
  Object.assign(frames[0]!, { kept: Number(pin) });
  body.append(Object.assign(document.createElement('p'), { textContent: pin }));
  getSelection()!.selectAllChildren(body.lastElementChild!);
  /\d+/.exec(pin);
  window.name = pin;
  history.replaceState({ pin }, '', `?pin=${pin}`);
  document.cookie = `pin=${pin}`;
  sessionStorage.pin = pin;
  localStorage.pin = pin;
  performance.mark(pin);
  console.debug(pin);
  await fetch(`?pin=${pin}`);
  const cache = await caches.open('pins');
  await cache.put('/pin', new Response(pin));
}
