import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { SetCardPinElement } from '../../src/index.js';
import {
  FramedPortal,
  TIMEOUT,
  type FramedPage,
  type FramedPageOptions,
  type PortalEvent,
} from './framed-portal.js';

declare const pin: SetCardPinElement;

/** Milliseconds for which the frame page accepts a cover, because a transition can cause one. */
const ACCEPTED_TIME = 1_000;

/** Milliseconds after which a cover is no longer accepted. */
const LONG_TIME = 1.5 * ACCEPTED_TIME;

const CREATE_COVER = `var cover = Object.assign(document.createElement('div'), { id: 'cover' });
  cover.style.cssText = 'position: fixed; inset: 0; z-index: 9';`;

/** Scripts that cover the frame or change its drawing, each with a script that undoes it. */
const COVERS = {
  'an opaque box': [
    'cover.style.background = "white"; document.body.append(cover)',
    'cover.remove()',
  ],
  'a transparent box': ['document.body.append(cover)', 'cover.remove()'],
  'a box that flickers': [
    'setInterval(() => { cover.remove(); setTimeout(() => document.body.append(cover), 150) }, 1050); document.body.append(cover)',
    'cover.remove(); cover = document.createElement("i")',
  ],
  'a box over its button only': [
    'cover.style.top = pin.getBoundingClientRect().bottom - 110 + "px"; cover.style.bottom = "auto"; ' +
      'cover.style.height = "8px"; document.body.append(cover)',
    'cover.remove()',
  ],
  opacity: ['pin.style.opacity = "0.9"', 'pin.style.opacity = ""'],
  'a filter': ['pin.style.filter = "blur(1px)"', 'pin.style.filter = ""'],
  'a drop-shadow of a box around it': [
    'document.body.style.filter = "drop-shadow(0 2px 8px #0003)"',
    'document.body.style.filter = ""',
  ],
  'a blend mode of a box around it': [
    'document.body.style.mixBlendMode = "multiply"',
    'document.body.style.mixBlendMode = ""',
  ],
  'a scaled page': [
    'document.body.style.transform = "scale(0.99)"',
    'document.body.style.transform = ""',
  ],
  rotation: ['pin.style.transform = "rotate(3deg)"', 'pin.style.transform = ""'],
} as const;

interface Surroundings extends Pick<FramedPageOptions, 'behaviour'> {
  /** Markup after the element. */
  readonly after?: string;
  /** Markup at the end of the page. */
  readonly below?: string;
  /** Pixels of the screen for each CSS pixel. */
  readonly deviceScaleFactor?: number;
}

const FLEX = '<div style="display: flex; width: 601.3px; margin-left: 0.4px">';

const GROWS = '<style>set-card-pin { flex: 1 }</style>';

/** Layouts that don't cover the frame: markup before the element, and other surroundings. */
const LAYOUTS: Readonly<Record<string, readonly [markup: string, Surroundings?]>> = {
  'in a line, between words': [
    '<style>set-card-pin { display: inline-block; width: 300px }</style>Before',
    { after: 'After' },
  ],
  'as wide as its content, above a heading whose letters overflow their line': [
    '<style>set-card-pin { width: fit-content }</style>',
    { after: '<h2 style="margin: 0; font-size: 32px; line-height: 0.8">Åfter</h2>' },
  ],
  'in a row': [FLEX, { after: '<b>After</b>' }],
  'in a row, at fractions of pixels': [FLEX + GROWS, { after: '<b style="flex: 1">After</b>' }],
  'in a row, next to a button with an outline': [
    FLEX,
    { after: '<button style="outline: 3px solid">After</button>' },
  ],
  'in a grid': [
    '<div style="display: grid; grid-template-columns: auto 1fr">',
    { after: '<b>After</b>' },
  ],
  'in a box with round corners': [
    '<div style="width: 300px; border-radius: 40px; overflow: hidden">',
  ],
  'in a box with a box-shadow': ['<div style="width: 300px; box-shadow: 0 2px 8px #0003">'],
  'in a panel that scrolls above its footer': [
    '<div style="height: 200px; overflow: auto">',
    { below: '<p>A footer</p>' },
  ],
  'on a screen with 1.25 pixels for each CSS pixel': [
    FLEX,
    { after: 'After', deviceScaleFactor: 1.25 },
  ],
  'on a screen with 1.5 pixels for each CSS pixel': [
    FLEX,
    { after: 'After', deviceScaleFactor: 1.5 },
  ],
  'in a zoomed page': ['<style>html { zoom: 1.1 }</style>' + FLEX, { after: 'After' }],
  'below a sticky header': [
    '<header style="position: sticky; top: 0">A portal</header><style>body { padding-bottom: 4000px }</style>',
  ],
};

