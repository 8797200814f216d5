/**
 * The bank's site: `/cards/<id>` is the page that the app renders. An app with its own server also
 * renders `/cards`, which has a link to that page. The site includes the portal's backend. The
 * sandbox is the card-issuing API.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  addressOf,
  createLoopbackServer,
  listen,
  stop,
} from '../../../src/node/loopback-server.js';
import { SANDBOX_CARDS } from '../../../src/node/sandbox/cards.js';
import type { Sandbox } from '../../../src/node/sandbox/sandbox.js';
import type { NodeListener } from '../../../src/node/server/client-token-handler.js';
import { DEMO_CARDHOLDER } from '../../portal/demo-cardholder.js';
import { createPortal } from '../../portal/portal.js';

/** A running site. */
export interface Site {
  /** Its address, which signs the cardholder in. It ends with a slash. */
  readonly url: string;
  /** Closes all connections and frees the port. */
  close(): Promise<void>;
}

/** The data that a page receives: the signed-in cardholder and the card. None of it is secret. */
type Account = Readonly<Record<'cardholder' | 'endpoint' | 'cardId' | 'last4', string>>;

/** A built app's server part, if it has one: the exports of its `entry-server`. */
interface AppServer {
  /** Returns the HTML for the page. The site writes it into the app's `index.html`. */
  readonly render?: (account: Account) => string | Promise<string>;
  /**
   * Responds to requests for the page and the files of an app that has its own server. It finds the
   * account in the `X-Account` header, as percent-encoded JSON.
   */
  readonly handle?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Releases what `handle` needs. */
  readonly close?: () => Promise<void>;
}

/** The page after the login. */
const FIRST_PAGE = `/cards/${SANDBOX_CARDS[0]!.id}`;

const PUBLIC = fileURLToPath(new URL('./public/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/**
 * Serves an app as a card's page, on loopback only, on any free port.
 *
 * @param dist - The built app: `client` for the browser and, if it renders on a server, `server`.
 */
export async function startSite(dist: string, sandbox: Sandbox): Promise<Site> {
  const entry = join(dist, 'server', 'entry-server.js');
  const { render, handle, close } = (
    existsSync(entry) ? await import(pathToFileURL(entry).href) : {}
  ) as AppServer;
  const client = join(dist, 'client');
  const { url: endpoint, apiKey } = sandbox.test;

  const server = createLoopbackServer(async (request, response, { pathname }) => {
    const { headers, url } = request;
    // The portal accepts requests from one origin only, so requests to `localhost` are redirected.
    if (headers.host?.startsWith('localhost:'))
      return response.writeHead(307, { Location: `${origin}${url}` }).end();
    if (pathname.startsWith('/portal/')) return portal(request, response);
    if (pathname === '/') return signIn(origin, response);
    const page = handle !== undefined && pathname === '/cards' ? FIRST_PAGE : pathname;
    const account = accountOf(page, endpoint);
    if (handle !== undefined && (account !== undefined || pathname.startsWith('/_'))) {
      // A header that the browser has sent must not be trusted.
      delete headers['x-account'];
      if (account) headers['x-account'] = encodeURIComponent(JSON.stringify(account));
      return handle(request, response);
    }
    if (account !== undefined) {
      const template = await readFile(join(client, 'index.html'), 'utf8');
      const rendered = (await render?.(account)) ?? '';
      const values = { ...account, account: JSON.stringify(account), page: rendered };
      return sendPage(response, fill(template, values), endpoint);
    }
    // `URL` has already resolved any `..` in the path.
    const files = [PUBLIC, client].map((folder) => readFile(join(folder, pathname)));
    const file = await Promise.any(files).catch(() => undefined);
    return response
      .writeHead(file === undefined ? 404 : 200, {
        'Content-Type': `${TYPES[extname(pathname)] ?? 'text/plain'}; charset=utf-8`,
        'X-Content-Type-Options': 'nosniff',
      })
      .end(file ?? `Not found: ${url}\n`);
  });
  await listen(server, 0);
  const origin = addressOf(server);
  const cardholders = [DEMO_CARDHOLDER];
  const portal: NodeListener = createPortal({ origin, endpoint, apiKey, cardholders });
  return {
    url: `${origin}/`,
    close: async () => {
      await stop(server);
      await close?.();
    },
  };
}

function accountOf(path: string, endpoint: string): Account | undefined {
  const card = SANDBOX_CARDS.find(({ id }) => path === `/cards/${id}`);
  if (card === undefined) return undefined;
  // The API doesn't provide every card's digits.
  const { id: cardId, last4 } = card;
  return { cardholder: DEMO_CARDHOLDER.name, endpoint, cardId, last4: last4 ?? '••••' };
}

/** Replaces each `{{name}}` in a template. No account value needs to be escaped. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);
}

/** Signs the cardholder in, as a real bank does after a login, and redirects to a card. */
async function signIn(origin: string, response: ServerResponse): Promise<void> {
  const { headers } = await fetch(`${origin}/portal/session`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ cardholder: DEMO_CARDHOLDER.name }),
  });
  response.writeHead(303, { Location: FIRST_PAGE, 'Set-Cookie': headers.getSetCookie() }).end();
}

/** Sends a page with the policy that docs/content-security-policy.md gives for inline mode. */
function sendPage(response: ServerResponse, page: string, endpoint: string): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${new URL(endpoint).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html set-card-pin vue',
  ];
  response
    .writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      'Cache-Control': 'no-store',
    })
    .end(page);
}
