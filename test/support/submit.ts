/** Submits a PIN to a scripted service, with scripted client tokens. */
import type { TokenGrant, TokenSource } from '../../src/service/client-tokens.js';
import type { Platform } from '../../src/service/request.js';
import { submit as submitMutation, type Progress } from '../../src/service/submit.js';
import { setPinMutation } from '../../src/set-pin/operation.js';
import { outcomeOf, type Outcome } from '../../src/set-pin/outcome.js';
import {
  CARD,
  envelope,
  nodePlatform,
  respond,
  withService,
  type Answer,
  type ReceivedRequest,
} from './scripted-service.js';

export const SET = respond(200, envelope(CARD));
export const TOKEN_REFUSED = respond(401, { errors: [], extensions: { requestId: 'r-401' } });
export const RATE_LIMITED = respond(429, {
  data: {},
  extensions: { rateLimit: { count: { limit: 1 } } },
});
export const SERVER_ERROR = respond(500, {});
/** The service's own 503. */
export const UNAVAILABLE = unavailable();
/** A 503 of a proxy, which may come after the request was executed. */
export const PROXY_UNAVAILABLE = respond(503, { message: 'upstream connect error' });

/** Answers with the service's own 503. */
export function unavailable(headers: Readonly<Record<string, string>> = {}): Answer {
  return respond(503, { errors: [], extensions: { requestId: 'r-503' } }, headers);
}

/** Refuses a document with these errors. */
export function refuseDocument(...messages: string[]): Answer {
  return respond(400, { data: null, errors: messages.map((message) => ({ message })) });
}

export const NO_KEY = refuseDocument(
  'Unknown argument "IdempotencyKey" on field "Mutation.setPinForPaymentCard".',
);
export const NO_LAST4 = refuseDocument('Cannot query field "last4" on type "PaymentCard".');

/** Options of a submit. */
interface SubmitOptions {
  readonly key?: string | undefined;
  readonly mayBeSet?: boolean;
  /** The answers of the source of client tokens. After the last one, it has no token. */
  readonly grants?: readonly TokenGrant[];
  readonly platform?: Platform;
  readonly controller?: AbortController;
  readonly report?: (progress: Progress) => void;
  /** Called for each request to the source of client tokens. */
  readonly onTokenRequest?: () => void;
}

/** A submit that has ended. */
interface EndedSubmit {
  readonly outcome: Outcome;
  readonly requests: readonly ReceivedRequest[];
  /** The calls by which the submit reported refused tokens. */
  readonly refusals: readonly string[];
}

/** Returns a grant of a client token. */
export function grantOf(value: string): TokenGrant {
  return { kind: 'token', value };
}

/** Submits once to a service that gives these answers. */
export async function submit(
  answers: readonly Answer[],
  options: SubmitOptions = {},
): Promise<EndedSubmit> {
  const { mayBeSet = false, controller = new AbortController(), report = () => {} } = options;
  const grants = [...(options.grants ?? [grantOf('first'), grantOf('second')])];
  const refusals: string[] = [];
  const take = (): Promise<TokenGrant> => {
    options.onTokenRequest?.();
    return Promise.resolve(grants.shift() ?? { kind: 'none' });
  };
  const tokens: TokenSource = {
    obtain: take,
    renew: (refused, requestId) => {
      refusals.push(`renew ${refused} ${requestId}`);
      return take();
    },
    refuse: (refused, requestId) => void refusals.push(`refuse ${refused} ${requestId}`),
  };
  return withService(answers, async ({ url, requests }) => {
    const idempotencyKey = 'key' in options ? options.key : 'key-1';
    const end = await submitMutation(
      setPinMutation('4826', { endpoint: url, paymentCardId: 'card_1', idempotencyKey }),
      {
        endpoint: url,
        tokens,
        platform: () => options.platform ?? nodePlatform(),
        report,
        signal: controller.signal,
        mayBeExecuted: mayBeSet,
      },
    );
    return { outcome: outcomeOf(end), requests, refusals };
  });
}

/** Submits once to an endpoint, with one client token unless others are given. */
export async function submitTo(
  endpoint: URL,
  idempotencyKey: string,
  platform: Platform,
  grants: readonly TokenGrant[] = [grantOf('token')],
): Promise<Outcome> {
  const remaining = [...grants];
  const take = () => Promise.resolve(remaining.shift() ?? { kind: 'none' as const });
  const mutation = setPinMutation('4826', { endpoint, paymentCardId: 'card_1', idempotencyKey });
  const end = await submitMutation(mutation, {
    endpoint,
    tokens: {
      obtain: take,
      renew: take,
      refuse: () => {},
    },
    platform: () => platform,
    report: () => {},
    signal: new AbortController().signal,
    mayBeExecuted: false,
  });
  return outcomeOf(end);
}

/** Returns the idempotency keys of requests. */
export function keysOf(requests: readonly ReceivedRequest[]): readonly (string | undefined)[] {
  return requests.map(({ variables }) => variables.IdempotencyKey);
}
