import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { isForThisMachine, isLoopbackUrl, targetOf } from '../loopback-server.js';
import { SANDBOX_CARDS, type SandboxBehaviour } from './cards.js';
import type { Clock } from './clock.js';
import type { EnvironmentName } from './credentials.js';
import type { Environment } from './environment.js';
import type { RequestLog } from './log.js';
import { readBody, readObject, RequestError } from './request.js';
import { readScript } from './scripted-answers.js';

/** The parts of the sandbox that the control interface changes. */
export interface SandboxState {
  readonly clock: Clock;
  readonly environments: Readonly<Record<EnvironmentName, Environment>>;
  readonly log: RequestLog;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly environment: Environment;
  /** The part of the path that matches `:id`. */
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

type Result = { readonly status?: number; readonly json?: unknown } | 'streaming';
type Route = (call: Call) => Result;

/** A hundred years, so that JavaScript can still format the dates. */
const MAX_CLOCK_OFFSET_SECONDS = 100 * 366 * 24 * 3600;
const MAX_DELAY_MILLISECONDS = 10 * 60 * 1000;

/**
 * Creates the control interface: JSON over HTTP, for tests and the playground. It refuses pages on
 * other origins than loopback. Routes use the test environment unless `?environment=live` is given.
 */
export function createControl(state: SandboxState): Server {
  const routes = createRoutes(state);
  return createServer((request, response) => {
    void serve(request, response, routes, state);
  });
}

/** Creates the routes of the README's table. */
function createRoutes({ clock, environments, log }: SandboxState): Readonly<Record<string, Route>> {
  const clockState = () => ({
    now: new Date(clock.now()).toISOString(),
    advancedSeconds: clock.advancedSeconds,
  });

  const routes: Record<string, Route> = {
    'GET /': () => ({ json: { routes: Object.keys(routes) } }),

    'GET /cards': ({ environment }) => ({ json: { cards: environment.cards.states() } }),

    'GET /cards/:id': ({ environment, id }) => ({ json: cardState(environment, id) }),

    'POST /cards': ({ environment, body }) => {
      const card = environment.cards.create(body['behaviour'] as SandboxBehaviour);
      if (card) return { status: 201, json: card };
      const known = SANDBOX_CARDS.map(({ behaviour }) => behaviour).join(', ');
      throw new RequestError(400, `behaviour must be one of: ${known}.`);
    },

    'POST /cards/:id/verify': ({ environment, id, body }) => {
      cardState(environment, id);
      const { pin } = body;
      if (typeof pin !== 'string') throw new RequestError(400, 'pin must be a string.');
      return { json: { matches: environment.cards.matches(id, pin) } };
    },

    'POST /cards/:id/delay': ({ environment, id, body }) => {
      cardState(environment, id);
      const { milliseconds } = body;
      if (milliseconds !== null && !isWithin(milliseconds, 0, MAX_DELAY_MILLISECONDS)) {
        const range = `from 0 to ${MAX_DELAY_MILLISECONDS}`;
        throw new RequestError(400, `milliseconds must be null or a number ${range}.`);
      }
      environment.cards.delayAnswers(id, milliseconds);
      return { json: cardState(environment, id) };
    },

    'POST /cards/:id/answers': ({ environment, id, body }) => {
      cardState(environment, id);
      environment.cards.script(id, readScript(body['answers']));
      return { json: cardState(environment, id) };
    },

    'GET /requests': () => ({ json: { requests: log.all() } }),

    'GET /requests/stream': ({ request, response }) => {
      response.writeHead(200, {
        ...corsHeaders(request),
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
      });
      response.write(': listening\n\n');
      const unsubscribe = log.subscribe((logged) => {
        response.write(`id: ${logged.id}\ndata: ${JSON.stringify(logged)}\n\n`);
      });
      response.once('close', unsubscribe);
      return 'streaming';
    },

    'DELETE /requests': () => {
      log.clear();
      return { status: 204 };
    },

    'GET /clock': () => ({ json: clockState() }),

    'POST /clock': ({ body }) => {
      const { advanceSeconds } = body;
      if (
        !isWithin(advanceSeconds, -Infinity, Infinity) ||
        Math.abs(clock.advancedSeconds + advanceSeconds) > MAX_CLOCK_OFFSET_SECONDS
      ) {
        throw new RequestError(
          400,
          'advanceSeconds must be a number that keeps the clock within 100 years.',
        );
      }
      clock.advance(advanceSeconds);
      return { json: clockState() };
    },

    'POST /rate-limit': ({ environment, body }) => {
      const { count, complexity } = body;
      for (const size of [count, complexity]) {
        if (size !== undefined && !(Number.isInteger(size) && isWithin(size, 0, 1e9))) {
          throw new RequestError(400, 'count and complexity must be whole numbers.');
        }
      }
      const limits = environment.budget.limit({
        ...(typeof count === 'number' && { count }),
        ...(typeof complexity === 'number' && { complexity }),
      });
      return { json: limits };
    },

    'POST /reset': () => {
      clock.reset();
      for (const environment of Object.values(environments)) environment.reset();
      log.clear();
      return { status: 204 };
    },
  };
  return routes;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  routes: Readonly<Record<string, Route>>,
  { environments }: SandboxState,
): Promise<void> {
  const reply = (status: number, json: unknown, headers: OutgoingHttpHeaders = {}) => {
    response.writeHead(status, {
      ...corsHeaders(request),
      ...headers,
      'Cache-Control': 'no-store',
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
    });
    response.end(json === undefined ? undefined : JSON.stringify(json));
  };
  try {
    // Without these checks, a page on another origin could change the sandbox with a request that
    // needs no preflight, or by DNS rebinding.
    if (!isForThisMachine(request)) {
      throw new RequestError(403, 'The Host header must name a loopback host.');
    }
    const { origin } = request.headers;
    if (origin !== undefined && !isLoopbackUrl(origin)) {
      throw new RequestError(403, 'Only pages on loopback origins may call this.');
    }
    const url = targetOf(request);
    if (url === undefined) throw new RequestError(400, 'The target of the request must be a path.');
    const matches = matchRoutes(routes, url.pathname);
    if (matches.length === 0) throw new RequestError(404, 'Unknown route: GET / lists the routes.');
    const allowed = matches.map(({ method }) => method);
    if (request.method === 'OPTIONS') {
      reply(204, undefined, {
        'Access-Control-Allow-Methods': allowed.join(', '),
        'Access-Control-Allow-Headers': 'Content-Type',
      });
      return;
    }
    // Node sends no body in reply to HEAD, with which `wait-on` asks whether a server is up.
    const isHead = request.method === 'HEAD';
    const match = matches.find(({ method }) => method === (isHead ? 'GET' : request.method));
    if (!match) {
      reply(
        405,
        { error: `Method not allowed: use ${allowed.join(' or ')}.` },
        { Allow: allowed.join(', ') },
      );
      return;
    }
    const environment = environments[environmentName(url)];
    const text = request.method === 'POST' ? await readBody(request) : '';
    const body = text === '' ? {} : readObject(text);
    const result = match.route({ request, response, environment, id: match.id, body });
    if (result !== 'streaming') reply(result.status ?? 200, result.json);
    else if (isHead) response.end();
  } catch (error) {
    if (response.headersSent || response.destroyed) return;
    const isMistake = error instanceof RequestError;
    reply(isMistake ? error.status : 500, { error: isMistake ? error.message : 'Internal error.' });
  }
}

function matchRoutes(routes: Readonly<Record<string, Route>>, path: string) {
  return Object.entries(routes).flatMap(([key, route]) => {
    const [method = '', pattern = ''] = key.split(' ');
    const match = new RegExp(`^${pattern.replace(':id', '([\\w-]+)')}$`).exec(path);
    return match ? [{ method, route, id: match[1] ?? '' }] : [];
  });
}

function cardState(environment: Environment, id: string) {
  const state = environment.cards.state(id);
  if (!state) throw new RequestError(404, 'Unknown card: GET /cards lists the cards.');
  return state;
}

function environmentName(url: URL): EnvironmentName {
  const name = url.searchParams.get('environment') ?? 'test';
  if (name !== 'test' && name !== 'live') {
    throw new RequestError(400, 'environment must be test or live.');
  }
  return name;
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && !Number.isNaN(value) && value >= min && value <= max;
}

function corsHeaders({ headers: { origin } }: IncomingMessage): OutgoingHttpHeaders {
  const allowed = origin !== undefined && isLoopbackUrl(origin);
  return { Vary: 'Origin', ...(allowed && { 'Access-Control-Allow-Origin': origin }) };
}
