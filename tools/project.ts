import { fileURLToPath } from 'node:url';

/** Path of the project, with a slash at the end. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));
