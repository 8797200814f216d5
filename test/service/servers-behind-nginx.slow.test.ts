import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GraphQLError } from 'graphql';
import type { Outcome } from '../../src/set-pin/outcome.js';
import { NO_NGINX, startNginx } from '../support/nginx.js';
import { createService, PAYMENT_CARD, submitPin, USER_ERROR } from './servers/service.js';
import { yoga } from './servers/servers.js';

const hang = () => new Promise(() => {});
const crash = () => {
  throw new GraphQLError('Failed', { extensions: { http: { status: 500 } } });
};

const FILES = {
  'sorry.html': '<!doctype html><title>Sorry</title>',
  'sorry.json': '{"message":"Sorry"}',
};

const crashOnce = (nth: number) => (nth === 1 ? crash() : PAYMENT_CARD);
const hangOnce = (nth: number) => (nth === 1 ? hang() : USER_ERROR);

const TIME_OUT = 'proxy_read_timeout 100ms;';

/** What nginx and the API do, and the outcome of a submit. */
const ROWS: readonly (readonly [
  directives: string,
  execute: (nth: number) => unknown,
  kind: Outcome['kind'],
  statuses: readonly number[],
  executions: number,
])[] = [
  [`${TIME_OUT} error_page 504 /sorry.html;`, hang, 'unconfirmed', [504, 504, 504, 504], 4],
  // nginx turns 504 into 405, because the page doesn’t accept a POST.
  [`${TIME_OUT} error_page 504 @sorry;`, hang, 'unconfirmed', [405], 1],
  [`${TIME_OUT} error_page 504 =200 /sorry.json;`, hang, 'unconfirmed', [200], 1],
  [`${TIME_OUT} error_page 504 =302 http://$http_host/sorry.html;`, hang, 'unconfirmed', [], 4],
  // The status is taken at its word.
  ['error_page 500 =401 /sorry.html;', crash, 'token-expired', [401, 401], 2],
  // nginx repeats a POST. The element sends one request.
  ['proxy_next_upstream http_500 non_idempotent;', crashOnce, 'set', [200], 2],
  [`${TIME_OUT} proxy_next_upstream timeout non_idempotent;`, hangOnce, 'rejected', [200], 2],
];

describe('a submit to a server behind nginx', { skip: NO_NGINX, timeout: 60_000 }, () => {
  for (const [directives, execute, kind, statuses, executions] of ROWS) {
    it(`has the outcome ${kind} with the directives ${directives}`, async () => {
      const service = createService({ execute });
      const upstreams = [await yoga.start(service), await yoga.start(service)];
      const hosts = upstreams.map(({ url }) => `server ${new URL(url).host} max_fails=0;`);
      const nginx = await startNginx(
        FILES,
        `upstream upstreams { ${hosts.join(' ')} }`,
        `root .;
         location = /graphql {
           proxy_pass http://upstreams;
           proxy_set_header Host $http_host;
           proxy_intercept_errors on;
           ${directives}
         }
         location @sorry { try_files /sorry.html =404; }`,
      );
      try {
        const submitted = await submitPin(`${nginx.url}/graphql`, service);
        assert.deepEqual(submitted, { kind, statuses, executions });
      } finally {
        await nginx.stop();
        for (const upstream of upstreams) await upstream.close();
      }
    });
  }
});
