/** Style sheets in `demo/themes`, by file name. */
import type { Option } from './query.js';

export const THEMES = [
  { value: 'none', label: 'None' },
  { value: 'linden', label: 'Linden' },
  { value: 'carbon', label: 'Carbon' },
  { value: 'material', label: 'Material' },
] as const satisfies readonly Option<string>[];
