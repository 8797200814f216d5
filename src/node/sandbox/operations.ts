import { GraphQLError } from 'graphql';
import { react, type Fault } from './behaviours.js';
import type { HeldCard } from './card-registry.js';
import type { SandboxErrorCode } from './cards.js';
import type { Caller } from './credentials.js';
import type { Environment } from './environment.js';
import type {
  AccessDeniedError,
  ClientToken,
  PaymentCard,
  SetPinPayload,
  UserError,
} from './payloads.js';
import type { ScriptedAnswer } from './scripted-answers.js';

/** What an operation knows about its request, and how it says that the answer as a whole goes wrong. */
export interface OperationContext {
  readonly caller: Caller;
  fault: Fault | undefined;
  /** What the attempt is answered, whatever comes of it. */
  script: ScriptedAnswer | undefined;
}

interface SetPinArguments {
  readonly input: { readonly paymentCardId: string; readonly newPin: string };
  readonly IdempotencyKey?: string | null;
}

interface GenerateTokenArguments {
  readonly input: { readonly paymentCardId: string; readonly permissions: readonly string[] };
}

const PIN_PATTERN = /^[0-9]{4,12}$/;

const ORGANIZATION = {
  __typename: 'Organization',
  id: 'org_test_sandbox',
  profile: { displayName: 'Sandbox Card Programme' },
};

/** The root fields of both operation types; `graphql` calls them with (arguments, context). */
export function createOperations(environment: Environment) {
  return {
    ping: (_: unknown, context: OperationContext): string => {
      requireApiKey(context);
      return 'pong';
    },

    organizations: (_: unknown, context: OperationContext) => {
      requireApiKey(context);
      return [ORGANIZATION];
    },

    node: ({ id }: { id: string }, context: OperationContext) => {
      requireApiKey(context);
      if (id === ORGANIZATION.id) return ORGANIZATION;
      const held = environment.cards.find(id);
      return held ? paymentCard(held) : null;
    },

    generatePaymentCardClientToken: (
      { input }: GenerateTokenArguments,
      { caller }: OperationContext,
    ): ClientToken | UserError | AccessDeniedError => {
      if (caller.kind !== 'api-key') return accessDenied('A client token may not make another.');
      if (!environment.cards.find(input.paymentCardId)) {
        return userError('CARD_NOT_FOUND', 'paymentCardId');
      }
      const grant = environment.credentials.grant(input.paymentCardId, input.permissions);
      return {
        __typename: 'ClientToken',
        value: grant.value,
        expirationDate: new Date(grant.expiresAt).toISOString(),
      };
    },

    setPinForPaymentCard: async (
      { input, IdempotencyKey }: SetPinArguments,
      context: OperationContext,
    ): Promise<SetPinPayload | null> => {
      // An earlier root field of this request has spoilt the answer: nothing more may happen.
      if (context.fault || context.script) return null;
      const denial = refuseSetPin(context.caller, input.paymentCardId);
      if (denial) return denial;
      const held = environment.cards.find(input.paymentCardId);
      if (!held) return userError('CARD_NOT_FOUND', 'paymentCardId');
      context.script = held.script.shift();
      try {
        const { script } = context;
        if (script && !script.usual && !script.execute) return null;
        return setPin(environment, held, input, IdempotencyKey ?? undefined, context);
      } finally {
        await environment.cards.answerDue(held.card.id);
      }
    },
  };
}

/** Decides and does, in one go: two requests with the same key can't both be the first. */
function setPin(
  { answers, cards, credentials }: Environment,
  held: HeldCard,
  input: SetPinArguments['input'],
  idempotencyKey: string | undefined,
  context: OperationContext,
): SetPinPayload | null {
  const { id } = held.card;
  const { newPin } = input;
  const former = idempotencyKey === undefined ? undefined : answers.find(id, idempotencyKey, input);
  if (former) {
    held.hasFailed = false;
    return former;
  }
  const answer = (payload: SetPinPayload): SetPinPayload => {
    const isServerError = (context.script?.status ?? 0) >= 500;
    if (idempotencyKey !== undefined && !isServerError)
      answers.keep(id, idempotencyKey, input, payload);
    return payload;
  };
  if (!PIN_PATTERN.test(newPin)) return answer(userError('INVALID_PIN', 'newPin'));

  const reaction = react(held.card, held.hasFailed);
  switch (reaction.kind) {
    case 'set':
      cards.setPin(id, newPin);
      held.hasFailed = false;
      return answer(paymentCard(held));
    case 'set-and-lost':
      cards.setPin(id, newPin);
      held.hasFailed = true;
      context.fault = { kind: 'answer-lost' };
      return answer(paymentCard(held));
    case 'rejected':
      return answer(
        userError(reaction.code, reaction.code.startsWith('CARD_') ? 'paymentCardId' : 'newPin'),
      );
    case 'denied':
      return answer(accessDenied('The client token may not set the PIN of this card.'));
    case 'review':
      return answer({ __typename: 'PinChangeReview', reference: 'review_test' });
    case 'no-payload':
      throw new GraphQLError('Something went wrong on our side.');
    case 'fault':
      held.hasFailed = true;
      context.fault = reaction.fault;
      // A service that has refused a token doesn't take it later: only a fresh one helps.
      if (reaction.fault.kind === 'bad-credentials' && context.caller.kind === 'client-token') {
        credentials.revoke(context.caller.grant.value);
      }
      return null;
    default:
      return reaction satisfies never;
  }
}

function refuseSetPin(caller: Caller, cardId: string): AccessDeniedError | undefined {
  if (caller.kind === 'api-key') {
    return accessDenied('An API key may not set a PIN: use a client token.');
  }
  if (caller.grant.cardId !== cardId) {
    return accessDenied('The client token is for another card.');
  }
  if (!caller.grant.permissions.includes('SET_PAYMENT_CARD_PIN')) {
    return accessDenied('The client token lacks the permission SET_PAYMENT_CARD_PIN.');
  }
  return undefined;
}

/** For operations whose result has no member that could say it: `graphql` makes it an entry of `errors`. */
function requireApiKey({ caller }: OperationContext): void {
  if (caller.kind !== 'api-key') {
    throw new GraphQLError('Access denied: this operation needs an API key.');
  }
}

function paymentCard({ card: { id, bin, last4 } }: HeldCard): PaymentCard {
  return { __typename: 'PaymentCard', id, bin, last4 };
}

function userError(code: SandboxErrorCode, member: 'newPin' | 'paymentCardId'): UserError {
  const path = ['input', member];
  return { __typename: 'UserError', errors: [{ code, path, errorPath: path }] };
}

function accessDenied(message: string): AccessDeniedError {
  return { __typename: 'AccessDeniedError', message };
}
