/** Submits a PIN to a service with scripted answers, on a fake clock. */
import { mock } from 'node:test';
import { newRequest, setPin, type PinRequest } from '../../src/form/submission.js';
import type { TokenGrant } from '../../src/service/client-tokens.js';
import type { Progress } from '../../src/service/submit.js';
import type { Outcome } from '../../src/set-pin/outcome.js';
import { responseOf, type Answer } from './response.js';

export type { Answer } from './response.js';

interface SentRequest {
  readonly at: number;
  readonly token: string | null;
  readonly key: string | undefined;
}

interface Scenario {
  /** The answers in order. The last one is repeated. */
  readonly answers: readonly Answer[];
  /** The request of an earlier submit; otherwise a new one. */
  readonly request?: PinRequest;
  readonly mayBeSet?: boolean;
  /** The answers to the requests for a client token, in order. */
  readonly grants?: readonly TokenGrant[];
  readonly onTokenRequest?: (controller: AbortController) => void;
  readonly onRequest?: (controller: AbortController) => void;
  readonly onProgress?: (progress: Progress, controller: AbortController) => void;
  readonly onStart?: (controller: AbortController) => void;
}

interface EndedSubmit {
  readonly outcome: Outcome;
  readonly requests: readonly SentRequest[];
  /** The tokens that the submit reported as refused. */
  readonly refused: readonly string[];
  /** The request for another press of the button. */
  readonly next: PinRequest;
}

/** Returns a request. Without a type, it has no key. */
export function requestOf(keyType = ''): PinRequest {
  const endpoint = 'https://service.invalid/graphql';
  return newRequest({ endpoint, cardId: 'card_1', idempotencyKey: keyType || 'none' });
}

export function granted(value: string): TokenGrant {
  return { kind: 'token', value };
}

/** Resolves when everything has happened that needs no time. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Moves the fake clock until a promise has settled, at most for 100 seconds. */
async function pass<T>(promise: Promise<T>): Promise<T> {
  let isPending = true;
  void promise.finally(() => (isPending = false));
  for (let ticks = 0; ticks < 1000; ticks++) {
    await settled();
    if (!isPending) return promise;
    mock.timers.tick(100);
  }
  throw new Error('The submit does not end.');
}

export async function submit(scenario: Scenario): Promise<EndedSubmit> {
  const { request = requestOf('String!'), mayBeSet = false, answers } = scenario;
  const grants = [...(scenario.grants ?? [granted('first'), granted('second')])];
  const requests: SentRequest[] = [];
  const refused: string[] = [];
  const controller = new AbortController();
  const take = (): Promise<TokenGrant> => {
    scenario.onTokenRequest?.(controller);
    return Promise.resolve(grants.shift() ?? { kind: 'no-token' });
  };
  const fetch = (_: string, { headers, body }: RequestInit): Promise<Response> => {
    const { variables } = JSON.parse(String(body)) as { variables: { IdempotencyKey?: string } };
    const answer = answers[Math.min(requests.length, answers.length - 1)]!;
    requests.push({
      at: Date.now(),
      token: new Headers(headers).get('Authorization'),
      key: variables.IdempotencyKey,
    });
    scenario.onRequest?.(controller);
    return answer === 'lost'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(responseOf(answer));
  };
  const submitted = setPin('4826', request, {
    tokens: {
      obtain: (_, onWait) => {
        onWait(true);
        return take();
      },
      renew: (value, requestId, _, onWait) => {
        refused.push(`${value} in ${requestId}`);
        onWait(false);
        return take();
      },
      refuse: (value) => void refused.push(value),
    },
    platform: () => ({ fetch, json: JSON }),
    report: (progress) => scenario.onProgress?.(progress, controller),
    signal: controller.signal,
    mayBeExecuted: mayBeSet,
  });
  scenario.onStart?.(controller);
  const { outcome, request: next } = await pass(submitted);
  return { outcome, requests, refused, next };
}
