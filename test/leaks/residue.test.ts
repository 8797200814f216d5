import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PIN } from '../node/sandbox/sandbox-client.js';
import { focusComes } from './cardholder.js';
import { overhear, placesOf, type Place } from './places.js';
import { MODES, Portal, type PortalPage, type PortalPageOptions } from './portal-page.js';

/** Milliseconds for one test, in which a heap is written out for each process of the page. */
const LIMIT = 60_000;

/** Eight digits in a row: the PIN, or so much of it that the rest is no secret. */
const PART = new RegExp(
  Array.from({ length: PIN.length - 7 }, (_, at) => PIN.slice(at, at + 8)).join('|'),
);

/** Its fields are out of reach while it is in no page. */
const REMOVED_AND_PUT_BACK = `new Promise((done) => {
  pin.addEventListener('pin-ready', done);
  pin.remove();
  requestAnimationFrame(() => document.body.append(pin));
}).then(() => true)`;

const LENGTH = `pin-length="${PIN.length}"`;

/** What becomes of a PIN that was typed twice, and where it still stands then. */
interface Step {
  /** Whether it stands there from the step before. */
  readonly isKept?: boolean;
  /** How the submit ends, where it is sent. */
  readonly outcome?: string;
  /** What the page does then. */
  readonly then?: string;
  readonly stays?: readonly string[];
}

/** The ends of a PIN; one after another in the same page, where a title has several. */
const ENDS: readonly (readonly [
  title: string,
  steps: readonly Step[],
  options?: Partial<PortalPageOptions>,
])[] = [
  [
    'is reset, then removed with the element and put back, then set',
    [{ then: 'pin.reset()' }, { then: REMOVED_AND_PUT_BACK }, { outcome: 'set' }],
    // A token that is given once is forgotten with the removal.
    { token: 'asked' },
  ],
  ['is rejected by the service', [{ outcome: 'rejected' }], { behaviour: 'pin-used-before' }],
  [
    'waits for a client token that does not come',
    [{ outcome: 'token-expired' }],
    { token: 'none', attributes: 'token-timeout="0.1"' },
  ],
  [
    'may be set, is kept for another try, then given up',
    [
      { outcome: 'unconfirmed', stays: ['DOM'] },
      { isKept: true, then: 'pin.reset()' },
    ],
    { behaviour: 'errors-without-payload' },
  ],
];

/** What the browser does with a page on the way back, and a script that has it do so. */
const PAGES = [
  ['that was kept whole', ''],
  ['that is loaded anew', `addEventListener('unload', () => {})`],
] as const;

describe('a PIN', { concurrency: 2 }, () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  for (const mode of MODES)
    for (const [title, steps, options] of ENDS)
      it(`that ${title} leaves nothing else behind, ${mode}`, { timeout: LIMIT }, async () => {
        const profile = await portal.profile();
        const heard = overhear(profile);
        const attributes = `${LENGTH} ${options?.attributes ?? ''}`;
        const opened = await portal.open(profile, { mode, ...options, attributes });
        for (const { isKept = false, outcome, then, stays = [] } of steps) {
          if (!isKept) await typeTwice(opened);
          if (outcome !== undefined) assert.equal(await submit(opened), outcome);
          if (then !== undefined) await opened.evaluate(then);
          const places = await placesOf(opened.page);
          assert.deepEqual(withPin([...heard, ...places]), stays, `${then ?? outcome}`);
        }
        await profile.close();
      });

  for (const mode of MODES)
    for (const [kind, before] of PAGES)
      it(
        `that is typed does not come back with a page ${kind}, ${mode}`,
        { timeout: LIMIT },
        async () => {
          const profile = await portal.profile();
          const opened = await portal.open(profile, { mode, before, attributes: LENGTH });
          const { page } = opened;
          await typeTwice(opened);
          await page.focus('[name=nickname]');
          await page.keyboard.type('Robin');
          await page.goto('about:blank');
          await page.goBack({ waitUntil: 'commit' });
          await page.waitForFunction(() => document.readyState === 'complete');
          await opened.evaluate('ready');
          const places = await placesOf(page);
          assert.deepEqual(withPin(places), []);
          // What stands in the page's own field does come back.
          assert.match(String(places), /Robin/);
          await profile.close();
        },
      );

  it('is found wherever a page keeps it', { timeout: LIMIT }, async () => {
    const profile = await portal.profile();
    const heard = overhear(profile);
    const opened = await portal.open(profile, { mode: 'inline' });
    await opened.evaluate(`(${String(keepEverywhere)})('${PIN}')`);
    const places = [...heard, ...(await placesOf(opened.page))];
    assert.deepEqual(withPin(places), [...new Set(places.map(([name]) => name))].sort());
    await profile.close();
  });
});

/** The places in which the PIN stands. */
function withPin(places: readonly Place[]): string[] {
  return [...new Set(places.filter(([, text]) => PART.test(text)).map(([name]) => name))].sort();
}

async function typeTwice(opened: PortalPage): Promise<void> {
  await opened.evaluate('pin.focus()');
  await focusComes(opened);
  for (const key of [...PIN, 'Tab', 'Tab', ...PIN]) await opened.page.keyboard.press(key);
}

/** How it ended, once the element has said so. */
async function submit(opened: PortalPage): Promise<string> {
  const outcome = opened.evaluate<string>(`new Promise((done) => {
    pin.addEventListener('pin-set', () => done('set'));
    pin.addEventListener('pin-error', (event) => done(event.outcome.kind));
  })`);
  await opened.page.keyboard.press('Enter');
  return outcome;
}

/** Runs in the page, which does all that the element must not do. */
async function keepEverywhere(pin: string): Promise<void> {
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
