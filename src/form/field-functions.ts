/**
 * The platform's functions that read and edit a field, kept when the element's script runs: a tool
 * that is installed later may wrap the page's.
 */

// On a server there are no such classes.
const { value, setRangeText } = Object.getOwnPropertyDescriptors(
  globalThis.HTMLInputElement?.prototype ?? {},
);
const { execCommand } = globalThis.Document?.prototype ?? {};

export function valueOf(input: HTMLInputElement): string {
  return value.get!.call(input);
}

/** Empties a field without the setter of `value`, which replay tools watch. */
export function empty(input: HTMLInputElement): void {
  // Any length: a script may have assigned the text.
  setRangeText.value!.call(input, '', 0, 1e9);
}

/** Inserts text at the caret of the focused field. It can be undone, as if it had been typed. */
export function insertText(text: string): void {
  execCommand.call(document, 'insertText', false, text);
}
