/** The sandbox as a test uses it: client tokens, cards, and the requests that it received. */
import { executeServerCommand } from '@web/test-runner-commands';
import type { SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import { SandboxControl } from '../../../src/node/sandbox/control-client.js';
import type { ClientToken } from '../../../src/service/client-token.js';
import type { SandboxAddresses } from '../../../src/node/sandbox/sandbox.js';
import { mode } from './engine.js';

/** A test file's sandbox. */
export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * Starts this test file's sandbox.
 *
 * @param isFramed - True to serve a frame page that sends PINs to it.
 */
export async function startService(isFramed = mode === 'isolated') {
  const { test, ...sandbox } = await executeServerCommand<SandboxAddresses, undefined>(
    'start-sandbox',
  );
  const control = new SandboxControl(sandbox.control.url);
  return {
    endpoint: test.url,
    /** The frame page's address. */
    frameSrc: isFramed
      ? await executeServerCommand<string, string>('start-frame', test.url)
      : undefined,
    /** Creates a card that no other test uses. */
    card: async (behaviour: SandboxBehaviour) => (await control.createCard(behaviour)).id,
    /** Issues a client token for a card. */
    token: (cardId: string) => executeServerCommand<ClientToken, string>('mint-token', cardId),
    /** Returns whether this PIN is set on the card. */
    has: control.hasPin.bind(control),
    /** Returns the set-PIN requests for a card so far, with or without a response. */
    requests: async (cardId: string) =>
      (await control.requests()).filter(
        (each) => each.cardId === cardId && each.operation === 'SetPinForPaymentCard',
      ),
    /** Delays the card's responses from now on. `null` holds them, and 0 releases them. */
    delay: control.delayAnswers.bind(control),
    /** Scripts the responses to the card's next attempts. Then its usual behaviour follows. */
    answers: control.scriptAnswers.bind(control),
  };
}
