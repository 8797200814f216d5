/** All scripts that are tried. docs/evidence/leaks.md shows them, and trial.ts tries them. */
import type { Attack } from './attack.js';
import { HOOKS } from './attacks/hooks.js';
import { LISTENERS } from './attacks/listeners.js';
import { READERS } from './attacks/readers.js';

export const TABLE: readonly Attack[] = [...LISTENERS, ...HOOKS, ...READERS];
