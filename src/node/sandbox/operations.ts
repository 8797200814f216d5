import { GraphQLError } from 'graphql';
import { react, type Fault } from './behaviours.js';
import type { CardEntry } from './card-registry.js';
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

/** The context of a request. An operation replaces the whole answer with a fault or script. */
export interface OperationContext {
  readonly caller: Caller;
  fault: Fault | undefined;
  /** The scripted answer of this attempt. */
  script: ScriptedAnswer | undefined;
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
  PIN_PREVIOUSLY_USED: 'The card had this PIN before.',
  CARD_NOT_ACTIVE: 'The card is not active.',
  CARD_NOT_FOUND: 'There is no card with this id.',
  PIN_CHANGE_NOT_OFFERED: 'The PIN of this card can’t be changed.',
};

const ORGANIZATION = {
  __typename: 'Organization',
  id: 'org_test_sandbox',
  profile: { displayName: 'Sandbox Card Programme' },
};

/** Creates the resolvers of all root fields. `graphql` calls them with (arguments, context). */
export function createOperations(environment: Environment, pinPattern: RegExp) {
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
      const entry = environment.cards.find(id);
      return entry ? paymentCard(entry) : null;
    },

    generatePaymentCardClientToken: (
      { input, IdempotencyKey }: GenerateTokenArguments,
      { caller }: OperationContext,
    ): ClientToken | UserError | AccessDeniedError => {
      if (caller.kind !== 'api-key') return accessDenied('A client token may not make another.');
      if (!environment.cards.find(input.paymentCardId)) {
        return userError('CARD_NOT_FOUND', 'paymentCardId');
      }
      return generateToken(environment, input, IdempotencyKey ?? undefined);
    },

    setPinForPaymentCard: async (
      { input, IdempotencyKey }: SetPinArguments,
      context: OperationContext,
    ): Promise<SetPinPayload | null> => {
      // An earlier root field of this request already replaced the whole answer.
      if (context.fault || context.script) return null;
      const denial = refuseSetPin(context.caller, input.paymentCardId);
      if (denial) return denial;
      const entry = environment.cards.find(input.paymentCardId);
      if (!entry) return userError('CARD_NOT_FOUND', 'paymentCardId');
      context.script = entry.script.shift();
      try {
        const { script } = context;
        if (script && !script.usual && !script.execute) return null;
        const key = IdempotencyKey ?? undefined;
        return setPin(environment, entry, input, key, context, pinPattern);
      } finally {
        await environment.cards.waitForDelay(entry.card.id);
      }
    },
  };
}

function generateToken(
  { credentials, mintedTokens }: Environment,
  input: GenerateTokenArguments['input'],
  idempotencyKey: string | undefined,
): ClientToken {
  const { paymentCardId, permissions } = input;
  const first =
    idempotencyKey === undefined
      ? undefined
      : mintedTokens.find(paymentCardId, idempotencyKey, input);
  if (first) return first;
  const { value, expiresAt } = credentials.grant(paymentCardId, permissions);
  const token: ClientToken = {
    __typename: 'ClientToken',
    value,
    expirationDate: new Date(expiresAt).toISOString(),
    usage: 'UNTIL_EXPIRATION',
  };
  if (idempotencyKey !== undefined) {
    mintedTokens.store(paymentCardId, idempotencyKey, input, token);
  }
  return token;
}

/** Sets the PIN. Synchronous, so that two requests with the same key can't both be the first. */
function setPin(
  { answers, cards, credentials }: Environment,
  entry: CardEntry,
  input: SetPinArguments['input'],
  idempotencyKey: string | undefined,
  context: OperationContext,
  pinPattern: RegExp,
): SetPinPayload | null {
  const { id } = entry.card;
  const { newPin } = input;
  const reaction = react(entry.card, entry.hasFailed);
  if (reaction.kind === 'intercepted') {
    entry.hasFailed = false;
    context.fault = reaction.fault;
    return null;
  }
  const firstAnswer =
    idempotencyKey === undefined ? undefined : answers.find(id, idempotencyKey, input);
  if (firstAnswer) {
    entry.hasFailed = false;
    return firstAnswer;
  }
  const answer = (payload: SetPinPayload): SetPinPayload => {
    const isServerError = (context.script?.status ?? 0) >= 500;
    if (idempotencyKey !== undefined && !isServerError)
      answers.store(id, idempotencyKey, input, payload);
    return payload;
  };
  if (!pinPattern.test(newPin)) return answer(userError('INVALID_PIN', 'newPin'));

  switch (reaction.kind) {
    case 'set':
      cards.setPin(id, newPin);
      entry.hasFailed = false;
      return answer(paymentCard(entry));
    case 'set-then-fault':
      cards.setPin(id, newPin);
      entry.hasFailed = true;
      context.fault = reaction.fault;
      return answer(paymentCard(entry));
    case 'rejected':
      return answer(
        userError(reaction.code, reaction.code.startsWith('CARD_') ? 'paymentCardId' : 'newPin'),
      );
    case 'denied':
      return answer(accessDenied('The client token may not set the PIN of this card.'));
    case 'no-payload':
      throw new GraphQLError('Something went wrong on our side.');
    case 'fault':
      entry.hasFailed = true;
      context.fault = reaction.fault;
      // A service that has refused a token keeps refusing it: only a fresh one works.
      if (refusesToken(reaction.fault) && context.caller.kind === 'client-token') {
        credentials.revoke(context.caller.grant.value);
      }
      return null;
    default:
      return reaction satisfies never;
  }
}

function refusesToken({ kind }: Fault): boolean {
  return kind === 'bad-credentials' || kind === 'unauthenticated';
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

/** Throws for a caller with a client token. These operations can refuse only in `errors`. */
function requireApiKey({ caller }: OperationContext): void {
  if (caller.kind !== 'api-key') {
    throw new GraphQLError('Access denied: this operation needs an API key.');
  }
}

function paymentCard({ card: { id, bin, last4 } }: CardEntry): PaymentCard {
  return { __typename: 'PaymentCard', id, bin, last4 };
}

function userError(code: SandboxErrorCode, member: 'newPin' | 'paymentCardId'): UserError {
  const path = ['input', member];
  const description = DESCRIPTIONS[code];
  return { __typename: 'UserError', errors: [{ code, path, errorPath: path, description }] };
}

function accessDenied(message: string): AccessDeniedError {
  return { __typename: 'AccessDeniedError', message };
}
