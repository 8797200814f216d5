/**
 * The sandbox from a test's side: tokens as a portal's server would mint them, cards, and what went over the wire.
 */
import { executeServerCommand } from '@web/test-runner-commands';
import type { SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import type { ClientToken } from '../../../src/service/client-token.js';
import type { FrameRequest } from '../../../tools/test/frame-plugin.js';
import type { SandboxAddresses, SandboxRequest } from '../../../tools/test/sandbox-plugin.js';
import type { LoggedRequest } from '../../../src/node/sandbox/request-log.js';
import type { ScriptedAnswer } from '../../../src/node/sandbox/scripted-answers.js';
import { mode } from './engine.js';

/** The sandbox of this test file. */
export interface Service {
  readonly endpoint: string;
  /** The address of a frame page that sends PINs there; in isolated mode alone. */
  readonly frameSrc: string | undefined;
  /** Makes a card of its own for a test. */
  card(behaviour: SandboxBehaviour): Promise<string>;
  /** Mints a client token for a card. */
  token(cardId: string): Promise<ClientToken>;
  /** Whether this PIN is set on the card. */
  has(cardId: string, pin: string): Promise<boolean>;
  /** The requests of browsers that have arrived for a card, answered or not, with their PIN masked. */
  requests(cardId: string): Promise<readonly LoggedRequest[]>;
  /** Holds the card's answers back from now on; 0 lets them go. */
  delay(cardId: string, milliseconds: number): Promise<void>;
  /** What the card's next attempts are answered, one by one, before it does again what it does by itself. */
  answers(cardId: string, answers: readonly ScriptedAnswer[]): Promise<void>;
  /** Moves the service's clock. */
  advance(seconds: number): Promise<void>;
}

/**
 * Starts the sandbox of this test file, or a second one of another schema.
 *
 * @param elsewhere - Where a test turns to besides; in isolated mode the frame page has to know it
 */
export async function startService(
  request: SandboxRequest = {},
  elsewhere: readonly string[] = [],
): Promise<Service> {
  const { test, control } = await executeServerCommand<SandboxAddresses, SandboxRequest>(
    'start-sandbox',
    request,
  );
  const endpoints = [test.url, ...elsewhere.map((address) => new URL(address, test.url).href)];
  const frameSrc =
    mode === 'isolated'
      ? await executeServerCommand<string, FrameRequest>('start-frame', { endpoints })
      : undefined;
  const ask = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await fetch(`${control.url}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const post = <T>(path: string, body: object): Promise<T> =>
    ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    endpoint: test.url,
    frameSrc,
    async card(behaviour) {
      return (await post<{ id: string }>('/cards', { behaviour })).id;
    },
    async token(cardId) {
      const response = await fetch(test.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Basic ${btoa(test.apiKey)}`,
        },
        body: JSON.stringify({
          query: `mutation Mint($input: GeneratePaymentCardClientTokenInput!) {
            generatePaymentCardClientToken(input: $input) { ... on ClientToken { value expirationDate } }
          }`,
          variables: { input: { paymentCardId: cardId, permissions: ['SET_PAYMENT_CARD_PIN'] } },
        }),
      });
      const { data } = (await response.json()) as {
        data: { generatePaymentCardClientToken: ClientToken };
      };
      return data.generatePaymentCardClientToken;
    },
    async has(cardId, pin) {
      return (await post<{ matches: boolean }>(`/cards/${cardId}/verify`, { pin })).matches;
    },
    async requests(cardId) {
      const { requests } = await ask<{ requests: readonly LoggedRequest[] }>('/requests');
      return requests.filter(
        ({ request }) =>
          JSON.stringify(request.body ?? '').includes(cardId) &&
          JSON.stringify(request.body).includes('SetPinForPaymentCard('),
      );
    },
    async delay(cardId, milliseconds) {
      await post(`/cards/${cardId}/delay`, { milliseconds });
    },
    async answers(cardId, answers) {
      await post(`/cards/${cardId}/answers`, { answers });
    },
    async advance(seconds) {
      await post('/clock', { advanceSeconds: seconds });
    },
  };
}
