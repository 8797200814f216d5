/** Places of a page. Each function runs in the page, and moves an element that is already ready. */
export const PLACES: Readonly<Record<string, (box: Element) => void>> = {
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
