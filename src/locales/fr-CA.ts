import { addVariant } from '../messages/variant.js';
import { fr } from './fr.js';

/** French for Canada, with *NIP* and no space before `;`. Not yet reviewed by a native speaker. */
export const frCA = addVariant('fr-CA', fr, {
  'code PIN': 'NIP',
  codes: 'NIP',
  code: 'NIP',
  '\u202F;': ';',
});
