/** Runs the built app. The portal's server calls `handle` for the app's pages and files. */
import { fileURLToPath } from 'node:url';
import next from 'next';

// `npm run build` copies this file to `dist/server`.
const app = next({ dev: false, dir: fileURLToPath(new URL('../../', import.meta.url)) });
await app.prepare();

export const handle = app.getRequestHandler();
export const close = () => app.close();
