import type { Words } from '../messages/catalogue.js';
import type { FormSettings } from './settings.js';

/** Returns the text that describes a valid PIN. */
export function hintOf(words: Words, { autoSubmits }: FormSettings): string {
  return autoSubmits ? `${words.hint} ${words.autoSubmitHint}` : words.hint;
}
