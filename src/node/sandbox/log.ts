/**
 * The request log. A PIN could be in any value of a request or a scripted answer, so an entry has
 * only names. The sandbox's card ids count as names, because they don't have digits.
 */
import { isObject, membersOf } from '../../service/members.js';
import { readEnvelope } from './request.js';
import type { WireAnswer } from './answer.js';
import type { EnvironmentName } from './credentials.js';

/** A request and its response, without their values. */
export interface LoggedRequest {
  /** A number that starts at 1 and goes up by one with each request. */
  readonly id: number;
  /** The arrival time on the sandbox's clock, in ISO 8601 format. */
  readonly time: string;
  readonly environment: EnvironmentName;
  readonly method: string;
  readonly path: string;
  /** The origin of the page that sent the request. */
  readonly origin: string | null;
  /** The kind of credential in `Authorization`, valid or not. */
  readonly credential: 'API key' | 'client token' | null;
  /** The member `operationName`. */
  readonly operation: string | null;
  /** Names of the variables, such as `input.newPin`. */
  readonly variables: readonly string[];
  /** The card that the variables name. */
  readonly cardId: string | null;
  /** The `id` of the first request with the same `IdempotencyKey`, if this request repeats it. */
  readonly repeats: number | null;
  /** Null if the response was lost, or the client disconnected first. */
  readonly status: number | null;
  /** The payload's type, such as `UserError`. */
  readonly result: string | null;
  /** The time from the request's arrival until its response was ready. */
  readonly milliseconds: number;
}

/** A request and its response, as they were sent. */
export interface Exchange extends Pick<
  LoggedRequest,
  'time' | 'environment' | 'method' | 'path' | 'milliseconds'
> {
  readonly headers: Readonly<Partial<Record<'origin' | 'authorization', string | undefined>>>;
  /** Null if the request was rejected before its body was read. */
  readonly body: string | null;
  readonly response: WireAnswer | null;
}

/** The maximum number of logged requests. Each further request replaces the oldest. */
const MAX_REQUESTS = 500;

/** The most recent requests to the sandbox, and the listeners for new ones. */
export class RequestLog {
  #requests: LoggedRequest[] = [];
  #lastId = 0;
  /** The first request with each `IdempotencyKey`. */
  readonly #firstWithKey = new Map<unknown, number>();
  readonly #listeners = new Set<(request: LoggedRequest) => void>();

  add({ time, environment, method, path, headers, body, response, milliseconds }: Exchange): void {
    const id = ++this.#lastId;
    const { operationName, variables } = readBody(body);
    const { input, IdempotencyKey: key } = variables;
    const first = this.#firstWithKey.get(key) ?? id;
    if (key !== undefined) this.#firstWithKey.set(key, first);
    const logged: LoggedRequest = {
      ...{ id, time, environment, method, path, milliseconds },
      origin: headers.origin ?? null,
      credential: credentialIn(headers.authorization),
      operation: nameIn(operationName),
      variables: namesOf(variables),
      cardId: nameIn(membersOf(input)['paymentCardId']),
      repeats: first === id ? null : first,
      status: response && response.status,
      result: response && resultIn(response.body),
    };
    this.#requests.push(logged);
    if (this.#requests.length > MAX_REQUESTS) this.#requests.shift();
    for (const listener of this.#listeners) listener(logged);
  }

  all(): readonly LoggedRequest[] {
    return [...this.#requests];
  }

  clear(): void {
    this.#requests = [];
    this.#firstWithKey.clear();
  }

  /** Calls the listener with each new request. Returns a function that removes the listener. */
  subscribe(listener: (request: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Returns the text if it is a name, which, unlike a PIN, has no digits. */
function nameIn(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Za-z_]+$/.test(value) ? value : null;
}

function credentialIn(authorization = ''): LoggedRequest['credential'] {
  if (/^basic /i.test(authorization)) return 'API key';
  return /^bearer /i.test(authorization) ? 'client token' : null;
}

function readBody(body: string | null) {
  try {
    const { operationName, variables } = readEnvelope(body ?? '');
    return { operationName, variables: variables ?? {} };
  } catch {
    return { operationName: null, variables: {} as Readonly<Record<string, unknown>> };
  }
}

/** Returns each variable's name or, for an object, the names of its members. */
function namesOf(variables: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    isObject(value) ? Object.keys(value).map((member) => `${name}.${member}`) : name,
  );
}

/** Returns the type of the first payload. */
function resultIn(body: string): string | null {
  try {
    const { data } = JSON.parse(body) as { data?: unknown };
    const [payload] = Object.values(membersOf(data));
    return nameIn(membersOf(payload)['__typename']);
  } catch {
    return null;
  }
}
