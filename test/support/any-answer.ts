/**
 * Generates answers of a service, or of another server at its address, for property tests. Most are
 * close to a valid answer, because a client handles those wrongly most easily.
 */
import fc from 'fast-check';
import { CARD, envelope as envelopeOf } from './scripted-service.js';

/** An answer on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The number of bytes after which the connection is lost, if the body is longer. */
  readonly cutAfter?: number | undefined;
}

/** A placeholder for the request that a service repeats in its answer. */
export const ECHO = '%ECHO%';

/** An answer in the only shape that is a success. */
export const SUCCESS = envelope(CARD);

const REJECTION = envelope({
  __typename: 'UserError',
  errors: [
    { code: 'PIN_TOO_SIMPLE', message: ECHO },
    { code: null, message: ECHO },
  ],
});

const DENIAL = envelope({ __typename: 'AccessDeniedError', message: ECHO });

const LIMITS = {
  data: {},
  errors: [{ message: ECHO }],
  extensions: {
    requestId: 'r-1',
    rateLimit: {
      asOf: '2026-09-03T10:00:00.000Z',
      count: { cost: 1, remaining: 0, limit: 60 },
      complexity: { remaining: 12, limit: 1000 },
    },
  },
};

const REFUSAL = {
  data: null,
  errors: [
    {
      message: 'Cannot query field "last4" on type "PaymentCard".',
      locations: [{ line: 1, column: 2 }],
      errorPath: ['result'],
    },
  ],
  extensions: { requestId: 'r-1', echo: ECHO },
};

function envelope(payload: object): object {
  return envelopeOf(payload, { extensions: { requestId: 'r-1', echo: ECHO } });
}

const anyText = fc.oneof(
  fc.constantFrom(ECHO, '', '0', 'PaymentCard', 'UserError', 'result', 'r-1', '<b>'),
  fc.string({ maxLength: 8 }),
);

const nested = fc
  .integer({ min: 1, max: 2000 })
  .map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown);

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e300, [], {}) },
  { weight: 4, arbitrary: anyText },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: fc.constantFrom(SUCCESS, REJECTION, [SUCCESS]) },
);

const anyName = fc.constantFrom(
  ...['__proto__', 'constructor', 'toString', 'errors', 'data', '__typename', 'code', 'path'],
  ...['errorPath', 'id', 'message', 'extra', 'rateLimit', 'result'],
);

interface Change {
  /** The index of a place in the document, modulo the number of places. */
  readonly at: number;
  readonly how: 'replace' | 'remove' | 'add' | 'wrap' | 'bury';
  readonly name: string;
  readonly value: unknown;
}

const anyChange: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(40),
  how: fc.constantFrom('replace', 'remove', 'add', 'wrap', 'bury'),
  name: anyName,
  value: anyValue,
});

/** Generates documents with up to three changes. */
function near(document: object): fc.Arbitrary<unknown> {
  return fc.array(anyChange, { maxLength: 3 }).map((changes) => {
    const root = { document: structuredClone(document) as unknown };
    for (const change of changes) apply(structuredClone(change), root);
    return root.document;
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Place = readonly [holder: Record<string, unknown>, name: string];

function apply({ at, how, name, value }: Change, root: Record<string, unknown>): void {
  const places = placesIn(root);
  const [holder, key] = places[at % places.length]!;
  const old = holder[key];
  const set = (object: object, property: string, content: unknown) =>
    Object.defineProperty(object, property, {
      value: content,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  switch (how) {
    case 'replace':
      return void set(holder, key, value);
    case 'remove':
      return void (holder === root || Reflect.deleteProperty(holder, key));
    case 'add':
      return void (isObject(old) && set(old, name, value));
    case 'wrap':
      return void set(holder, key, [old]);
    // Only a careless copy of the object inherits the old value.
    case 'bury':
      return void set(holder, key, set({}, '__proto__', old));
  }
}

function placesIn(holder: Record<string, unknown>, depth = 0): Place[] {
  return Object.keys(holder).flatMap((name): Place[] => {
    const value = holder[name];
    const inner =
      typeof value === 'object' && value !== null && depth < 8
        ? placesIn(value as Record<string, unknown>, depth + 1)
        : [];
    return [[holder, name], ...inner];
  });
}

/** Generates the member `errors`. Many of the messages name a part of the client's document. */
export const anyErrors: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.array(
      fc.oneof(
        {
          weight: 9,
          arbitrary: fc
            .tuple(
              fc.constantFrom('Unknown argument', 'Cannot query field', 'Unknown type', 'Expected'),
              fc.constantFrom('IdempotencyKey', 'UserError', 'errors', 'code', 'last4', 'input'),
              fc.constantFrom('.', ' on type "UserError". Did you mean "bin"?', ' of "last4"'),
            )
            .map(([complaint, name, rest]) => ({ message: `${complaint} "${name}"${rest}` })),
        },
        {
          weight: 3,
          arbitrary: fc.constantFrom(
            ...[
              'Variable "$IdempotencyKey" of type "String!" used in position expecting type "ID".',
              'Field "idempotencyKey" of required type "String!" was not provided.',
            ].map((message) => ({ message })),
          ),
        },
        { weight: 1, arbitrary: anyValue },
      ),
      { maxLength: 3 },
    ),
  },
  { weight: 1, arbitrary: anyValue },
);

const anyCode = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'THROTTLED', 'TOO_MANY_REQUESTS'],
      ...['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED', 'BAD_USER_INPUT'],
      ...['INTERNAL_SERVER_ERROR', 'unexpected', 'toString', '__proto__', 'unauthenticated'],
    ),
  },
  { weight: 1, arbitrary: anyValue },
);

