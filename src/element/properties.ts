/**
 * What a page may give the element, as the types of a component: frameworks set it by name, and anything may be left out as
 * `undefined`.
 */
import type { ClientToken } from '../service/client-tokens.js';
import type {
  PinChangeEvent,
  PinErrorEvent,
  PinReadyEvent,
  PinSetEvent,
  TokenExpiredEvent,
} from './events.js';
import type { SetCardPinElement } from './set-card-pin-element.js';

type Readable = Pick<
  SetCardPinElement,
  | 'endpoint'
  | 'cardId'
  | 'getClientToken'
  | 'tokenTimeout'
  | 'pinLength'
  | 'pinRules'
  | 'noConfirm'
  | 'noIdempotencyKey'
  | 'appearance'
  | 'frameSrc'
  | 'disabled'
  | 'messages'
>;

/** The element's own properties; `endpoint` and `cardId` are required, all others have a default. */
export type SetCardPinProperties = {
  [Name in keyof Readable]?: Readable[Name] | undefined;
} & {
  /** The client token, a string or `{ value, expirationDate }` as the service returns it. Never rendered by the React component. */
  clientToken?: string | ClientToken | null | undefined;
  /** PINs to refuse because of who the cardholder is, such as a date of birth: at most 16 strings of digits. */
  deniedPins?: readonly string[] | null | undefined;
};

/** The element's events, by the names that frameworks give to their listeners. */
export interface SetCardPinListeners {
  /** The fields can be used. */
  onPinReady?: ((event: PinReadyEvent) => void) | undefined;
  /** `complete` or `valid` changed. */
  onPinChange?: ((event: PinChangeEvent) => void) | undefined;
  /** The service confirmed the new PIN. */
  onPinSet?: ((event: PinSetEvent) => void) | undefined;
  /** A submit ended otherwise; or, in isolated mode, the frame failed. */
  onPinError?: ((event: PinErrorEvent) => void) | undefined;
  /** A client token is needed: answer with `event.respondWith(…)`, or give another `clientToken`. */
  onTokenExpired?: ((event: TokenExpiredEvent) => void) | undefined;
}
