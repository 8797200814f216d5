/**
 * A thief in the portal's page of isolated mode, who takes the focus from the frame page so that
 * keys go to the page, and a cardholder who types on.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { until } from '../support/until.js';
import { describeOtherEngines } from './other-engines.js';
import { it, usePortal } from './portal-page.js';
import type { AttackedBrowser, AttackedPage } from './trial.js';

/** Different digits, more than four: no thief has two of them by chance. */
const PIN = '483175';

/** Scripts that take the focus and that make the form usable again. */
const WAYS = {
  'focus another field': ['other.focus()', ''],
  'blur()': ['document.activeElement.blur()', ''],
  inert: ['pin.inert = true', 'pin.inert = false'],
  'visibility: hidden': ['pin.style.visibility = "hidden"', 'pin.style.visibility = ""'],
  'display: none': ['pin.style.display = "none"', 'pin.style.display = ""'],
  'showModal()': ['dialog.showModal()', 'dialog.close()'],
  'focus a frame of its own': ['frame.focus()', ''],
  'remove and prepend': ['const box = pin.parentNode; pin.remove(); box.prepend(pin)', 'reloads'],
  'another frame-src': ['pin.frameSrc = frameSrc + "?" + ++taken', 'reloads'],
  append: ['(pin.parentNode === portal ? document.body : portal).append(pin)', 'reloads'],
  'a clone': [
    'const clone = withToken(pin.cloneNode()); pin.replaceWith(clone); pin = clone',
    'reloads',
  ],
  'a clone, hidden beside it': [
    'const clone = withToken(pin.cloneNode()); pin.style.display = "none"; pin.after(clone); pin = clone',
    'reloads',
  ],
} as const satisfies Readonly<Record<string, readonly [take: string, undo: string]>>;

/** Scripts that hide what the frame page says. */
const HIDINGS = {
  nothing: '',
  'clip-path': 'pin.style.clipPath = "inset(0 0 70% 0)"',
  'mask-image': 'pin.style.maskImage = "linear-gradient(#000 30%, #0000 30%)"',
  'overflow: hidden, height: 0': 'wrap("overflow: hidden; height: 0")',
  'contain: paint': 'wrap("contain: paint; height: 40px")',
  'a scrolled wrapper': 'wrap("overflow: auto; height: 90px").scrollTop = 90',
  '--set-card-pin-gap: 4000px': 'pin.style.setProperty("--set-card-pin-gap", "4000px")',
  'words of the page': 'wrap("position: relative").append(words)',
} as const;

interface Theft {
  readonly way: keyof typeof WAYS;
  /** test/isolated/lost-digits.test.ts has others, such as several keys down, or one held long. */
  readonly moment: 'key down' | 'between keys';
  readonly hiding: keyof typeof HIDINGS;
}

/** Every way at every moment, and every hiding with one way: what it hides decides nothing. */
const THEFTS: readonly Theft[] = [
  ...keysOf(WAYS).map((way): Theft => ({ way, moment: 'key down', hiding: 'nothing' })),
  // A page may load the frame page again between two keys: honest pages do. It counts nothing.
  ...keysOf(WAYS)
    .filter((way) => WAYS[way][1] !== 'reloads')
    .map((way): Theft => ({ way, moment: 'between keys', hiding: 'nothing' })),
  ...keysOf(HIDINGS)
    .filter((hiding) => hiding !== 'nothing')
    .map((hiding): Theft => ({ way: 'focus another field', moment: 'key down', hiding })),
];

function keysOf<T extends string>(of: Readonly<Record<T, unknown>>): readonly T[] {
  return Object.keys(of) as T[];
}

/** Ways that other engines try while a key is down. The others give the same events there. */
const DIFFERS =
  /^(focus another field|display: none|remove and prepend|another frame-src|append|a clone, .*)$/;

const THEFTS_IN_OTHER_ENGINES = THEFTS.filter(
  ({ way, moment, hiding }) =>
    /^(nothing|clip-path)$/.test(hiding) &&
    (moment === 'key down' ? DIFFERS : /^(focus another field|display: none)$/).test(way),
);

describe('a thief who takes the focus while a PIN is typed in Chromium', () =>
  testThefts(usePortal(), THEFTS));

describeOtherEngines('a thief who takes the focus while a PIN is typed', (browser) =>
  testThefts(browser, THEFTS_IN_OTHER_ENGINES),
);

function testThefts(browser: () => AttackedBrowser, thefts: readonly Theft[]): void {
  for (const theft of thefts)
    it(`gets no PIN that is set: ${theft.way}, ${theft.moment}, hidden by ${theft.hiding}`, () =>
      browser().use(PIN, { mode: 'isolated' }, (page) => rob(page, theft)));
}

/**
 * The thief: a script that runs once the element is ready, and gets keys, inputs and messages. Its
 * value settles once the form is ready again that it may have moved: before, there is no field.
 */
