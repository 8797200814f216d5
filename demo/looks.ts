/**
 * How a page shows the element, as data: the choices that the playground and the stories share. Pure.
 */
import { valuesOf, type Allowed, type Option } from './query.js';

export const SCHEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies readonly Option<string>[];

export const DIRECTIONS = [
  { value: 'ltr', label: 'LTR' },
  { value: 'rtl', label: 'RTL' },
] as const satisfies readonly Option<string>[];

type ValueOf<Choice extends readonly Option<string>[]> = Choice[number]['value'];

/** How a page shows the element. */
export interface Looks {
  /** The page's `color-scheme`. */
  readonly scheme: ValueOf<typeof SCHEMES>;
  readonly dir: ValueOf<typeof DIRECTIONS>;
}

/** What is chosen before anybody has chosen. */
export const USUAL_LOOKS: Looks = { scheme: 'system', dir: 'ltr' };

export const ALLOWED_LOOKS: Allowed<Looks> = {
  scheme: valuesOf(SCHEMES),
  dir: valuesOf(DIRECTIONS),
};

/** Every choice with its name. */
export const LOOKS: readonly {
  readonly name: keyof Looks;
  readonly label: string;
  readonly options: readonly Option<string>[];
}[] = [
  { name: 'scheme', label: 'Colours', options: SCHEMES },
  { name: 'dir', label: 'Direction', options: DIRECTIONS },
];
