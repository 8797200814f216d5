import type { DoctorOptions } from './arguments.js';
import type { Secrets } from './secrets.js';

/** The input of every check. */
export interface CheckInput extends DoctorOptions {
  readonly apiKey: string;
  /** Each check adds the secrets that it receives, so that the report masks them. */
  readonly secrets: Secrets;
}
