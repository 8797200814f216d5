/** Ways in which a hostile page takes the focus from the frame page while a PIN is typed. */

/** Scripts that take the focus and that make the form usable again: see {@link VARIABLES}. */
export const WAYS = {
  'focus another field': ['other.focus()', ''],
  'blur()': ['document.activeElement.blur()', ''],
  inert: ['pin.inert = true', 'pin.inert = false'],
  'visibility: hidden': ['pin.style.visibility = "hidden"', 'pin.style.visibility = ""'],
  'display: none': ['pin.style.display = "none"', 'pin.style.display = ""'],
  'showModal()': ['dialog.showModal()', 'dialog.close()'],
  'remove and prepend': ['const box = pin.parentNode; pin.remove(); box.prepend(pin)', 'reloads'],
  'another frame-src': ['pin.frameSrc = frameSrc + "?" + ++taken', 'reloads'],
  append: ['(pin.parentNode === portal ? document.body : portal).append(pin)', 'reloads'],
  'a clone': [
    'const clone = withToken(pin.cloneNode()); pin.replaceWith(clone); pin = clone',
    'reloads',
  ],
} as const satisfies Readonly<Record<string, readonly [take: string, undo: string]>>;

/** Defines the variables that {@link WAYS} use, once the page has `pin`. */
export const VARIABLES = `
  var taken = 0, { frameSrc } = pin;
  var other = document.createElement('input'), dialog = document.createElement('dialog');
  dialog.innerHTML = '<input>';
  document.body.append(other, dialog);`;
