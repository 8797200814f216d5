import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { SANDBOX_CARDS, type SandboxBehaviour } from './cards.js';
import type { Clock } from './clock.js';
import type { EnvironmentName } from './credentials.js';
import type { Environment } from './environment.js';
import { BodyError, readBody } from './request-body.js';
import type { RequestLog } from './request-log.js';
import { readScript, ScriptError } from './scripted-answers.js';

/** What the control interface can reach. */
export interface Controlled {
  readonly clock: Clock;
  readonly environments: Readonly<Record<EnvironmentName, Environment>>;
  readonly log: RequestLog;
}

/** An answer to the caller's mistake. */
class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly environment: Environment;
  /** What stands in the path in place of `:id`. */
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

type Result = { readonly status?: number; readonly json?: unknown } | 'streaming';
type Route = (call: Call) => Result;

const LOOPBACK_HOST = /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
/** A hundred years, which keeps dates that JavaScript can write. */
const FARTHEST_CLOCK_SECONDS = 100 * 366 * 24 * 3600;
const LONGEST_DELAY_MILLISECONDS = 10 * 60 * 1000;

/**
 * The control interface: JSON over HTTP, for tests and the playground. It answers pages of loopback origins only. Routes about
 * cards are about the test environment's, unless `?environment=live` is given.
 */
export function createControl(controlled: Controlled): Server {
  const routes = createRoutes(controlled);
  return createServer((request, response) => {
    void serve(request, response, routes, controlled);
  });
}

