/** Puts the element into different places of a page, and sets a PIN in each. */
import { scriptOf, type Attack, type AttackedPage, type Capture } from './attack.js';
import { randomPin, setPinOnce } from './cardholder.js';

/** The places by name. Each function runs in the page, in which the element is already ready. */
const PLACE = {
  'the page': () => {},
  'an open root': (box: Element) => box.attachShadow({ mode: 'open' }).append(...box.childNodes),
  'a closed root': (box: Element) => box.attachShadow({ mode: 'closed' }).append(...box.childNodes),
  'an open root in a closed one': (box: Element) => {
    const inner = document.createElement('div');
    inner.attachShadow({ mode: 'open' }).append(...box.childNodes);
    box.attachShadow({ mode: 'closed' }).append(inner);
  },
  'a slot of a closed root': (box: Element) =>
    box.attachShadow({ mode: 'closed' }).append(document.createElement('slot')),
  'the document of a frame': (box: Element) => {
    const frame = document.createElement('iframe');
    box.after(frame);
    frame.contentDocument!.body.append(box);
  },
} as const;

export type Placement = keyof typeof PLACE;

export const PLACEMENTS = Object.keys(PLACE) as readonly Placement[];

/**
 * Puts a new element into a place. Moves it there once it is ready, and puts the focus before it.
 * Scripts that the frame gets run afterwards.
 */
export async function place(
  page: Pick<AttackedPage, 'evaluate'>,
  placement: Placement,
  frameScript = '',
): Promise<void> {
  // tsx adds calls of `__name` to functions.
  await page.evaluate(`(async (__name) => {
    const element = withToken(pin.cloneNode());
    const box = document.createElement('div');
    const start = document.createElement('button');
    const ready = new Promise((done) => element.addEventListener('pin-ready', done));
    self.placedSet = new Promise((done) => element.addEventListener('pin-set', () => done()));
    box.append(start, element);
    document.body.append(box);
    await ready;
    (${String(PLACE[placement])})(box);
    if (element.ownerDocument !== document)
      element.ownerDocument.defaultView.eval(${JSON.stringify(frameScript)});
    start.focus();
  })((named) => named)`);
}

/**
 * Sets a PIN in each place of a page in which an attack is installed.
 *
 * @returns For each place the PIN and what the attack captured there.
 */
export async function setPinInEachPlace(
  page: AttackedPage,
  attack: Attack,
): Promise<{ placement: Placement; pin: string; captures: Capture[] }[]> {
  const results = [];
  let seen = 0;
  for (const placement of PLACEMENTS) {
    const pin = randomPin();
    await place(page, placement, scriptOf(attack));
    await page.press('Tab');
    await setPinOnce(page, pin, attack.entry);
    await page.evaluate('placedSet');
    const texts = await page.evaluate<string[]>(
      `[self, ...Array.from(frames)].map((window) => window.captured())`,
    );
    const all = texts.flatMap((text) => JSON.parse(text) as Capture[]);
    results.push({ placement, pin, captures: all.slice(seen) });
    seen = all.length;
  }
  return results;
}