const thiefScript = ({ way, hiding }: Theft) => `{
  let taken = 0;
  const { frameSrc } = pin;
  const make = (tag, markup = '') => {
    const element = document.createElement(tag);
    element.innerHTML = markup;
    document.body.append(element);
    return element;
  };
  const other = make('input'), dialog = make('dialog', '<input>'), frame = make('iframe');
  frame.contentDocument.body.innerHTML = '<input>';
  const got = [], texts = [];
  const words = make('b', 'All is well');
  words.style = 'position: absolute; inset: 30% 0 0; background: #fff';
  const wrap = (style) => {
    const box = make('div');
    box.style = style;
    portal.append(box);
    box.append(pin);
    ready = nextReady();
    return box;
  };
  const record = ({ key, code = '', data }) => {
    const digit = /\\d$/.exec(code)?.[0] ?? (/^\\d$/.test(key ?? data) ? key ?? data : undefined);
    if (digit !== undefined && !got.includes(digit)) got.push(digit);
  };
  for (const target of [self, frame.contentWindow])
    for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input'])
      target.addEventListener(type, record, true);
  let ready, handleReady = () => {}, hasTaken = false;
  const nextReady = () => new Promise((done) => { handleReady = done; });
  const hear = ({ data }) => {
    texts.push(JSON.stringify(data));
    if (data?.kind === 'ready') handleReady();
  };
  addEventListener('message', hear, true);
  const Channel = MessageChannel;
  MessageChannel = function () {
    const channel = new Channel();
    channel.port1.addEventListener('message', hear);
    return channel;
  };
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const focus = async () => {
    for (let tries = 0; tries === 0 || (tries < 100 && document.activeElement !== pin); tries++) {
      pin.focus();
      await painted();
    }
  };
  self.thief = {
    loot: async () => ({
      got: got.join(''),
      texts: texts.join(),
      isStopped: hasTaken && (await pin.submit()).detail === 'focus-taken',
    }),
    take: async () => {
      hasTaken = true;
      ready = nextReady();
      ${WAYS[way][0]};
      await painted();
    },
    giveBack: async () => {
      ${WAYS[way][1] === 'reloads' ? 'await ready' : WAYS[way][1]};
    },
    startEntry: () => pin.reset(),
    focus,
  };
  ${HIDINGS[hiding]};
  ready;
}`;

/** What the thief reports. */
interface ThiefReport {
  readonly got: string;
  readonly texts: string;
  /** `true` if the frame page takes no PIN. */
  readonly isStopped: boolean;
}

/**
 * Lets a thief rob a cardholder, who types the PIN three times, or until it is set, and presses the
 * button of the frame page once, if it isn't hidden.
 */
async function rob(page: AttackedPage, theft: Theft): Promise<void> {
  const ask = () => page.evaluate<ThiefReport>('thief.loot()');
  await page.evaluate(thiefScript(theft));
  let report = await ask();
  const confirmations = theft.hiding === 'nothing' ? 1 : 0;
  let confirms = confirmations;
  /** Digits that left while the frame page took a PIN, and since a person pressed its button. */
  let [left, unconfirmed] = ['', ''];
  for (let entry = 0; entry < 3 && !(await page.published.isPin(PIN)); entry++) {
    await page.evaluate('thief.startEntry()');
    await waitUntilFocused(page);
    for (const [index, key] of [...PIN, 'Tab', ...PIN, 'Enter'].entries()) {
      const isWanted = PIN.includes(key) && !report.got.includes(key);
      if (!isWanted || (theft.moment === 'between keys' && index === 0)) {
        await page.press(key);
        continue;
      }
      await steal(page, theft, key);
      const before = report;
      report = await ask();
      const stolen = before.isStopped ? '' : report.got.slice(before.got.length);
      left += stolen;
      unconfirmed += stolen;
      if (confirms === 0 || !report.isStopped) continue;
      for (const press of ['Tab', 'Enter']) await page.press(press);
      confirms--;
      unconfirmed = '';
      break;
    }
    report = await ask();
  }
  assert.ok(!report.texts.includes(PIN.slice(0, 4)), report.texts);
  // An entry that loses the focus between two keys counts from the second time.
  const forgiven = theft.moment === 'between keys' ? 1 : 0;
  assert.ok(left.length <= 1 + confirmations + forgiven, `left: ${left}`);
  const isSet = await page.published.isPin(PIN);
  assert.ok(!isSet || unconfirmed === '', `set after ${unconfirmed} had left`);
}

/** Takes the focus at a moment while a cardholder types a digit, and gives it back. */
async function steal(page: AttackedPage, { way, moment }: Theft, digit: string): Promise<void> {
  const take = async () => {
    await page.evaluate('thief.take()');
    // A frame page that loads again may keep the focus.
    if (page.frame !== undefined && WAYS[way][1] !== 'reloads')
      await until('the frame page loses the focus', async () => !(await hasFocus(page)));
  };
  if (moment === 'key down') await page.hold(digit, take);
  else {
    await take();
    await page.press(digit);
  }
  await page.evaluate('thief.giveBack()');
  await waitUntilFocused(page);
}

/** A frame that loads again loses the focus once more when it appears, so the thief repeats. */
const waitUntilFocused = (page: AttackedPage) =>
  until('the frame page has the focus', async () => {
    await page.evaluate('thief.focus()');
    return hasFocus(page);
  });

/** Asks the frame page. The other engines can't, and need no time to move the focus. */
async function hasFocus({ frame }: AttackedPage): Promise<boolean> {
  return frame?.evaluate(() => document.hasFocus()).catch(() => false) ?? true;
}
