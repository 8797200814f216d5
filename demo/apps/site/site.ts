/**
 * The bank's site: the list of cards, and `/cards/<id>`, the page that the app
 * renders. It includes the portal's server half. The sandbox is the card service.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  addressOf,
  createLoopbackServer,
  listen,
  stop,
} from '../../../src/node/loopback-server.js';
import { DEMO_CARDHOLDER } from '../../portal/demo-cardholder.js';
import { createPortal } from '../../portal/portal.js';
import { SANDBOX_CARDS } from '../../../src/node/sandbox/cards.js';
import type { Sandbox } from '../../../src/node/sandbox/sandbox.js';
import { loadAppServer, type Account } from './app-server.js';
import { escape, fill, json, Markup } from './template.js';

/** A running site. */
export interface Site {
  /** Its address, which signs the cardholder in. It ends with a slash. */
  readonly url: string;
  /** Closes all connections and frees the port. */
  close(): Promise<void>;
}

const PUBLIC = fileURLToPath(new URL('./public/', import.meta.url));

/** The text in place of a card's last four digits, if the service doesn't tell them. */
const UNKNOWN_DIGITS = '••••';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves an app as the page of a card, on loopback only, at any free port.
 *
 * @param dist - The built app: `client` for the browser and, if it renders on a server, `server`.
 */
export async function startSite(dist: string, sandbox: Sandbox): Promise<Site> {
  const { render, handle, close } = await loadAppServer(dist);
  const files = new Map([...(await filesIn(PUBLIC)), ...(await filesIn(join(dist, 'client')))]);
  const template = (path: string): string => files.get(path)?.toString('utf8') ?? '';

  // The portal needs its own address. It is known once the server listens.
  let respond: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createLoopbackServer((request, response) => respond(request, response));
  await listen(server, 0);
  const origin = addressOf(server);
  const portal = createPortal({
    origin,
    serviceEndpoint: sandbox.test.url,
    apiKey: sandbox.test.apiKey,
    cardholders: [DEMO_CARDHOLDER],
  });

  const accountOf = (path: string): Account | undefined => {
    const card = SANDBOX_CARDS.find(({ id }) => path === `/cards/${id}`);
    return (
      card && {
        cardholder: DEMO_CARDHOLDER.name,
        endpoint: sandbox.test.url,
        cardId: card.id,
        last4: card.last4 ?? UNKNOWN_DIGITS,
      }
    );
  };

  const pageOf = async (
    path: string,
    account: Account | undefined,
  ): Promise<string | undefined> => {
    if (path === '/cards') {
      return fill(template('/cards.html'), {
        cardholder: DEMO_CARDHOLDER.name,
        cards: listOfCards(),
      });
    }
    if (account === undefined) return undefined;
    return fill(template('/index.html'), {
      ...account,
      account: json(account),
      page: render && new Markup(await render(account)),
    });
  };

  respond = (request, response) => {
    const { url = '/', headers } = request;
    const path = url.split('?', 1)[0] ?? '/';
    // The portal accepts requests from one origin only, so redirect `localhost` to it.
    if (headers.host?.startsWith('localhost:')) {
      response.writeHead(307, { Location: `${origin}${url}` }).end();
      return;
    }
    const fail = (error: unknown): void => {
      console.error(error);
      response.writeHead(500).end();
    };
    portal(request, response, () => {
      const account = accountOf(path);
      if (handle !== undefined && (account !== undefined || path.startsWith('/_'))) {
        // One that the browser has sent is not to be trusted.
        delete headers['x-account'];
        if (account) headers['x-account'] = encodeURIComponent(JSON.stringify(account));
        handle(request, response).catch(fail);
        return;
      }
      if (path === '/') {
        signIn(origin, response).catch(fail);
        return;
      }
      pageOf(path, account)
        .then((page) => {
          if (page !== undefined) return sendPage(response, page, sandbox.test.url);
          const file = path.endsWith('.html') ? undefined : files.get(path);
          response
            .writeHead(file === undefined ? 404 : 200, {
              'Content-Type': TYPES[extname(path)] ?? 'text/plain; charset=utf-8',
              'X-Content-Type-Options': 'nosniff',
            })
            .end(file ?? `Not found: ${url}\n`);
        })
        .catch(fail);
    });
  };
  return {
    url: `${origin}/`,
    close: async () => {
      await stop(server);
      await close?.();
    },
  };
}

/** Signs the cardholder in, which a real bank does after a login, and leads to the cards. */
async function signIn(origin: string, response: ServerResponse): Promise<void> {
  const { headers } = await fetch(`${origin}/portal/session`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ cardholder: DEMO_CARDHOLDER.name }),
  });
  response.writeHead(303, { Location: '/cards', 'Set-Cookie': headers.getSetCookie() }).end();
}

/** Sends a page with the policy that docs/isolated-mode.md gives for the inline element. */
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

function listOfCards(): Markup {
  const items = SANDBOX_CARDS.map(
    ({ id, last4, title, description }) =>
      `<li><a href="/cards/${id}">Debit card ending ${last4 ?? UNKNOWN_DIGITS}</a><p>${escape(title)}: ${escape(description)}</p></li>`,
  );
  return new Markup(items.join('\n'));
}

/** Reads the files in a folder, by their URL paths. Returns nothing if there is no such folder. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = existsSync(folder)
    ? await readdir(folder, { recursive: true, withFileTypes: true })
    : [];
  const paths = entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  const urlOf = (path: string): string => `/${relative(folder, path).split(sep).join('/')}`;
  return new Map(
    await Promise.all(paths.map(async (path) => [urlOf(path), await readFile(path)] as const)),
  );
}
