/** The element's properties: one table, from which the types of React, Vue and JSX derive. */
import { ReactiveElement, type PropertyDeclaration } from 'lit';
import { SETTINGS, type Setting } from '../contract/settings.js';
import type { Messages } from '../messages/catalogue.js';
import type { ClientToken } from '../service/client-token.js';
import type { ClientTokenProvider } from '../service/client-tokens.js';
import type {
  PinChangeEvent,
  PinErrorEvent,
  PinReadyEvent,
  PinSetEvent,
  TokenExpiredEvent,
} from './events.js';

/** Seconds that a submit waits for a client token by default. */
export const DEFAULT_TOKEN_TIMEOUT = 30;

export interface Declaration extends PropertyDeclaration {
  readonly value: unknown;
}

/** Returns Lit's declaration of a setting, whose default shows its type. */
function declarationOf({ value, attribute }: Setting<unknown>): Declaration {
  const isBoolean = typeof value === 'boolean';
  const type = isBoolean ? Boolean : typeof value === 'number' ? Number : String;
  return { value, type, useDefault: !isBoolean, ...(attribute && { attribute }) };
}

/** Every property that can be read, with its attribute and its default. */
export const PROPERTIES = {
  ...(Object.fromEntries(
    Object.entries(SETTINGS).map(([name, setting]) => [name, declarationOf(setting)]),
  ) as Record<keyof typeof SETTINGS, Declaration>),
  disabled: { value: false, type: Boolean, reflect: true },
  tokenTimeout: {
    value: DEFAULT_TOKEN_TIMEOUT,
    attribute: 'token-timeout',
    type: Number,
    useDefault: true,
  },
  appearance: { value: 'boxes', reflect: true, useDefault: true },
  frameSrc: {
    value: undefined,
    attribute: 'frame-src',
    converter: (attribute) => attribute ?? undefined,
  },
  tokenUrl: {
    value: undefined,
    attribute: 'token-url',
    converter: (attribute) => attribute ?? undefined,
  },
  getClientToken: { value: undefined, attribute: false },
  messages: { value: undefined, attribute: false },
} satisfies Record<string, Declaration>;

/**
 * Aliases for Vue, which sets a property only if the element has one with the name in the template.
 * Otherwise Vue sets an attribute: `:client-token` would get the text `[object Object]`, and
 * `:no-confirm="false"` would mean true.
 */
const KEBAB_CASE = {
  'client-token': 'clientToken',
  'get-client-token': 'getClientToken',
  'no-confirm': 'noConfirm',
} as const;

export function addAliases(prototype: object): void {
  for (const [name, property] of Object.entries(KEBAB_CASE))
    Object.defineProperty(prototype, name, {
      // Vue takes an attribute without a value, as in `<set-card-pin no-confirm>`, for `true`
      // only if the property is a boolean.
      get(this: object) {
        return Reflect.get(this, property) as unknown;
      },
      set(this: object, value: unknown) {
        Reflect.set(this, property, value);
      },
    });
}

/** The element's readable properties. */
export class SetCardPinBase extends ReactiveElement {
  /** A static field, because support for decorators would add 400 bytes to the script. */
  static override readonly properties: Readonly<Record<string, Declaration>> = PROPERTIES;

  static {
    addAliases(this.prototype);
  }

  /**
   * The address of the GraphQL endpoint: `https:`, or `http:` on a loopback host. Required: with
   * any other value a submit ends as `misconfigured`. Changing it shows an empty form, and ends a
   * submit in progress as `aborted`.
   */
  declare endpoint: string;

  /**
   * The id of the payment card. Required: without it a submit ends as `misconfigured`. Changing it
   * shows an empty form, and ends a submit in progress as `aborted`.
   */
  declare cardId: string;

  /**
   * Digits in a PIN, 4 to 12. Defaults to 4. With any other value a submit ends as `misconfigured`.
   * Changing it empties the fields.
   */
  declare pinLength: number;

  /**
   * The guessable PINs to refuse: any of `repeated`, `sequence`, `common`, `year`, separated by
   * spaces, or `none`. Defaults to `repeated sequence`. With any other value a submit ends as
   * `misconfigured`. Changing it empties the fields.
   */
  declare pinRules: string;

  /** Seconds that a submit waits for a client token. Defaults to 30, also for invalid values. */
  declare tokenTimeout: number;

  /**
   * The look of a field: `boxes` (one for each digit), `line` or `field`. Defaults to `boxes`, also
   * for invalid values.
   */
  declare appearance: 'boxes' | 'line' | 'field';

