/** Submits a PIN to an API with scripted responses, on a fake clock. */
import { mock } from 'node:test';
import { newRequest, setPin, type PinRequest } from '../../src/form/submission.js';
import type { TokenGrant } from '../../src/service/client-tokens.js';
import type { Progress } from '../../src/service/submit.js';
import { responseOf, type Answer } from './response.js';

export type { Answer } from './response.js';

/** The submit call, a wait for a token, an HTTP request, or a report. */
export type Step = 'start' | 'token' | 'request' | Progress;

interface Scenario {
  /** The responses in order. The last one is repeated. */
  readonly answers: readonly Answer[];
  /** An earlier submit's request. By default, a new one. */
  readonly request?: PinRequest;
  readonly mayBeSet?: boolean;
  /** The answers to the requests for a client token, in order. */
  readonly grants?: readonly TokenGrant[];
  readonly onStep?: (step: Step, controller: AbortController) => void;
}

/** Returns a request. Without a type, it has no key. */
export function requestOf(keyType = ''): PinRequest {
  const endpoint = 'https://service.invalid/graphql';
  return newRequest({ endpoint, cardId: 'card_1', idempotencyKey: keyType || 'none' });
}

export function granted(value: string): TokenGrant {
  return { kind: 'token', value };
}

/** Resolves when everything that doesn't need time has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Returns the outcome, the request for another press of the button, and what happened. */
export async function submit({
  answers,
  request = requestOf('String!'),
  mayBeSet = false,
  grants = [granted('first'), granted('second')],
  onStep = () => {},
}: Scenario) {
  const requests: { at: number; token: string | null; key: string | undefined }[] = [];
  /** The tokens that the submit reported as rejected. */
  const refused: string[] = [];
  const controller = new AbortController();
  const step = (name: Step) => onStep(name, controller);
  let tokens = 0;
  const take = (): Promise<TokenGrant> => {
    step('token');
    return Promise.resolve(grants[tokens++] ?? { kind: 'no-token' });
  };
  const fetch = (_: string, { headers, body }: RequestInit): Promise<Response> => {
    const { variables } = JSON.parse(String(body)) as { variables: { IdempotencyKey?: string } };
    const answer = answers[requests.length] ?? answers.at(-1)!;
    const token = new Headers(headers).get('Authorization');
    requests.push({ at: Date.now(), token, key: variables.IdempotencyKey });
    step('request');
    return answer === 'lost'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(responseOf(answer));
  };
  const submitted = setPin('4826', request, {
    tokens: {
      obtain: (_, onWait) => (onWait(true), take()),
      renew: (value, requestId, _, onWait) => {
        refused.push(`${value} in ${requestId}`);
        onWait(false);
        return take();
      },
      refuse: (value) => void refused.push(value),
    },
    platform: () => ({ fetch, json: JSON }),
    report: step,
    signal: controller.signal,
    mayBeExecuted: mayBeSet,
  });
  step('start');
  let isPending = true;
  void submitted.finally(() => (isPending = false));
  for (await settled(); isPending; await settled()) mock.timers.tick(500);
  const { outcome, request: next } = await submitted;
  return { outcome, requests, refused, next };
}
