/** Puts the element into different places of a page, and sets a PIN in each. */
import { scriptOf, wayOfPin, type Attack, type AttackedPage, type Capture } from './attack.js';
import { setPin, type EntryMethod } from './cardholder.js';

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

type Placement = keyof typeof PLACE;

export const PLACEMENTS = Object.keys(PLACE) as readonly Placement[];

/**
 * Sets a PIN in each place of a page in which attacks are installed, with a new element that is
 * moved there once it is ready.
 *
 * @param pin - If one of the attacks is on a paste, this PIN must be on the clipboard.
 * @param methods - Ways in which the PIN gets into the confirmation.
 * @returns The places in which each attack got the PIN.
 */
export async function placesOfLeaks(
  page: AttackedPage,
  attacks: readonly Attack[],
  pin: string,
  methods: readonly EntryMethod[],
): Promise<ReadonlyMap<Attack, readonly Placement[]>> {
  const places = new Map<Attack, Placement[]>(attacks.map((attack) => [attack, []]));
  const seen = attacks.map(() => 0);
  for (const placement of PLACEMENTS) {
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
        element.ownerDocument.defaultView.eval(${JSON.stringify(scriptOf(...attacks))});
      start.focus();
    })((named) => named)`);
    await page.press('Tab');
    await setPin(page, pin, { methods, isDirect: true });
    await page.evaluate('placedSet');
    const windows = await page.evaluate<string[]>(
      '[self, ...Array.from(frames)].map((window) => window.captured())',
    );
    const captures = windows.map((text) => JSON.parse(text) as Capture[][]);
    for (const [index, attack] of attacks.entries()) {
      const own = captures.flatMap((window) => window[index]!);
      if (wayOfPin(own.slice(seen[index]), pin) !== undefined) places.get(attack)!.push(placement);
      seen[index] = own.length;
    }
  }
  return places;
}