  /**
   * The address of the frame page: `https:`, or `http:` on a loopback host, on a different origin
   * from the page's. Required in isolated mode, and a mistake in inline mode. With a mistake, a
   * sentence stands in place of the form, and every submit ends as `misconfigured`. Defaults to
   * `undefined`.
   */
  declare frameSrc: string | undefined;

  /**
   * Disables the fields and the button, as `<fieldset disabled>` does. Defaults to `false`. Setting
   * it empties the fields and ends a submit in progress as `aborted`.
   */
  declare disabled: boolean;

  /** Removes the confirmation. Defaults to `false`. Changing it empties the fields. */
  declare noConfirm: boolean;

  /**
   * `steps` shows one field at a time: the new PIN, and then the confirmation, as soon as the new
   * PIN is complete and accepted. Defaults to both fields, also for other values. Has no effect
   * without a confirmation.
   */
  declare flow: '' | 'steps';

  /**
   * The GraphQL type of the mutation's argument `IdempotencyKey`, such as `UUID!`, or `none` if the
   * service's schema has no such argument: then no request is repeated without the cardholder.
   * Defaults to `String!`. With any other value a submit ends as `misconfigured`.
   */
  declare idempotencyKey: string;

  /**
   * The address of the page's own route for client tokens, relative to the page. When a submit
   * needs a token, the element posts `{ "cardId": … }` as JSON, with the page's cookies, and
   * expects `{ value, expirationDate }`. After a 401 or a redirect nobody is signed in, and the
   * submit ends as `token-expired`. With no response, another status or a body that isn't JSON it
   * ends as `token-unavailable`, and with JSON that isn't a token as `misconfigured`. The route
   * isn't asked if `getClientToken` is set. Defaults to `undefined`. With an address on another
   * origin a submit ends as `misconfigured`.
   */
  declare tokenUrl: string | undefined;

  /**
   * Fetches a client token from the page's server. Called when a submit needs one, unless a
   * listener of `token-expired` has answered. Resolve to `null` if nobody is signed in: the submit
   * ends as `token-expired`. If it throws, rejects or takes longer than `tokenTimeout`, the submit
   * ends as `token-unavailable`. Defaults to `undefined`. With a value that is not a function a
   * submit ends as `misconfigured`.
   */
  declare getClientToken: ClientTokenProvider | undefined;

  /**
   * The page's own sentences, which replace those of the element's language. `messages.codes` holds
   * sentences for the issuer's codes of `UserError`. Data only: a value that is neither a
   * non-empty string nor an object of plural forms is ignored. Defaults to `undefined`.
   */
  declare messages: Messages | undefined;
}

export function setDefaults(element: SetCardPinBase): void {
  for (const [name, { value }] of Object.entries(PROPERTIES)) Reflect.set(element, name, value);
}

/** Removes and returns a token from before the element was defined: it hides the accessor. */
export function takeEarlyToken(element: SetCardPinBase): unknown {
  const early = Object.getOwnPropertyDescriptor(element, 'clientToken');
  Reflect.deleteProperty(element, 'clientToken');
  return early?.value;
}

/**
 * The element's own properties. `endpoint` and `cardId` are required; all others have a default.
 */
export type SetCardPinProperties = {
  [Name in keyof typeof PROPERTIES]?: SetCardPinBase[Name] | undefined;
} & {
  /**
   * The client token, a string or `{ value, expirationDate }` as the service returns it. The React
   * component never renders it.
   */
  clientToken?: string | ClientToken | null | undefined;
  /** Focuses the new PIN once it can be used, unless something else in the page has the focus. */
  autofocus?: boolean | undefined;
};

/** Listeners for the element's events, by the names that frameworks use. */
export interface SetCardPinListeners {
  /** Called when the fields can be used. */
  onPinReady?: ((event: PinReadyEvent) => void) | undefined;
  /** Called when `complete` or `valid` changes. */
  onPinChange?: ((event: PinChangeEvent) => void) | undefined;
  /** Called when the service has confirmed the new PIN. */
  onPinSet?: ((event: PinSetEvent) => void) | undefined;
  /** Called when a submit fails, or, in isolated mode, when the frame fails. */
  onPinError?: ((event: PinErrorEvent) => void) | undefined;
  /**
   * Called when a submit needs a client token. `event.respondWith(…)` answers in place of
   * `getClientToken`.
   */
  onTokenExpired?: ((event: TokenExpiredEvent) => void) | undefined;
}
