import type { Server, ServerResponse } from 'node:http';
import { createLoopbackServer, isLoopbackUrl } from '../loopback-server.js';
import type { Card } from './card-registry.js';
import { SANDBOX_CARDS, type SandboxBehaviour } from './cards.js';
import type { EnvironmentName } from './credentials.js';
import type { Clock, Environment } from './environment.js';
import type { RequestLog } from './log.js';
import { check, readBody, readObject, RequestError } from './request.js';
import { MAX_DELAY_MILLISECONDS, readScript } from './scripted-answers.js';

/** The parts of the sandbox that the control interface changes. */
export interface SandboxState {
  readonly clock: Clock;
  readonly environments: Readonly<Record<EnvironmentName, Environment>>;
  readonly log: RequestLog;
}

interface Call {
  readonly response: ServerResponse;
  /** The part of the path that matches `:id`. */
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

type Result = { readonly status?: number; readonly json?: unknown } | 'streaming';
type Route = (call: Call) => Result;

/**
 * Creates the control interface: JSON over HTTP, for tests and the playground. The server rejects
 * requests from pages on non-loopback origins.
 */
export function createControl(state: SandboxState): Server {
  const routes = createRoutes(state);
  return createLoopbackServer(async (request, response, { pathname }) => {
    const reply = (status: number, json?: unknown): void => {
      response.writeHead(status, json === undefined ? {} : { 'Content-Type': 'application/json' });
      response.end(json === undefined ? undefined : JSON.stringify(json));
    };
    const { method = '', headers } = request;
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Vary', 'Origin');
    if (headers.origin !== undefined) {
      // A page on another origin could change the sandbox with a request that doesn't need a
      // preflight.
      if (!isLoopbackUrl(headers.origin))
        return reply(403, { error: 'Only pages on loopback origins may call this.' });
      response.setHeader('Access-Control-Allow-Origin', headers.origin);
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
      response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
    }
    if (method === 'OPTIONS') return reply(204);
    try {
      // `wait-on` sends HEAD to find out whether a server is up. Node drops the body for HEAD.
      const { route, id } = findRoute(routes, method === 'HEAD' ? 'GET' : method, pathname);
      const text = method === 'POST' ? await readBody(request) : '';
      const result = route({ response, id, body: text === '' ? {} : readObject(text) });
      if (result !== 'streaming') reply(result.status ?? 200, result.json);
      else if (method === 'HEAD') response.end();
    } catch (error) {
      if (error instanceof RequestError) reply(error.status, { error: error.message });
      else if (!response.destroyed) throw error;
    }
  });
}

/** Creates the routes in the README's table. The routes change the test environment. */
function createRoutes({ clock, environments, log }: SandboxState): Readonly<Record<string, Route>> {
  const { cards } = environments.test;
  const cardOf = (id: string): Card => {
    const card = cards.find(id);
    if (card) return card;
    throw new RequestError(404, 'Unknown card. GET /cards lists the cards.');
  };
  const clockState = () => ({
    now: new Date(clock.now()).toISOString(),
    advancedSeconds: clock.advancedSeconds,
  });

  const routes: Record<string, Route> = {
    'GET /': () => ({ json: { routes: Object.keys(routes) } }),

    'GET /cards': () => ({ json: { cards: cards.states() } }),

    'GET /cards/:id': ({ id }) => ({ json: cardOf(id).state }),

    'POST /cards': ({ body }) => {
      const card = cards.create(body['behaviour'] as SandboxBehaviour);
      if (card) return { status: 201, json: card };
      const known = SANDBOX_CARDS.map(({ behaviour }) => behaviour).join(', ');
      throw new RequestError(400, `behaviour must be one of: ${known}.`);
    },

    'POST /cards/:id/verify': ({ id, body: { pin } }) => {
      const card = cardOf(id);
      check(typeof pin === 'string', 'pin must be a string.');
      return { json: { matches: card.matches(pin) } };
    },

    'POST /cards/:id/delay': ({ id, body: { milliseconds } }) => {
      const card = cardOf(id);
      check(
        milliseconds === null ||
          (typeof milliseconds === 'number' &&
            milliseconds >= 0 &&
            milliseconds <= MAX_DELAY_MILLISECONDS),
        `milliseconds must be null or a number from 0 to ${MAX_DELAY_MILLISECONDS}.`,
      );
      card.delayAnswers(milliseconds);
      return { json: card.state };
    },

    'POST /cards/:id/answers': ({ id, body: { answers } }) => {
      const card = cardOf(id);
      card.script = readScript(answers);
      return { json: card.state };
    },

    'GET /requests': () => ({ json: { requests: log.all() } }),

    'GET /requests/stream': ({ response }) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(': listening\n\n');
      const unsubscribe = log.subscribe((logged) => {
        response.write(`id: ${logged.id}\ndata: ${JSON.stringify(logged)}\n\n`);
      });
      response.once('close', unsubscribe);
      return 'streaming';
    },

    'GET /clock': () => ({ json: clockState() }),

    'POST /clock': ({ body: { advanceSeconds } }) => {
      check(typeof advanceSeconds === 'number', 'advanceSeconds must be a number.');
      clock.advancedSeconds += advanceSeconds;
      return { json: clockState() };
    },

    'POST /reset': () => {
      clock.advancedSeconds = 0;
      for (const environment of Object.values(environments)) environment.reset();
      log.clear();
      return { status: 204 };
    },
  };
  return routes;
}

/** @throws {RequestError} */
function findRoute(routes: Readonly<Record<string, Route>>, method: string, path: string) {
  for (const [key, route] of Object.entries(routes)) {
    const match = new RegExp(`^${key.replace(':id', '([\\w-]+)')}$`).exec(`${method} ${path}`);
    if (match) return { route, id: match[1] ?? '' };
  }
  throw new RequestError(404, 'Unknown route. GET / lists the routes.');
}