function createRoutes({ clock, environments, log }: Controlled): Readonly<Record<string, Route>> {
  const clockState = () => ({
    now: new Date(clock.now()).toISOString(),
    advancedSeconds: clock.advancedSeconds,
  });

  const routes: Record<string, Route> = {
    /** The routes there are. */
    'GET /': () => ({ json: { routes: Object.keys(routes) } }),

    /** `{ cards }`: every card with its row of the table, `pinSet`, `timesSet`, `answerDelay` and `answersLeft`. */
    'GET /cards': ({ environment }) => ({ json: { cards: environment.cards.states() } }),

    /** One card, as above. */
    'GET /cards/:id': ({ environment, id }) => ({ json: cardState(environment, id) }),

    /** `{ behaviour }` → 201 and a card of that behaviour which nobody else uses. */
    'POST /cards': ({ environment, body }) => {
      const card = environment.cards.create(body['behaviour'] as SandboxBehaviour);
      if (card) return { status: 201, json: card };
      const known = SANDBOX_CARDS.map(({ behaviour }) => behaviour).join(', ');
      throw new ControlError(400, `behaviour must be one of: ${known}.`);
    },

    /** `{ pin }` → `{ matches }`: whether this is the PIN that was set. */
    'POST /cards/:id/verify': ({ environment, id, body }) => {
      cardState(environment, id);
      const { pin } = body;
      if (typeof pin !== 'string') throw new ControlError(400, 'pin must be a string.');
      return { json: { matches: environment.cards.matches(id, pin) } };
    },

    /**
     * `{ milliseconds }` → the card, whose answers are from now on held back so long, in real time; null: until that changes.
     * Answers being held back at the moment obey at once, so 0 lets them go.
     */
    'POST /cards/:id/delay': ({ environment, id, body }) => {
      cardState(environment, id);
      const { milliseconds } = body;
      if (milliseconds !== null && !isWithin(milliseconds, 0, LONGEST_DELAY_MILLISECONDS)) {
        const bounds = `from 0 to ${LONGEST_DELAY_MILLISECONDS}`;
        throw new ControlError(400, `milliseconds must be null or a number ${bounds}.`);
      }
      environment.cards.delayAnswers(id, milliseconds);
      return { json: cardState(environment, id) };
    },

    /** `{ answers }` → the card, whose next attempts to set a PIN are answered so, one by one; see `ScriptedAnswer`. */
    'POST /cards/:id/answers': ({ environment, id, body }) => {
      cardState(environment, id);
      environment.cards.script(id, readScript(body['answers']));
      return { json: cardState(environment, id) };
    },

    /** `{ requests }`: the last requests and their answers, oldest first, with PINs and credentials masked. */
    'GET /requests': () => ({ json: { requests: log.all() } }),

    /** Server-sent events, one for each request from now on, once it is answered. */
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

    /** Empties the log. */
    'DELETE /requests': () => {
      log.clear();
      return { status: 204 };
    },

    /** `{ now, advancedSeconds }`. */
    'GET /clock': () => ({ json: clockState() }),

    /** `{ advanceSeconds }` → the clock, moved by so much; backwards when negative. */
    'POST /clock': ({ body }) => {
      const { advanceSeconds } = body;
      if (
        !isWithin(advanceSeconds, -Infinity, Infinity) ||
        Math.abs(clock.advancedSeconds + advanceSeconds) > FARTHEST_CLOCK_SECONDS
      ) {
        throw new ControlError(400, 'advanceSeconds must be a number that is not out of this age.');
      }
      clock.advance(advanceSeconds);
      return { json: clockState() };
    },

    /** `{ count?, complexity? }` → the sizes of the API key's budgets, for the window that begins now. */
    'POST /rate-limit': ({ environment, body }) => {
      const { count, complexity } = body;
      for (const size of [count, complexity]) {
        if (size !== undefined && !(Number.isInteger(size) && isWithin(size, 0, 1e9))) {
          throw new ControlError(400, 'count and complexity must be whole numbers.');
        }
      }
      const limits = environment.budget.limit({
        ...(typeof count === 'number' && { count }),
        ...(typeof complexity === 'number' && { complexity }),
      });
      return { json: limits };
    },

    /** Puts everything back to its start: cards, tokens, keys, budgets, clock and log, of both environments. */
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
  { environments }: Controlled,
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
    // A page of another origin could otherwise change things with a request that needs no preflight, or under a name of its own
    // that it makes point here.
    if (!isLoopback(`http://${request.headers.host}`)) {
      throw new ControlError(403, 'The Host must be a loopback one.');
    }
    const { origin } = request.headers;
    if (origin !== undefined && !isLoopback(origin)) {
      throw new ControlError(403, 'Only pages of loopback origins are answered.');
    }
    const url = new URL(request.url ?? '/', 'http://control');
    const matches = matchRoutes(routes, url.pathname);
    if (matches.length === 0) throw new ControlError(404, 'There is no such route: see GET /.');
    const allowed = matches.map(({ method }) => method);
    if (request.method === 'OPTIONS') {
      reply(204, undefined, {
        'Access-Control-Allow-Methods': allowed.join(', '),
        'Access-Control-Allow-Headers': 'Content-Type',
      });
      return;
    }
    const match = matches.find(({ method }) => method === request.method);
    if (!match) {
      reply(405, { error: `Allowed here: ${allowed.join(', ')}.` }, { Allow: allowed.join(', ') });
      return;
    }
    const environment = environments[nameOfEnvironment(url)];
    const body = request.method === 'POST' ? readObject(await readBody(request)) : {};
    const result = match.route({ request, response, environment, id: match.id, body });
    if (result !== 'streaming') reply(result.status ?? 200, result.json);
  } catch (error) {
    if (response.headersSent || response.destroyed) return;
    if (error instanceof ControlError || error instanceof BodyError) {
      reply(error.status, { error: error.message });
    } else if (error instanceof ScriptError) {
      reply(400, { error: error.message });
    } else {
      reply(500, { error: 'Internal error.' });
    }
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
  if (!state) throw new ControlError(404, 'There is no such card.');
  return state;
}

function nameOfEnvironment(url: URL): EnvironmentName {
  const name = url.searchParams.get('environment') ?? 'test';
  if (name !== 'test' && name !== 'live') {
    throw new ControlError(400, 'environment must be test or live.');
  }
  return name;
}

/** The body's JSON object; an empty body counts as one without members. */
function readObject(text: string): Record<string, unknown> {
  if (text === '') return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ControlError(400, 'The body is not JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ControlError(400, 'The body must be a JSON object.');
  }
  return body as Record<string, unknown>;
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && !Number.isNaN(value) && value >= least && value <= most;
}

function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && LOOPBACK_HOST.test(new URL(origin).hostname);
}

function corsHeaders({ headers: { origin } }: IncomingMessage): OutgoingHttpHeaders {
  const allowed = origin !== undefined && isLoopback(origin);
  return { Vary: 'Origin', ...(allowed && { 'Access-Control-Allow-Origin': origin }) };
}