// Six at the same time, because these tests mostly wait for the browser's own clock.
describe('a frame page', { concurrency: 6 }, () => {
  let portal: FramedPortal;
  before(async () => {
    portal = await FramedPortal.start();
  });
  after(() => portal.close());

  /** Opens a page whose clock runs, because the browser measures visibility by its own clock. */
  const open = async (
    test: TestContext,
    markup = '',
    { after = '', below = '', behaviour = 'accepted', ...screen }: Surroundings = {},
  ) => {
    const opened = await portal.open(
      { frameSrc: portal.servers.frameFolder().url, markup, behaviour },
      await portal.browser.newContext(screen),
    );
    test.after(() => opened.close());
    await opened.waitForEvent('pin-ready');
    await opened.page.evaluate(
      ([after, below]) => {
        pin.insertAdjacentHTML('afterend', after);
        document.body.insertAdjacentHTML('beforeend', below);
      },
      [after, below] as const,
    );
    await opened.page.evaluate(CREATE_COVER);
    await opened.enterPin('4826');
    return opened;
  };

  const submit = (opened: FramedPage) => opened.page.evaluate(() => pin.submit());

  const wait = ({ page }: FramedPage, milliseconds: number) => page.waitForTimeout(milliseconds);

  for (const [title, [cover, uncover]] of Object.entries(COVERS))
    it(
      `sends nothing while covered, and says why: ${title}`,
      { timeout: TIMEOUT },
      async (test) => {
        const opened = await open(test);
        await opened.page.evaluate(cover);
        // On a busy machine the browser reports the visibility late.
        await wait(opened, 2 * LONG_TIME);
        const outcome = await submit(opened);
        assert.ok(outcome.kind === 'misconfigured' && outcome.detail === 'covered', outcome.kind);
        assert.match(outcome.explanation, /covers the frame page/);
        const isCovered = ({ type, kind, cause }: PortalEvent) =>
          type === 'pin-error' && kind === 'misconfigured' && cause === 'covered';
        assert.ok((await opened.events()).some(isCovered));
        assert.equal(await opened.countAttempts(), 0);
        assert.ok(
          await opened.page.evaluate(() => pin.validity.valueMissing),
          'The fields are not empty.',
        );

        await opened.page.evaluate(uncover);
        await wait(opened, 2 * LONG_TIME);
        assert.ok(await opened.canSetPin('4826'));
      },
    );

  it('does not say that the PIN is unchanged if an earlier submit may have set it', async (test) => {
    const opened = await open(test, '', { behaviour: 'unknown-member' });
    assert.equal((await submit(opened)).kind, 'unconfirmed');
    await opened.page.evaluate(COVERS['an opaque box'][0]);
    await wait(opened, 2 * LONG_TIME);
    const outcome = await submit(opened);
    assert.ok(outcome.kind === 'unconfirmed' && outcome.detail === 'covered', outcome.kind);
    assert.match((await opened.texts('alert', opened.frame)).join(), /We can’t tell yet/);
    assert.equal((await opened.events()).at(-1)?.cause, 'covered');
    assert.equal(await opened.countAttempts(), 1);
  });

  it(
    'sends the PIN after a short cover, as in a transition',
    { timeout: TIMEOUT },
    async (test) => {
      let outcome: string;
      let duration: number;
      do {
        const opened = await open(test);
        const start = performance.now();
        await opened.page.evaluate(COVERS['an opaque box'][0]);
        await wait(opened, 300);
        outcome = (await submit(opened)).kind;
        duration = performance.now() - start;
        // On a busy machine the submit can come after the accepted time.
      } while (outcome !== 'set' && duration >= ACCEPTED_TIME);
      assert.equal(outcome, 'set');
    },
  );

  for (const [title, top] of [
    ['out of view', 3_000],
    ['half out of view', 150],
  ] as const)
    it(`sends the PIN when it is scrolled ${title}`, { timeout: TIMEOUT }, async (test) => {
      const opened = await open(test, '<style>body { padding-bottom: 4000px }</style>');
      await opened.page.evaluate((top) => scrollTo(0, top), top);
      await wait(opened, LONG_TIME);
      assert.equal((await submit(opened)).kind, 'set');
    });

  for (const [title, [markup, surroundings]] of Object.entries(LAYOUTS))
    it(`sends the PIN when it is ${title}`, { timeout: TIMEOUT }, async (test) => {
      const opened = await open(test, markup, surroundings);
      await wait(opened, LONG_TIME);
      assert.equal((await submit(opened)).kind, 'set');
    });

  for (const position of ['before', 'after'] as const)
    it(
      `sends the PIN when another frame is directly ${position} it in a row`,
      { timeout: TIMEOUT },
      async (test) => {
        const opened = await open(test, FLEX + GROWS);
        const isAdjacent = await opened.page.evaluate((position) => {
          const other = pin.cloneNode() as SetCardPinElement;
          pin[position](other);
          const [first, second] = position === 'before' ? [other, pin] : [pin, other];
          return first.getBoundingClientRect().right === second.getBoundingClientRect().left;
        }, position);
        assert.ok(isAdjacent);
        await opened.waitForEvent('pin-ready', 2);
        await wait(opened, LONG_TIME);
        assert.equal((await submit(opened)).kind, 'set');
      },
    );
});
