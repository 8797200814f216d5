import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { SetCardPinElement } from '../../src/index.js';
import { Neighbourhood, type Portal, type PortalOptions } from './neighbourhood.js';

/** Milliseconds for one test, which would otherwise wait for ever for what never comes. */
const LIMIT = 60_000;

/** How long the frame page may take, as the element's own documentation has it. */
const PATIENCE = 8_000;

declare const pin: SetCardPinElement;
/** What went through the element's port, from either side. */
declare let passed: string[];

/** Has a page count what goes through the element's port: the kinds of messages. */
const COUNTER = `
  var passed = [];
  const Channel = MessageChannel;
  MessageChannel = function () {
    const channel = new Channel();
    channel.port1.addEventListener('message', ({ data }) => passed.push(data.kind));
    const post = channel.port1.postMessage;
    channel.port1.postMessage = function (message) { passed.push(message.kind); post.call(this, message); };
    return channel;
  };
`;

describe('a frame', { concurrency: 3 }, () => {
  let town: Neighbourhood;
  before(async () => {
    town = await Neighbourhood.start();
  });
  after(() => town.close());

  const open = async (test: TestContext, options: Partial<PortalOptions> = {}) => {
    const portal = await town.open(
      { frameSrc: town.folder().url, ...options },
      await town.frozen(),
    );
    test.after(() => portal.close());
    await portal.heard('pin-ready');
    return portal;
  };

  const kindsOf = async (portal: Portal) =>
    (await portal.told()).map(({ type, kind = '', cause = '' }) =>
      `${type} ${kind} ${cause}`.trim(),
    );

  describe('that is another page from now on', () => {
    it(
      'is set up again, with what the page has set since, when it reloads',
      { timeout: LIMIT },
      async (test) => {
        const portal = await open(test);
        await portal.page.clock.resume();
        await portal.page.evaluate(() => void (pin.messages = { submit: 'Do it' }));
        await portal.enter('4826');
        await portal.heard('pin-change');
        await portal.frame.evaluate(() => location.reload());
        await portal.heard('pin-change', 2);
        while (!(await portal.shown('button', portal.frame)).includes('Do it'));
        await portal.page.clock.fastForward(PATIENCE);
        assert.deepEqual(await kindsOf(portal), ['pin-ready', 'pin-change', 'pin-change']);
        assert.ok(await portal.sets('4826'));
      },
    );

    it(
      'leaves a submit unconfirmed that was out, as its PIN may be set',
      { timeout: LIMIT },
      async (test) => {
        const portal = await open(test);
        await portal.page.clock.resume();
        await town.service.control('POST', `/cards/${portal.cardId}/delay`, {
          milliseconds: 60_000,
        });
        await portal.enter('4826');
        await portal.heard('pin-change');
        const outcome = portal.page.evaluate(async () => (await pin.submit()).kind);
        while (!(await portal.isSet('4826')));
        await portal.frame.evaluate(() => location.reload());
        assert.equal(await outcome, 'unconfirmed');
        assert.ok((await kindsOf(portal)).includes('pin-error unconfirmed frame'));
        while (!/may or may not be set/.test((await portal.shown('alert')).join()));
        await town.service.control('POST', `/cards/${portal.cardId}/delay`, { milliseconds: 0 });
        await portal.page.clock.resume();
        await portal.enter('7391');
        await portal.page.keyboard.press('Enter');
        await portal.heard('pin-set');
      },
    );

    for (const [title, address] of [
      ['the portal’s own origin', (town: Neighbourhood) => `${town.portals.origin}/elsewhere`],
      ['a stranger’s', (town: Neighbourhood) => `${town.strangers.origin}/elsewhere`],
      ['nobody’s', () => 'about:blank'],
      [
        'one that lets itself be embedded by another page alone',
        (town: Neighbourhood) => {
          const headers = { 'Content-Security-Policy': "frame-ancestors 'none'" };
          town.frames.answers.set('/alone', { body: '', headers });
          return `${town.frames.origin}/alone`;
        },
      ],
    ] as const)
      it(
        `gets no word at ${title}, and after 8 s the element says so, with a button`,
        { timeout: LIMIT },
        async (test) => {
          for (const site of [town.portals, town.strangers])
            site.answers.set('/elsewhere', {
              body: `<script>addEventListener('message', ({ data }) => { window.got = data; });</script>`,
            });
          const portal = await open(test);
          const there = portal.page.waitForEvent('framenavigated');
          await portal.frame.evaluate((url) => void location.assign(url), address(town));
          await there;
          await portal.page.waitForFunction(() => !pin.matches(':state(submitting)'));
          const early = portal.page.evaluate(async () => (await pin.submit()).kind);
          // Its load has been noticed by then: what is there is hidden.
          await portal.page.waitForFunction(() => pin.getBoundingClientRect().height > 380);
          assert.equal(
            await portal.frame.evaluate(() => 'got' in window).catch(() => false),
            false,
          );
          await portal.page.clock.fastForward(PATIENCE - 1);
          assert.deepEqual(await kindsOf(portal), ['pin-ready']);
          await portal.page.clock.fastForward(1);
          assert.deepEqual(await kindsOf(portal), ['pin-ready', 'pin-error unavailable frame']);
          assert.match(await early, /aborted|unavailable/);
          assert.deepEqual(await portal.shown('button'), ['Try again']);
          await portal.page.clock.resume();
          await portal.page.evaluate(() => pin.focus());
          await portal.page.keyboard.press('Enter');
          while ((await portal.shown('button', portal.frame).catch(() => [])).length === 0);
          assert.ok(await portal.sets('4826'));
        },
      );
  });

  it(
    'works when the browser goes back to its page, kept or loaded anew, and what was typed is gone',
    { timeout: LIMIT },
    async (test) => {
      const portal = await town.open({ frameSrc: town.folder().url });
      test.after(() => portal.close());
      await portal.heard('pin-ready');
      await portal.enter('4826');
      await portal.heard('pin-change');
      town.portals.answers.set('/elsewhere', { body: '<title>Elsewhere</title>' });
      await portal.page.goto(`${town.portals.origin}/elsewhere`);
      await portal.page.goBack({ waitUntil: 'commit' });
      await portal.page.waitForFunction(() => typeof pin === 'object');
      await portal.heard('pin-ready');
      await portal.page.waitForFunction(() => pin.validity.valueMissing);
      // The token was the page's before, and a page that is loaded anew has it again.
      assert.ok(await portal.sets('7391'));
    },
  );

  describe('with something over it', () => {
    /** What a transition may take. */
    const PASSING = 1_000;

    const LONG = 1.5 * PASSING;

    /** What the cover does to the page, and lets it be again. */
    const COVERS = {
      'an opaque box': [
        'cover.style.background = "white"; document.body.append(cover)',
        'cover.remove()',
      ],
      'a transparent box': ['document.body.append(cover)', 'cover.remove()'],
      'a box over its button alone': [
        'cover.style.top = pin.getBoundingClientRect().bottom - 110 + "px"; cover.style.bottom = "auto"; ' +
          'cover.style.height = "8px"; document.body.append(cover)',
        'cover.remove()',
      ],
      opacity: ['pin.style.opacity = "0.9"', 'pin.style.opacity = ""'],
      'a filter': ['pin.style.filter = "blur(1px)"', 'pin.style.filter = ""'],
      'a page that is drawn smaller': [
        'document.body.style.transform = "scale(0.99)"',
        'document.body.style.transform = ""',
      ],
      rotation: ['pin.style.transform = "rotate(3deg)"', 'pin.style.transform = ""'],
    } as const;

    const MAKE = `var cover = Object.assign(document.createElement('div'), { id: 'cover' });
      cover.style.cssText = 'position: fixed; inset: 0; z-index: 9';`;

    /** What follows the element, and what the box around it; how many pixels of a screen there are to one of CSS. */
    interface Surroundings {
      readonly after?: string;
      readonly below?: string;
      readonly deviceScaleFactor?: number;
    }

    /** Real time passes: what lies over the frame the engine tells by its own clock. */
    const openNow = async (
      test: TestContext,
      markup = '',
      { after = '', below = '', ...screen }: Surroundings = {},
    ) => {
      const portal = await town.open(
        { frameSrc: town.folder().url, markup },
        await town.browser.newContext(screen),
      );
      test.after(() => portal.close());
      await portal.heard('pin-ready');
      await portal.page.evaluate(
        ([after, below]) => {
          pin.insertAdjacentHTML('afterend', after);
          document.body.insertAdjacentHTML('beforeend', below);
        },
        [after, below] as const,
      );
      await portal.page.evaluate(MAKE);
      await portal.enter('4826');
      return portal;
    };

    const submit = (portal: Portal) => portal.page.evaluate(() => pin.submit());

    const wait = ({ page }: Portal, milliseconds: number) => page.waitForTimeout(milliseconds);

    for (const [title, [on, off]] of Object.entries(COVERS))
      it(`sends nothing, and says why: ${title}`, { timeout: LIMIT }, async (test) => {
        const portal = await openNow(test);
        await portal.page.evaluate(on);
        // On a busy machine the engine tells late.
        await wait(portal, 2 * LONG);
        const outcome = await submit(portal);
        assert.ok(outcome.kind === 'misconfigured' && outcome.detail === 'covered', outcome.kind);
        assert.match(outcome.explanation, /covers the frame page/);
        assert.ok((await kindsOf(portal)).includes('pin-error misconfigured covered'));
        assert.equal(await portal.sent(), 0);
        assert.ok(
          await portal.page.evaluate(() => pin.validity.valueMissing),
          'It is not emptied.',
        );

        await portal.page.evaluate(off);
        await wait(portal, 300);
        assert.ok(await portal.sets('4826'));
      });

    it('for a moment, as in a transition, sends all the same', { timeout: LIMIT }, async (test) => {
      let outcome: string;
      let lasted: number;
      do {
        const portal = await openNow(test);
        const since = performance.now();
        await portal.page.evaluate(COVERS['an opaque box'][0]);
        await wait(portal, 300);
        outcome = (await submit(portal)).kind;
        lasted = performance.now() - since;
        // On a busy machine it can have been for longer.
      } while (outcome !== 'set' && lasted >= PASSING);
      assert.equal(outcome, 'set');
    });

    for (const [title, top] of [
      ['out of view', -3_000],
      ['half out of view', 150],
    ] as const)
      it(`is not one that was scrolled ${title}`, { timeout: LIMIT }, async (test) => {
        const portal = await openNow(test, '<style>body { padding-bottom: 4000px }</style>');
        await portal.page.evaluate((top) => scrollTo(0, Math.abs(top)), top);
        await wait(portal, LONG);
        assert.equal((await submit(portal)).kind, 'set');
      });

    const FLEX = '<div style="display: flex; width: 601.3px; margin-left: 0.4px">';

    const GROWS = '<style>set-card-pin { flex: 1 }</style>';

    /** What stands before the element, and around it. */
    const PLACES: Readonly<Record<string, readonly [markup: string, Surroundings?]>> = {
      'in a line, between words': [
        '<style>set-card-pin { display: inline-block; width: 300px }</style>Before',
        { after: 'After' },
      ],
      'as wide as what is in it, above a heading whose letters reach up': [
        '<style>set-card-pin { width: fit-content }</style>',
        { after: '<h2 style="margin: 0; font-size: 32px; line-height: 0.8">Åfter</h2>' },
      ],
      'in a row': [FLEX, { after: '<b>After</b>' }],
      'in a row, at parts of pixels': [FLEX + GROWS, { after: '<b style="flex: 1">After</b>' }],
      'in a row, next to a button with a ring': [
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
      'in a panel that scrolls above its footer': [
        '<div style="height: 200px; overflow: auto">',
        { below: '<p>A footer</p>' },
      ],
      'on a screen of 1.25 pixels to each': [FLEX, { after: 'After', deviceScaleFactor: 1.25 }],
      'on a screen of 1.5 pixels to each': [FLEX, { after: 'After', deviceScaleFactor: 1.5 }],
      'in a page that is zoomed': ['<style>html { zoom: 1.1 }</style>' + FLEX, { after: 'After' }],
      'below a header that sticks': [
        '<header style="position: sticky; top: 0">A portal</header><style>body { padding-bottom: 4000px }</style>',
      ],
    };

    for (const [title, [markup, surroundings]] of Object.entries(PLACES))
      it(`is not one that stands ${title}`, { timeout: LIMIT }, async (test) => {
        const portal = await openNow(test, markup, surroundings);
        await wait(portal, LONG);
        assert.equal((await submit(portal)).kind, 'set');
      });

    for (const [title, order] of [
      ['before', -1],
      ['behind', 1],
    ] as const)
      it(
        `is not one that stands with another frame right ${title} it`,
        { timeout: LIMIT },
        async (test) => {
          const portal = await openNow(test, FLEX + GROWS);
          const isBeside = await portal.page.evaluate((order) => {
            const other = pin.cloneNode() as SetCardPinElement;
            if (order < 0) pin.before(other);
            else pin.after(other);
            const [first, second] = order < 0 ? [other, pin] : [pin, other];
            return first.getBoundingClientRect().right === second.getBoundingClientRect().left;
          }, order);
          assert.ok(isBeside);
          await portal.heard('pin-ready', 2);
          await wait(portal, LONG);
          assert.equal((await submit(portal)).kind, 'set');
        },
      );
  });

  it(
    'is ready after its document and then its script and configuration, side by side',
    { timeout: LIMIT },
    async (test) => {
      const folder = town.folder();
      const held: string[] = [];
      const gates = new Map<string, () => void>();
      for (const file of ['', 'config.json', 'frame.js'] as const)
        folder.put(file, {
          after: () => {
            held.push(file);
            return new Promise<void>((resolve) => gates.set(file, resolve));
          },
        });
      const portal = await town.open({ frameSrc: folder.url }, await town.frozen());
      test.after(() => portal.close());
      const waves: string[][] = [];
      while ((await portal.told()).length === 0) {
        if (held.length === (waves.length === 0 ? 1 : 2)) {
          waves.push(held.splice(0).sort());
          for (const open of gates.values()) open();
        }
      }
      assert.deepEqual(waves, [[''], ['config.json', 'frame.js']]);
      assert.deepEqual(folder.requests().length, 3);
    },
  );

  it(
    'costs its page nothing while digits are typed into it: no message for a second and third key',
    { timeout: LIMIT },
    async (test) => {
      const portal = await open(test, { script: COUNTER });
      await portal.page.clock.resume();
      await portal.focus();
      await portal.page.evaluate(() => void (passed = []));
      await portal.enter('4826');
      // The last word, and a port keeps the order of what went before.
      await portal.heard('pin-change');
      const kinds = await portal.page.evaluate(() => passed);
      // The first digit of a field, and its last: no message for what is between.
      assert.deepEqual(kinds.slice(0, kinds.indexOf('changed')), [
        'focus',
        'state',
        'state',
        'state',
      ]);
    },
  );
});
