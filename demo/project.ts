import { fileURLToPath } from 'node:url';

/** The project's path. It ends with a slash. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));
