/** Runs Vite's development server with a configuration that passes the route for tokens on. */
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type UserConfig } from 'vite';
import { freePort } from '../../../tools/browsers/free-port.js';
import { serve } from '../../node/server/answering-service.js';

/** The address of the server half in the sample. */
export const SERVER_HALF = 'http://127.0.0.1:3000';

/**
 * Asserts that a page's request reaches a server, with the header that says that it comes from the
 * page's own origin.
 *
 * @param read - Returns the configuration for a server at another address.
 */
export async function passOnThroughVite(
  read: (address: string) => Promise<UserConfig>,
  folder: string,
): Promise<void> {
  const serverHalf = await serve(({ url, headers }, response) => {
    response.end(`${url} ${headers['sec-fetch-site']}`);
  });
  const config = await read(serverHalf.url);
  const port = await freePort();
  const vite = await createServer({
    ...config,
    configFile: false,
    root: await mkdtemp(join(folder, 'vite-proxy-')),
    logLevel: 'silent',
    server: { ...config.server, host: '127.0.0.1', port, strictPort: true },
  });
  try {
    await vite.listen();
    const answer = await fetch(`http://127.0.0.1:${port}/portal/client-token`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    assert.equal(await answer.text(), '/portal/client-token same-origin');
  } finally {
    await vite.close();
    await serverHalf.close();
  }
}
