/** The code of a user without a framework. `npm run release:check` type-checks it. */
import { SetCardPinElement, type PinErrorEvent } from 'set-card-pin';
import type * as types from 'set-card-pin';
import { SetCardPinElement as SameElement } from 'set-card-pin/element';
import {
  PinErrorEvent as ErrorEvent,
  SetCardPinElement as IsolatedElement,
  type Outcome,
} from 'set-card-pin/isolated';
import { de } from 'set-card-pin/locales/de';
import { clientTokenHandler, mintClientToken, MintingError } from 'set-card-pin/server';
import { needToken, simulate } from 'set-card-pin/testing';
import { SandboxControl, startSandbox, type Sandbox } from 'set-card-pin/sandbox';

SetCardPinElement.addMessages('nl', { ...de, newPin: 'Nieuwe pincode' });
// @ts-expect-error: a catalogue must be complete
SetCardPinElement.addMessages('nl', { newPin: 'Nieuwe pincode' });

const element: SetCardPinElement = document.createElement('set-card-pin');
export const same: SameElement = element;
export const isolated: IsolatedElement = element;
export const ended: Promise<Outcome> = isolated.submit();
export const isError = (event: Event): event is PinErrorEvent => event instanceof ErrorEvent;
// @ts-expect-error: write-only
export const token: string = element.clientToken;
element.clientToken = { value: 'token', expirationDate: null };
element.getClientToken = async ({ signal }) => (signal.aborted ? null : 'token');
// @ts-expect-error: a missing return
element.getClientToken = async () => undefined;
element.messages = { submit: { one: 'a', other: 'b' }, codes: { ANY: 'c' } };
// @ts-expect-error: not one of the three values
element.appearance = 'round';
element.addEventListener('pin-set', (event) => event.card.id.length);
element.addEventListener('token-expired', (event) => event.respondWith(Promise.resolve('token')));
document.addEventListener('pin-error', ({ outcome }) => {
  if (outcome.kind === 'rejected') ''.concat(...outcome.codes);
  // @ts-expect-error: not a failure
  if (outcome.kind === 'set') return;
});
// @ts-expect-error: the event has no card
element.addEventListener('pin-error', (event) => event.card);

const sandbox: Sandbox = await startSandbox({ port: 0, schema: 'provider' });
const card = await sandbox.control.createCard('weak-pin');
await sandbox.control.scriptAnswers(card.id, [{ status: 503 }, { lost: true, execute: true }]);
export const isSet: boolean = await new SandboxControl('').hasPin(card.id, '4826');

const service = { endpoint: sandbox.test.url, apiKey: sandbox.test.apiKey };
export const handle: (request: Request) => Promise<Response> = clientTokenHandler({
  ...service,
  authorize: async (request, cardId) => request.headers.get('Cookie') === cardId,
  log: ({ cause }) => (cause instanceof MintingError ? cause.retryAfter : undefined),
});
declare const env: Readonly<Record<string, string | undefined>>;
clientTokenHandler({ endpoint: env['A'], apiKey: env['B'], authorize: () => true });
element.clientToken = await mintClientToken(card.id, service);

simulate(element, { kind: 'set', card: { id: '', bin: '', last4: '' } });
// @ts-expect-error: no event ends an aborted submit
simulate(element, { kind: 'aborted' });
export const answer: types.SuppliedToken | undefined = await needToken(element, 'expired');

export type Types = [
  types.ClientTokenProvider,
  types.ConfirmationProblem,
  types.FailedOutcome,
  types.Invalid,
  types.KnownCode,
  types.Messages,
  types.Misconfigured,
  types.PaymentCard,
  types.PinProblem,
  types.PinRule,
  types.Plural,
  types.RateLimit,
  types.RateLimitBucket,
  types.SetCardPinListeners,
  types.SetCardPinProperties,
  types.Text,
  types.TokenReason,
];
