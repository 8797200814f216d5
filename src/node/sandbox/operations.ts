import { GraphQLError } from 'graphql';
import { isPayload, type CardAnswer } from './answer.js';
import type { Card } from './card-registry.js';
import type { SandboxErrorCode } from './cards.js';
import type { Caller } from './credentials.js';
import type { Environment } from './environment.js';
import type { Payload } from './schema.js';

/** A request's context. */
export interface OperationContext {
  readonly caller: Caller;
  /** Delays or replaces the whole response. */
  script: CardAnswer | undefined;
}

interface SetPinArguments {
  readonly input: { readonly paymentCardId: string; readonly newPin: string };
  readonly IdempotencyKey?: string | null;
}

interface GenerateTokenArguments {
  readonly input: { readonly paymentCardId: string; readonly permissions: readonly string[] };
  readonly IdempotencyKey?: string | null;
}

/** The sandbox's own texts, for developers. */
const DESCRIPTIONS: Readonly<Record<SandboxErrorCode, string>> = {
  INVALID_PIN: 'The issuer does not accept this PIN.',
  PIN_TOO_SIMPLE: 'The PIN is too easy to guess.',
  PIN_PREVIOUSLY_USED: 'The card has had this PIN before.',
  CARD_NOT_ACTIVE: 'The card is not active.',
  CARD_NOT_FOUND: 'There is no card with this id.',
  PIN_CHANGE_NOT_OFFERED: 'This card’s PIN can’t be changed.',
};

/** Creates all root fields' resolvers. `graphql` calls a resolver with (arguments, context). */
export function createOperations(environment: Environment, pinPattern: RegExp) {
  return {
    ping: (_: unknown, { caller }: OperationContext): string => {
      if (caller.kind === 'api-key') return 'pong';
      // This operation doesn't have a payload that could contain a refusal.
      throw new GraphQLError('Access denied: this operation needs an API key.');
    },

    generatePaymentCardClientToken: (
      { input, IdempotencyKey }: GenerateTokenArguments,
      { caller }: OperationContext,
    ): Payload => {
      if (caller.kind !== 'api-key')
        return accessDenied('A client token can’t be used to issue another one.');
      if (!environment.cards.find(input.paymentCardId))
        return userError('CARD_NOT_FOUND', 'paymentCardId');
      const { paymentCardId, permissions } = input;
      return environment.mintedTokens.once(paymentCardId, IdempotencyKey, input, () => {
        const { value, expiresAt } = environment.credentials.grant(paymentCardId, permissions);
        const expirationDate = new Date(expiresAt).toISOString();
        return { __typename: 'ClientToken', value, expirationDate, usage: 'UNTIL_EXPIRATION' };
      });
    },

    setPinForPaymentCard: async (
      { input, IdempotencyKey }: SetPinArguments,
      context: OperationContext,
    ): Promise<Payload | null> => {
      const denial = refuseSetPin(context.caller, input.paymentCardId);
      if (denial) return denial;
      const card = environment.cards.find(input.paymentCardId);
      if (!card) return userError('CARD_NOT_FOUND', 'paymentCardId');
      try {
        return setPin(environment, card, input, IdempotencyKey, context, pinPattern);
      } finally {
        await card.waitForDelay();
      }
    },
  };
}

/** Sets the PIN. Synchronous, so that two requests with the same key can't both be the first. */
function setPin(
  { answers, credentials }: Environment,
  card: Card,
  input: SetPinArguments['input'],
  idempotencyKey: SetPinArguments['IdempotencyKey'],
  context: OperationContext,
  pinPattern: RegExp,
): Payload | null {
  const { id } = card.data;
  const isValid = pinPattern.test(input.newPin);
  let script: CardAnswer | undefined = card.script.shift();
  if (isValid && (script === undefined || isPayload(script))) {
    const own = card.nextAnswer();
    if (own) script = { ...own, ...script };
  }
  context.script = script;
  if (script?.revokesToken && context.caller.kind === 'client-token')
    credentials.revoke(context.caller.grant.value);
  if (script && !script.execute && !isPayload(script)) return null;

  return answers.once(id, idempotencyKey, input, () => {
    const payload = isValid ? payloadOf(card) : userError('INVALID_PIN', 'newPin');
    if (payload.__typename === 'PaymentCard') card.setPin(input.newPin);
    return payload;
  });
}

/** Returns the payload for an attempt with a PIN in a valid format. */
function payloadOf(card: Card): Payload {
  const { outcome, code } = card.data;
  if (code !== undefined)
    return userError(code, code.startsWith('CARD_') ? 'paymentCardId' : 'newPin');
  return outcome === 'denied'
    ? accessDenied('The client token isn’t allowed to set this card’s PIN.')
    : paymentCard(card);
}

function refuseSetPin(caller: Caller, cardId: string): Payload | undefined {
  if (caller.kind === 'api-key')
    return accessDenied('An API key can’t set a PIN. Use a client token.');
  if (caller.grant.cardId !== cardId)
    return accessDenied('The client token is for a different card.');
  if (!caller.grant.permissions.includes('SET_PAYMENT_CARD_PIN'))
    return accessDenied('The client token lacks the SET_PAYMENT_CARD_PIN permission.');
  return undefined;
}

function paymentCard({ data: { id, bin, last4 } }: Card): Payload {
  return { __typename: 'PaymentCard', id, bin, last4 };
}

function userError(code: SandboxErrorCode, member: 'newPin' | 'paymentCardId'): Payload {
  const path = ['input', member];
  const description = DESCRIPTIONS[code];
  return { __typename: 'UserError', errors: [{ code, path, errorPath: path, description }] };
}

function accessDenied(message: string): Payload {
  return { __typename: 'AccessDeniedError', message };
}
