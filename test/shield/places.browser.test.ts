import { expect } from '@open-wc/testing';
import '../../src/index.js';
import { press, protocol, type } from '../support/browser/cardholder.js';
import { engine, inModes } from '../support/browser/engine.js';
import { embed } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** Places of a page to which an element is moved that is already ready. */
const PLACES: Readonly<Record<string, (box: Element) => void>> = {
  'an open root': (box) => box.attachShadow({ mode: 'open' }).append(...box.childNodes),
  'a closed root': (box) => box.attachShadow({ mode: 'closed' }).append(...box.childNodes),
  'an open root in a closed one': (box) => {
    const inner = document.createElement('div');
    inner.attachShadow({ mode: 'open' }).append(...box.childNodes);
    box.attachShadow({ mode: 'closed' }).append(inner);
  },
  'a slot of a closed root': (box) =>
    box.attachShadow({ mode: 'closed' }).append(document.createElement('slot')),
  'the document of a frame': (box) => {
    const frame = document.createElement('iframe');
    box.after(frame);
    frame.contentDocument!.body.append(box);
  },
};

const TYPES =
  'keydown keypress keyup beforeinput input textInput paste copy cut drop compositionstart compositionupdate compositionend';

/** Types, pastes, composes and drops digits in a field or in the element. */
async function enterDigits(target: HTMLElement): Promise<void> {
  target.focus();
  await type('48');
  // Whatever is on the clipboard, which the pages of other tests share.
  await press('Control+v');
  // The other drivers have no such actions.
  if (engine !== 'chromium') return;
  // Without the focus, less tells whose text is dropped.
  (target.ownerDocument.activeElement as HTMLElement).blur();
  const { left, top, width, height } = target.getBoundingClientRect();
  const frame = target.ownerDocument.defaultView!.frameElement?.getBoundingClientRect();
  const data = { items: [{ mimeType: 'text/plain', data: '4826' }], dragOperationsMask: 1 };
  // All over the element, because the test can't find its fields.
  for (let part = 1; part < 20; part += 2) {
    const x = (frame?.left ?? 0) + left + width / 4;
    const y = (frame?.top ?? 0) + top + (height * part) / 20;
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await protocol('Input.dispatchDragEvent', { type, x, y, data });
  }
  target.focus();
  // It ends when the focus moves.
  await protocol('Input.imeSetComposition', { text: '26', selectionStart: 2, selectionEnd: 2 });
}

inModes(['inline'], 'a guard of the keys, which a frame doesn’t need', () => {
  describe('the guard of the keys, whose page adds listeners later', () => {
    let service: Service;
    before(async () => {
      service = await startService();
    });

    for (const [place, moveTo] of Object.entries(PLACES))
      it(`keeps what is typed, pasted, composed and dropped from the page in ${place}`, async () => {
        const { element } = await embed(service, 'accepted');
        const box = document.createElement('div');
        element.replaceWith(box);
        const field = document.createElement('input');
        box.append(element, field);
        moveTo(box);
        /** Types of the events that the page hears, without those of keys such as Control. */
        const heard = new Set<string>();
        const hear = (event: Event) => {
          if (!('key' in event) || /\d/.test(String(event.key))) heard.add(event.type);
        };
        for (const target of [window, element.ownerDocument.defaultView!])
          for (const type of TYPES.split(' ')) target.addEventListener(type, hear, true);
        await enterDigits(element);
        expect([...heard]).to.deep.equal([]);
        expect(element.matches(':state(empty)')).to.equal(false);
        await enterDigits(field);
        const more = engine === 'chromium' ? ['compositionupdate', 'drop'] : [];
        expect([...heard]).to.include.members(['keydown', 'keyup', 'input', 'paste', ...more]);
      });
  });
});
