/**
 * The log of requests. It keeps names, ids and UUIDs, and masks every other value of a request: a
 * PIN could be in any of them.
 */
import { Kind, parse, print, visit } from 'graphql';
import type { WireAnswer } from './answer.js';
import { SANDBOX_CARDS } from './cards.js';
import type { EnvironmentName } from './credentials.js';
import { readEnvelope } from './request.js';

/** The replacement for a value. */
export const MASK = '••••';

/** A request and its answer, with every value masked that could be a PIN or a credential. */
export interface LoggedRequest {
  /** A number that starts at 1 and goes up by one with each request. */
  readonly id: number;
  /** The arrival time on the sandbox's clock, ISO 8601. */
  readonly time: string;
  readonly environment: EnvironmentName;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    /** JSON, or null if the body was refused before it was read as a GraphQL document. */
    readonly body: unknown;
  };
  /** Null if the answer was lost, or the client left before it. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** JSON, or text if the body wasn't JSON. */
    readonly body: unknown;
  } | null;
  /** The time from the request's arrival until its answer was ready. */
  readonly milliseconds: number;
}

/** A request and its answer as they were sent. */
export interface Exchange extends Omit<LoggedRequest, 'id' | 'request' | 'response'> {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: SentHeaders;
    /** Null if the body was refused unread. */
    readonly body: string | null;
  };
  readonly response: WireAnswer | null;
}

type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The maximum number of logged requests. One more replaces the oldest. */
const MAX_REQUESTS = 500;

/** The last requests to the sandbox, and the listeners for new ones. */
export class RequestLog {
  #requests: LoggedRequest[] = [];
  #lastId = 0;
  readonly #listeners = new Set<(request: LoggedRequest) => void>();

  /** Logs a request, masked. */
  add({ request, response, ...rest }: Exchange): void {
    this.#lastId += 1;
    const logged: LoggedRequest = {
      id: this.#lastId,
      ...rest,
      request: {
        method: request.method,
        path: /^[A-Za-z/_-]*$/.test(request.path) ? request.path : MASK,
        headers: maskHeaders(request.headers),
        body: request.body === null ? null : maskRequest(request.body),
      },
      response: response && {
        status: response.status,
        headers: maskHeaders(response.headers),
        body: maskAnswer(response.body),
      },
    };
    this.#requests.push(logged);
    if (this.#requests.length > MAX_REQUESTS) this.#requests.shift();
    for (const listener of [...this.#listeners]) listener(logged);
  }

  all(): readonly LoggedRequest[] {
    return [...this.#requests];
  }

  clear(): void {
    this.#requests = [];
  }

  /** Calls the listener with each new request. Returns a function that unsubscribes it. */
  subscribe(listener: (request: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A name of a field, a type or a member. `last4` is the schema's only name with a digit. */
const NAME = /^(?:[A-Za-z_]+|last4)$/;

/** The id of a card or of the organization, or a constant of the schema. */
const ID = /^(?:(?:card|org)_test_[a-z_]+|[A-Z]+(?:_[A-Z]+)+)$/;

/** Headers that have no room for a PIN. */
const PLAIN_HEADERS: readonly RegExp[] = [
  /^(?:accept|access-control-[a-z-]+|allow|cache-control|connection|content-type): (?:\D|utf-8)*$/i,
  // Browsers set these two. Only the port may have more than three digits.
  /^(?:host|origin): (?:\D|\d{1,3}(?!\d))*(?::\d{1,5})?$/,
  /^retry-after: \d{1,2}$/,
];

/** Numbers in the sandbox's answers that it counts itself. */
const COUNTS = ['cost', 'remaining', 'limit', 'line', 'column'];

const CARD_NUMBERS = new Set(SANDBOX_CARDS.flatMap(({ bin, last4 }) => [bin, last4]));
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Masks the body of a request. Returns null if it is not a GraphQL request. */
function maskRequest(text: string): unknown {
  try {
    const { query, operationName, ...others } = readEnvelope(text);
    return {
      query: maskDocument(query),
      ...(operationName !== undefined && { operationName: mapJson(operationName, nameOrMask) }),
      ...(mapJson(others, (value) => keepIf(isId(value), value)) as object),
    };
  } catch {
    // Not an envelope, not a document, or nested too deeply to walk through.
    return null;
  }
}

/** Masks the values in a document, and prints it without comments. */
function maskDocument(query: string): string {
  return print(
    visit(parse(query), {
      enter(node) {
        switch (node.kind) {
          case Kind.NAME:
          case Kind.ENUM:
            return { ...node, value: nameOrMask(node.value) };
          case Kind.INT:
          case Kind.FLOAT:
          case Kind.STRING:
            return { kind: Kind.STRING, value: keepIf(isId(node.value), node.value) };
          default:
            return undefined;
        }
      },
    }),
  );
}

/** Masks the body of an answer. The sandbox only repeats names, but a script says anything. */
function maskAnswer(body: string): unknown {
  const mask = (value: string | number, name?: string): string | number => {
    if (typeof value === 'number') return keepIf(COUNTS.includes(name ?? ''), value);
    if (isId(value) || CARD_NUMBERS.has(value) || DATE_TIME.test(value)) return value;
    // A word with a digit is a number, a name such as `a1`, or a client token.
    return value.replace(/[\w+/=-]+/g, (word) =>
      keepIf(!/\d/.test(word) || word === 'last4', word),
    );
  };
  try {
    return mapJson(JSON.parse(body), mask);
  } catch {
    return mask(body);
  }
}

/** Masks headers, but keeps the scheme of `Authorization`. */
function maskHeaders(headers: SentHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const text = String(value);
      const [scheme] = (name === 'authorization' && /^(?:basic|bearer) /i.exec(text)) || [];
      const isKept = PLAIN_HEADERS.some((each) => each.test(`${name}: ${text}`));
      return [keepIf(!/\d/.test(name), name), scheme ? scheme + MASK : keepIf(isKept, text)];
    }),
  );
}

/** Maps each text and number in a JSON value, and masks the names of members. */
function mapJson(
  value: unknown,
  map: (value: string | number, name: string | undefined) => unknown,
  name?: string,
): unknown {
  if (typeof value === 'string' || typeof value === 'number') return map(value, name);
  if (Array.isArray(value)) return value.map((member) => mapJson(member, map, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [nameOrMask(key), mapJson(member, map, key)]),
  );
}

function nameOrMask(name: string | number): string {
  return keepIf(NAME.test(String(name)), String(name));
}

function isId(value: string | number): boolean {
  return ID.test(String(value)) || UUID.test(String(value));
}

function keepIf<Value>(isKept: boolean, value: Value): Value | typeof MASK {
  return isKept ? value : MASK;
}
