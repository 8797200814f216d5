/** Serves the folder with nginx, if this machine has it, and checks the responses. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { check } from '../../../src/node/frame/check.js';
import { nginxHeaders } from '../../../src/node/frame/hosts.js';
import { NO_NGINX, startNginx } from '../../support/nginx.js';
import { PREPARED } from './page.js';

const { files, headers } = PREPARED;

const INCLUDE = 'include headers.nginx.conf;';

describe('nginx with headers.nginx.conf', { skip: NO_NGINX, timeout: 60_000 }, () => {
  for (const [title, inHttp, inLocation] of [
    ['next to the server block, as in a container', INCLUDE, ''],
    ['in the location block', '', INCLUDE],
  ] as const)
    it(`serves the frame page correctly if the file is included ${title}`, async (context) => {
      const served = [...files].map(([name, content]) => [`public/${name}`, content] as const);
      const { url, stop } = await startNginx(
        { ...Object.fromEntries(served), 'headers.nginx.conf': nginxHeaders(headers) },
        inHttp,
        `location / { root public; ${inLocation} }`,
      );
      context.after(stop);
      const address = new URL(url);
      assert.deepEqual(await check(address, PREPARED), []);
      // An error page can be embedded like any other.
      const missing = await fetch(new URL('missing', address));
      assert.equal(missing.status, 404);
      assert.equal(missing.headers.get('Content-Security-Policy'), headers[0]?.[1]);
    });
});
