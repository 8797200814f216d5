/** The sandbox as a test uses it: client tokens, cards, and the requests that it received. */
import { executeServerCommand } from '@web/test-runner-commands';
import type { SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import type { ClientToken } from '../../../src/service/client-token.js';
import type { FrameRequest } from '../../../tools/test/servers-plugin.js';
import type { SandboxAddresses } from '../../../src/node/sandbox/sandbox.js';
import type { LoggedRequest } from '../../../src/node/sandbox/log.js';
import type { ScriptedAnswer } from '../../../src/node/sandbox/scripted-answers.js';
import { mode } from './engine.js';

/** The sandbox of a test file. */
export interface Service {
  readonly endpoint: string;
  /** The address of a frame page that sends PINs to it, in isolated mode only. */
  readonly frameSrc: string | undefined;
  /** Creates a card that no other test uses. */
  card(behaviour: SandboxBehaviour): Promise<string>;
  /** Mints a client token for a card. */
  token(cardId: string): Promise<ClientToken>;
  /** Returns whether this PIN is set on the card. */
  has(cardId: string, pin: string): Promise<boolean>;
  /** Returns the set-PIN requests for a card so far, answered or not. */
  requests(cardId: string): Promise<readonly LoggedRequest[]>;
  /**
   * Delays the card's answers from now on. `null` holds them, and 0 releases those that are
   * delayed.
   */
  delay(cardId: string, milliseconds: number | null): Promise<void>;
  /** Scripts the answers to the card's next attempts. Its usual behaviour follows them. */
  answers(cardId: string, answers: readonly ScriptedAnswer[]): Promise<void>;
}

/** Starts the sandbox of this test file. */
export async function startService(): Promise<Service> {
  const { test, control } = await executeServerCommand<SandboxAddresses, undefined>(
    'start-sandbox',
  );
  const frameSrc =
    mode === 'isolated'
      ? await executeServerCommand<string, FrameRequest>('start-frame', {
          endpoints: [test.url],
        })
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
        (each) => each.cardId === cardId && each.operation === 'SetPinForPaymentCard',
      );
    },
    async delay(cardId, milliseconds) {
      await post(`/cards/${cardId}/delay`, { milliseconds });
    },
    async answers(cardId, answers) {
      await post(`/cards/${cardId}/answers`, { answers });
    },
  };
}
