/** The table of the element's properties, from which the React, Vue and JSX types derive. */
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

/** Returns a setting's Lit declaration, whose type is that of the setting's default. */
function declarationOf({ value, attribute }: Setting<unknown>): Declaration {
  const isBoolean = typeof value === 'boolean';
  const type = isBoolean ? Boolean : typeof value === 'number' ? Number : String;
  return { value, type, useDefault: !isBoolean, ...(attribute && { attribute }) };
}

/** All readable properties, with their attributes and defaults. */
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
 * Otherwise Vue sets an attribute, so `:client-token` would become `[object Object]`, and
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
      // Vue treats a bare attribute (`<set-card-pin no-confirm>`) as `true` only if the property is
      // a boolean.
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
  /** A static field, because decorators would add 400 bytes to the script. */
  static override readonly properties: Readonly<Record<string, Declaration>> = PROPERTIES;

  static {
    addAliases(this.prototype);
  }

  /**
   * The GraphQL endpoint's address: `https:`, or `http:` on a loopback host. Required. With any
   * other value, submits fail with `misconfigured`. A change shows an empty form and aborts a
   * submit in progress.
   */
  declare endpoint: string;

  /**
   * The payment card's id. Required. Without an id, submits fail with `misconfigured`. A change
   * shows an empty form and aborts a submit in progress.
   */
  declare cardId: string;

  /**
   * The number of digits in a PIN, from 4 to 12. Defaults to 4. With any other value, submits fail
   * with `misconfigured`. A change empties the fields.
   */
  declare pinLength: number;

  /**
   * The kinds of guessable PINs that aren't accepted: any of `repeated`, `sequence`, `common` and
   * `year`, separated by spaces, or `none`. Defaults to `repeated sequence`. With any other value,
   * submits fail with `misconfigured`. A change empties the fields.
   */
  declare pinRules: string;

  /** Seconds that a submit waits for a token. Defaults to 30. Invalid values are treated as 30. */
  declare tokenTimeout: number;

  /**
   * A field's look: `boxes` (one for each digit), `line` or `field`. Defaults to `boxes`. Invalid
   * values are treated as `boxes`.
   */
  declare appearance: 'boxes' | 'line' | 'field';

  /**
   * The frame page's address: `https:`, or `http:` on a loopback host. The address must be on a
   * different origin from the host page. Required in isolated mode, and not allowed in inline mode.
   * If the address is wrong, a message replaces the form, and submits fail with `misconfigured`.
   * Defaults to `undefined`.
   */
  declare frameSrc: string | undefined;

  /**
   * Disables the fields and the button, as `<fieldset disabled>` does. Defaults to `false`. Setting
   * it to `true` empties the fields and aborts a submit in progress.
   */
  declare disabled: boolean;

  /** Removes the confirmation field. Defaults to `false`. A change empties the fields. */
  declare noConfirm: boolean;

  /**
   * `steps` shows one field at a time: first the new PIN and, once the PIN is complete and valid,
   * the confirmation. By default, and with any other value, both fields are visible. Has no
   * effect with `noConfirm`.
   */
  declare flow: '' | 'steps';

  /**
   * The GraphQL type of the mutation's `IdempotencyKey` argument, such as `UUID!`. Defaults to
   * `String!`. Use `none` if the API's schema lacks the argument. With `none`, only the cardholder
   * can repeat a request. If the value isn't a type or `none`, submits fail with `misconfigured`.
   */
  declare idempotencyKey: string;

  /**
   * The address of the page's own token endpoint, relative to the page. When a submit needs a
   * token, the element posts `{ "cardId": … }` as JSON, with the page's cookies, and expects
   * `{ value, expirationDate }`. A 401 or a redirect means that nobody is signed in, so the outcome
   * is `token-expired`. If the response is missing, isn't JSON, or has any other unsuccessful
   * status, the outcome is `token-unavailable`. With JSON that isn't a token, the outcome is
   * `misconfigured`. The endpoint isn't used if `getClientToken` is set. Defaults to `undefined`.
   * With an address on a different origin, submits fail with `misconfigured`.
   */
  declare tokenUrl: string | undefined;

  /**
   * Fetches a client token from the page's server. Called when a submit needs a token, unless a
   * `token-expired` listener has already answered. If nobody is signed in, resolve to `null`. The
   * outcome is then `token-expired`. If the function throws, rejects or takes longer than
   * `tokenTimeout`, the outcome is `token-unavailable`. Defaults to `undefined`. If the value isn't
   * a function, submits fail with `misconfigured`.
   */
  declare getClientToken: ClientTokenProvider | undefined;

  /**
   * The page's own messages, which replace those in the element's language. `messages.codes`
   * contains messages for the issuer's `UserError` codes. Values must be non-empty strings or
   * objects with plural forms. All other values are ignored. Defaults to `undefined`.
   */
  declare messages: Messages | undefined;
}

export function setDefaults(element: SetCardPinBase): void {
  for (const [name, { value }] of Object.entries(PROPERTIES)) Reflect.set(element, name, value);
}

/** Removes and returns a token that was set before the upgrade and would hide the accessor. */
export function takeEarlyToken(element: SetCardPinBase): unknown {
  const early = Object.getOwnPropertyDescriptor(element, 'clientToken');
  Reflect.deleteProperty(element, 'clientToken');
  return early?.value;
}

/** The element's own properties. `endpoint` and `cardId` are required. All others have defaults. */
export type SetCardPinProperties = {
  [Name in keyof typeof PROPERTIES]?: SetCardPinBase[Name] | undefined;
} & {
  /**
   * The client token, a string or `{ value, expirationDate }` as the API returns it. The React
   * component never renders the token.
   */
  clientToken?: string | ClientToken | null | undefined;
  /** Focuses the new PIN field once it's ready, unless something else on the page has focus. */
  autofocus?: boolean | undefined;
};

/** Listeners for the element's events, under the names that frameworks use. */
export interface SetCardPinListeners {
  /** Called when the fields are ready. */
  onPinReady?: ((event: PinReadyEvent) => void) | undefined;
  /** Called when `complete` or `valid` changes. */
  onPinChange?: ((event: PinChangeEvent) => void) | undefined;
  /** Called when the API has confirmed the new PIN. */
  onPinSet?: ((event: PinSetEvent) => void) | undefined;
  /** Called when a submit fails or, in isolated mode, when the frame fails. */
  onPinError?: ((event: PinErrorEvent) => void) | undefined;
  /**
   * Called when a submit needs a client token. If the handler calls `event.respondWith(…)`, the
   * element doesn't call `getClientToken`.
   */
  onTokenExpired?: ((event: TokenExpiredEvent) => void) | undefined;
}