/** Generates answers without a payload, as GraphQL servers send them. */
const anyFailure = fc
  .record(
    {
      data: fc.constantFrom(null, { result: null }, {}),
      errors: fc.array(
        fc.record(
          {
            message: fc.constant(ECHO),
            path: fc.constantFrom(
              null,
              [],
              ['result'],
              ['result', 'last4'],
              ['mutation', 'result'],
            ),
            extensions: fc.record({ code: anyCode }),
          },
          { requiredKeys: ['message'] },
        ),
        { maxLength: 2 },
      ),
      extensions: fc.constant({ requestId: 'r-1' }),
    },
    { requiredKeys: ['errors'] },
  )
  // A record of fast-check has no prototype, which JSON gives it.
  .map((failure) => JSON.parse(JSON.stringify(failure)) as unknown);

/** Generates the JSON of an answer. */
export const anyDocument: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: near(SUCCESS) },
  // Partial failures.
  {
    weight: 2,
    arbitrary: fc
      .tuple(near(SUCCESS), anyErrors)
      .map(([document, errors]) => ({ ...(document as object), errors })),
  },
  { weight: 3, arbitrary: near(REJECTION) },
  { weight: 1, arbitrary: near(DENIAL) },
  { weight: 2, arbitrary: near(LIMITS) },
  { weight: 2, arbitrary: near(REFUSAL) },
  { weight: 4, arbitrary: anyFailure },
  { weight: 1, arbitrary: anyValue },
);

const HTML = `<!doctype html><title>Hotel</title><p>${ECHO}</p>`;

const anyBody: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: anyDocument.map((document) => JSON.stringify(document)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyDocument, fc.nat(300))
      .map(([document, length]) => JSON.stringify(document).slice(0, length)),
  },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', 'null', '7', '"ok"', ECHO, HTML, '{"data":') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyDocument, anyDocument)
      .map((documents) => documents.map((document) => JSON.stringify(document)).join('\n')),
  },
);

/** Generates padding. A few are so long that a client stops reading. */
const anyPadding = fc.oneof(
  { weight: 90, arbitrary: fc.constant('') },
  { weight: 9, arbitrary: fc.constant(' \n') },
  { weight: 1, arbitrary: fc.constant(' '.repeat(256 * 1024)) },
);

/** Generates statuses, most often those of the transport. */
const anyStatus = fc.oneof(
  { weight: 5, arbitrary: fc.constant(200) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...[201, 203, 400, 401, 403, 404, 405, 413, 415, 422, 429, 500, 502, 503, 504],
    ),
  },
  { weight: 2, arbitrary: fc.integer({ min: 200, max: 599 }) },
);

/** Generates valid header values. */
const anyHeaderText = fc.string({ maxLength: 20 }).map((text) => text.trim());

const anyDate = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toUTCString());

/** Generates valid, invalid and arbitrary values of `Retry-After`. */
export const anyRetryAfter = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map(String),
  fc.constantFrom('-1', '1.5', '1e3', '', '0x10', '99999999999999999999', '7, 7', 'soon', 'NaN'),
  anyDate,
  anyHeaderText,
);

const anyType = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/graphql-response+json',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'text/html',
      'text/plain',
      'application/jsonp',
      'application/problem+json; charset=utf-8',
      '',
    ),
  },
);

/** Generates any answer. */
export const anyAnswer: fc.Arbitrary<WireAnswer> = fc
  .record({
    status: anyStatus,
    type: fc.option(anyType, { nil: undefined, freq: 20 }),
    retryAfter: fc.option(anyRetryAfter, { nil: undefined }),
    challenge: fc.option(
      fc.constantFrom(
        'Bearer',
        'Bearer error="invalid_token"',
        'Bearer error="insufficient_scope"',
      ),
      { nil: undefined },
    ),
    headers: fc.dictionary(
      fc.constantFrom('X-Request-Id', 'Server', 'Set-Cookie', 'Content-Language', 'Age'),
      anyHeaderText,
      { maxKeys: 2 },
    ),
    body: anyBody,
    padding: anyPadding,
    cutAfter: fc.option(fc.nat(400), { nil: undefined, freq: 20 }),
  })
  .map(({ status, type, retryAfter, challenge, headers, body, padding, cutAfter }) => ({
    status,
    headers: {
      ...headers,
      ...(type !== undefined && { 'Content-Type': type }),
      ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
      ...(challenge !== undefined && { 'WWW-Authenticate': challenge }),
    },
    text: body + padding,
    cutAfter,
  }));

/** Statuses without a body. */
export const BODILESS = [204, 205, 304];

/**
 * Returns an answer as `fetch` resolves to it.
 *
 * @param echo - The text that replaces {@link ECHO}.
 */
export function responseOf(
  { status, headers, text, cutAfter }: WireAnswer,
  echo: string,
): Response {
  const bytes = new TextEncoder().encode(repeating(text, echo));
  const isCut = cutAfter !== undefined && cutAfter < bytes.length;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const end = Math.min(isCut ? cutAfter : bytes.length, sent + 65_536);
      if (sent < end) controller.enqueue(bytes.subarray(sent, (sent = end)));
      else if (isCut) controller.error(new TypeError('cut'));
      else controller.close();
    },
  });
  return new Response(BODILESS.includes(status) ? null : body, { status, headers });
}

/** Replaces {@link ECHO} in a body, so that JSON stays valid. */
export function repeating(text: string, echo: string): string {
  return text.replaceAll(ECHO, JSON.stringify(echo).slice(1, -1));
}
