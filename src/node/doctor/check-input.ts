import type { DoctorOptions } from './arguments.js';
import type { Secrets } from './secrets.js';

/** What every check is given: the options, the API key, and where to keep the secrets that it sees. */
export interface CheckInput extends DoctorOptions {
  readonly apiKey: string;
  readonly secrets: Secrets;
}
