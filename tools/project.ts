import { fileURLToPath } from 'node:url';

/** The path of the project, with a slash at its end. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));
