import { expect } from '@open-wc/testing';
import { press, protocol, type } from '../support/browser/cardholder.js';
import { engine, inModes } from '../support/browser/engine.js';
import { embed } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

/** Places in a page to which an element moves after it is ready. */
const PLACES: Readonly<Record<string, (box: Element) => void>> = {
  'an open root in a closed one': (box) => {
    const inner = document.createElement('div');
    inner.attachShadow({ mode: 'open' }).append(...box.childNodes);
    box.attachShadow({ mode: 'closed' }).append(inner);
  },
  'a slot of a closed root': (box) =>
    box.attachShadow({ mode: 'closed' }).append(document.createElement('slot')),
};

const TYPES =
  'keydown keypress keyup beforeinput input textInput paste copy cut drop compositionstart compositionupdate compositionend';

/** Returns all nodes around a node, even around closed roots. */
function levelsAround(node: Node): Node[] {
  const above = node.parentNode ?? (node as Partial<ShadowRoot>).host;
  return [node, ...(above ? levelsAround(above) : [])];
}

/** Types, pastes, composes and drops digits in a field or in the element. */
async function enterDigits(target: HTMLElement): Promise<void> {
  target.focus();
  await type('48');
  // Pastes whatever is on the clipboard, because other tests' pages share it.
  await press('Control+v');
  // The other drivers don't have these actions.
  if (engine !== 'chromium') return;
  // Without the focus, it is harder to tell whose text is dropped.
  (document.activeElement as HTMLElement).blur();
  const { left, top, width, height } = target.getBoundingClientRect();
  const data = { items: [{ mimeType: 'text/plain', data: '4826' }], dragOperationsMask: 1 };
  // Drops all over the element, because the test can't find its fields.
  for (let part = 1; part < 20; part += 2) {
    const x = left + width / 4;
    const y = top + (height * part) / 20;
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await protocol('Input.dispatchDragEvent', { type, x, y, data });
  }
  target.focus();
  // The composition ends when the focus moves.
  await protocol('Input.imeSetComposition', { text: '26', selectionStart: 2, selectionEnd: 2 });
}

inModes(['inline'], 'a guard of the keys, which a frame doesn’t need', () => {
  describe('the key guard', () => {
    for (const [place, moveTo] of Object.entries(PLACES))
      it(`hides typed, pasted, composed and dropped digits from later listeners at every level around ${place}`, async () => {
        const { element } = await embed(service, 'accepted');
        const box = document.createElement('div');
        element.replaceWith(box);
        const field = document.createElement('input');
        box.append(element, field);
        moveTo(box);
        const levels = [...levelsAround(box), window];
        /** Events that the page hears, with their level. Excludes keys such as Control. */
        const heard = new Set<string>();
        for (const [level, target] of [...levels, element].entries())
          for (const type of TYPES.split(' '))
            for (const isCapture of [true, false])
              target.addEventListener(
                type,
                (event) => {
                  if (!('key' in event) || /\d/.test(String(event.key)))
                    heard.add(`${level} ${type}`);
                },
                isCapture,
              );
        await enterDigits(element);
        expect([...heard]).to.deep.equal([]);
        expect(element.matches(':state(empty)')).to.equal(false);
        await enterDigits(field);
        const more = engine === 'chromium' ? ['compositionupdate', 'drop'] : [];
        for (const level of levels.keys())
          for (const type of ['keydown', 'keyup', 'input', 'paste', ...more])
            expect([...heard]).to.include(`${level} ${type}`);
      });
  });
});
