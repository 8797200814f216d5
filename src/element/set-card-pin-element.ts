import {
  adoptStyles,
  ReactiveElement,
  type PropertyDeclaration,
  type PropertyDeclarations,
  type PropertyValues,
} from 'lit';
import {
  ClientTokens,
  type ClientToken,
  type ClientTokenProvider,
  type TokenNeed,
} from '../service/client-tokens.js';
import {
  PinChangeEvent,
  PinErrorEvent,
  PinReadyEvent,
  PinSetEvent,
  TokenExpiredEvent,
} from './events.js';
import { FramedForm } from '../isolated/host/framed-form.js';
import { framedStyles } from '../isolated/host/framed-form.styles.js';
import { guardKeystrokes, guardRoot } from '../shield/keystroke-guard.js';
import { LanguageWatch } from './language.js';
import type { Catalogue, Messages } from '../messages/catalogue.js';
import { addMessages } from '../messages/languages.js';
import { noticeOf } from '../messages/notice.js';
import { wordsFor } from '../messages/words.js';
import { PinForm } from '../form/pin-form.js';
import { DEFAULT_PIN_LENGTH, DEFAULT_PIN_RULES } from '../pin/rules.js';
import { pristineRealm } from '../shield/pristine-realm.js';
import { deselect, guardSelectionIn, guardSelections } from '../shield/selection-guard.js';
import { styles } from '../form/form.styles.js';
import type { Invalid, Outcome } from '../set-pin/outcome.js';
import { deniedPinsOf, readSettings, type FormSettings } from '../form/settings.js';

const DEFAULT_TOKEN_TIMEOUT = 30;

/** Of a problem that has a flag in `ValidityState`. */
const FLAGS: Readonly<Partial<Record<Invalid['problem'], keyof ValidityStateFlags>>> = {
  missing: 'valueMissing',
  'too-short': 'tooShort',
};

/**
 * With this element a cardholder sets the PIN of a payment card: types it twice, and the element calls the service's mutation
 * `setPinForPaymentCard` with a client token that the page supplies. The PIN reaches nobody else.
 *
 * @attr {string} client-token - The client token. Prefer the property: an attribute is removed at once, but observers have seen it.
 * @attr {string} lang - The language of the words, a BCP 47 tag; else that of the nearest ancestor, else English.
 *
 * @fires {PinReadyEvent} pin-ready - The fields can be used.
 * @fires {PinChangeEvent} pin-change - `complete` or `valid` changed.
 * @fires {PinSetEvent} pin-set - The service confirmed the new PIN.
 * @fires {PinErrorEvent} pin-error - A submit ended otherwise; or, in isolated mode, the frame failed.
 * @fires {TokenExpiredEvent} token-expired - A client token is needed.
 *
 * @slot heading - Stands above the form.
 * @slot help - Stands above the button.
 *
 * @csspart form - The form.
 * @csspart hint - What a PIN has to be.
 * @csspart label - A field's label.
 * @csspart field - The box around a field.
 * @csspart field-invalid - The same, with an error.
 * @csspart error - What is wrong with a field.
 * @csspart advice - That a new PIN is easy to guess, in the error's place.
 * @csspart reveal - The button that shows the PIN.
 * @csspart submit - The button that sends the PIN.
 * @csspart status - What the form says beside its fields, with its notice and the other button.
 * @csspart notice - A failure, or a doubt, in the status.
 * @csspart way-out - The other button: to cancel, or to choose another PIN.
 * @csspart success - The panel that takes the form's place.
 *
 * @cssprop --set-card-pin-accent - Buttons and links.
 * @cssprop --set-card-pin-on-accent - Text on the accent.
 * @cssprop --set-card-pin-text - Text.
 * @cssprop --set-card-pin-text-muted - Text of less weight.
 * @cssprop --set-card-pin-surface - Background of fields and panels.
 * @cssprop --set-card-pin-border - Border of fields and panels.
 * @cssprop --set-card-pin-border-focus - Border and ring of what has the focus.
 * @cssprop --set-card-pin-error - Errors.
 * @cssprop --set-card-pin-warning - Warnings.
 * @cssprop --set-card-pin-success - Success.
 * @cssprop [--set-card-pin-radius=10px] - Radius of fields, buttons and panels.
 * @cssprop [--set-card-pin-gap=12px] - Space between the form's parts.
 * @cssprop [--set-card-pin-font=system-ui, sans-serif] - Font of all text but the digits.
 * @cssprop [--set-card-pin-digit-size=1.375rem] - Size of digits and bullets; at least 16px.
 * @cssprop [--set-card-pin-control-height=3.25rem] - Height of fields and of the button.
 *
 * @cssstate submitting - A submit is out.
 * @cssstate waiting - A submit waits for a client token.
 * @cssstate set - The PIN is set.
 * @cssstate invalid - A field has an error.
 */
export class SetCardPinElement extends ReactiveElement {
  /** For `<fieldset disabled>`, labels and a form's reset; the element never has a form value. */
  static readonly formAssociated = true;

  static override readonly styles = [styles, framedStyles];

  /** Not by decorators, whose support is 400 bytes of the script that a page loads. */
  static override readonly properties: PropertyDeclarations = {
    endpoint: { useDefault: true },
    cardId: { attribute: 'card-id', useDefault: true },
    pinLength: { attribute: 'pin-length', type: Number, useDefault: true },
    pinRules: { attribute: 'pin-rules', useDefault: true },
    tokenTimeout: { attribute: 'token-timeout', type: Number, useDefault: true },
    appearance: { reflect: true, useDefault: true },
    frameSrc: { attribute: 'frame-src' },
    disabled: { type: Boolean, reflect: true },
    noConfirm: { attribute: 'no-confirm', type: Boolean },
    noIdempotencyKey: { attribute: 'no-idempotency-key', type: Boolean },
    getClientToken: { attribute: false },
    messages: { attribute: false },
  };

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'client-token'];
  }

  /**
   * Adds a language to the page, or replaces one; elements that stand in it change at once.
   *
   * @param tag - A BCP 47 tag, such as `nl`.
   * @param catalogue - Every sentence, in that language.
   * @throws {RangeError} when the tag is none, as `nl_NL`.
   */
  static addMessages(tag: string, catalogue: Catalogue): void {
    addMessages(tag, catalogue);
  }

  static {
    // Before the other, which stops events.
    guardSelections();
    guardKeystrokes((target, event) => {
      if (!(#root in target)) return false;
      target.#ownForm.receive(event);
      return true;
    });
  }

  /** The address of the GraphQL endpoint: `https:`, or `http:` on a loopback host. Required. */
  declare endpoint: string;

  /** The id of the payment card. Required. */
  declare cardId: string;

  /**
   * How many digits a PIN has, 4 to 12; 4 by default. Changing it empties the fields.
   *
   * @default 4
   */
  declare pinLength: number;

  /**
   * Which guessable PINs are refused: any of `repeated`, `sequence`, `common`, `year`, `palindrome`, `keypad`, divided by spaces, or
   * `none`; `repeated sequence` by default. Changing it empties the fields.
   *
   * @default 'repeated sequence'
   */
  declare pinRules: string;

  /**
   * How long a submit waits for a fresh client token, in seconds; 30 by default, and for what is no such time.
   *
   * @default 30
   */
  declare tokenTimeout: number;

  /** How a field looks: `boxes`, one for each digit, `line` or `field`; `boxes` by default, and for any other word. */
  declare appearance: 'boxes' | 'line' | 'field';

  /**
   * Isolated mode: the address of the frame page, on an origin that is not the page's. The form is in a frame then, where no script of
   * the page can read it. `undefined` by default: the form is in the page. An empty one is a mistake, and not the same.
   */
  declare frameSrc: string | undefined;

  /** Whether the fields and the button are out of use; `<fieldset disabled>` does the same. */
  declare disabled: boolean;

  /** Whether the new PIN is typed once only. Changing it empties the fields. */
  declare noConfirm: boolean;

  /** Whether to send no `IdempotencyKey`, for a service whose schema has none. */
  declare noIdempotencyKey: boolean;

  /** Fetches a client token from the page's server; asked whenever one is needed, before any event. */
  declare getClientToken: ClientTokenProvider | undefined;

  /**
   * The page's own sentences, over those of the element's language; `messages.codes` has those for the issuer's codes of
   * `UserError`. Data only: what is neither a string nor an object of plural forms is ignored.
   */
  declare messages: Messages | undefined;

  readonly #internals = this.attachInternals();
  readonly #root = this.attachShadow({ mode: 'closed', delegatesFocus: true });

  /** `undefined`: malformed, which is told at the submit. */
  #deniedPins: readonly string[] | undefined;
  /** Disabled as the browser sees it: by the attribute or by a fieldset. */
  #barred = false;

  readonly #tokens = new ClientTokens({
    provider: () => this.getClientToken,
    timeout: () => (this.tokenTimeout > 0 ? this.tokenTimeout : DEFAULT_TOKEN_TIMEOUT),
    tell: (need) => this.#handleTokenNeed(need),
    waits: () => this.#form.wait(),
  });

  /** All that the form depends on, and all that it tells. */
  readonly #owner = {
    frameSrc: () => this.frameSrc ?? '',
    settings: () => this.#settings,
    appearance: () => this.appearance,
    words: () => this.#words,
    tokens: this.#tokens,
    platform: pristineRealm,
    objection: () => undefined,
    hasFocus: () => true,
    requestUpdate: () => this.requestUpdate(),
    ready: () => this.dispatchEvent(new PinReadyEvent()),
    changed: (complete: boolean, valid: boolean) =>
      this.dispatchEvent(new PinChangeEvent(complete, valid)),
    ended: (outcome: Exclude<Outcome, { kind: 'aborted' }>, cause?: 'frame') =>
      this.dispatchEvent(
        outcome.kind === 'set'
          ? new PinSetEvent(outcome.card, outcome.requestId)
          : new PinErrorEvent(outcome, cause),
      ),
  };

  readonly #ownForm = new PinForm(this.#root, this.#owner);
  #form: PinForm | FramedForm = this.#ownForm;

  readonly #language = new LanguageWatch(this, () => {
    this.#isReworded = true;
    this.requestUpdate();
  });

  #words = wordsFor('', undefined, DEFAULT_PIN_LENGTH);
  /** Whether the language may be another by now, or its catalogue. */
  #isReworded = false;
  /** Stays while the element is moved. */
  #connected = false;

  constructor() {
    super();
    this.endpoint = '';
    this.cardId = '';
    this.pinLength = DEFAULT_PIN_LENGTH;
    this.pinRules = DEFAULT_PIN_RULES;
    this.tokenTimeout = DEFAULT_TOKEN_TIMEOUT;
    this.appearance = 'boxes';
    this.disabled = false;
    this.noConfirm = false;
    this.noIdempotencyKey = false;
    guardRoot(this.#root, (event) => this.#ownForm.receive(event));
    guardSelectionIn(this.#root);
    this.#deniedPins = deniedPinsOf(takeEarly(this, 'deniedPins'));
    // It came later than the markup's attribute, of which the element is told when it is made.
    if (this.#tokens.supply(takeEarly(this, 'clientToken'))) this.removeAttribute('client-token');
  }

  /**
   * The client token, a string or `{ value, expirationDate }` as the service returns it. Write-only: reading gives `undefined`.
   */
  get clientToken(): undefined {
    return undefined;
  }

  set clientToken(token: string | ClientToken | null | undefined) {
    this.#tokens.supply(token);
  }

  /**
   * PINs to refuse because of who the cardholder is, such as a date of birth: an array of at most 16 strings of digits; none by
   * default. They are copied when they are set, and never shown or told. Write-only: reading gives `undefined`. Setting other PINs
   * empties the fields.
   */
  get deniedPins(): undefined {
    return undefined;
  }

  set deniedPins(pins: readonly string[] | null | undefined) {
    const denied = deniedPinsOf(pins);
    // Frameworks set every property on every render.
    if (String(denied) === String(this.#deniedPins)) return;
    this.#deniedPins = denied;
    this.#form.adapt();
  }

  /**
   * Vue sets a property by the name that its template has for it, where there is one of that name. `:client-token` would otherwise be
   * an attribute, and a token the text `[object Object]`; and `:no-confirm="false"` one that says yes.
   *
   * @internal
   */
  set 'client-token'(token: string | ClientToken | null | undefined) {
    this.clientToken = token;
  }

  /** @internal */
  set 'get-client-token'(provider: ClientTokenProvider | undefined) {
    this.getClientToken = provider;
  }

  /** @internal */
  set 'denied-pins'(pins: readonly string[] | null | undefined) {
    this.deniedPins = pins;
  }

  /** @internal */
  set 'no-confirm'(isOne: boolean) {
    this.noConfirm = isOne;
  }

  /** @internal */
  set 'no-idempotency-key'(isNone: boolean) {
    this.noIdempotencyKey = isNone;
  }

  /**
   * What is wrong with the entry: `valueMissing`, `tooShort`, or `customError` for all else that the local rules and the
   * confirmation refuse. Valid when the PIN is set.
   */
  get validity(): ValidityState {
    this.#renderNow();
    return this.#internals.validity;
  }

  /**
   * Tells whether the entry is valid, as a native field does: it raises `invalid` when it is not, and shows nothing.
   *
   * @returns `true` also while the element is disabled, when a form does not ask it either.
   */
  checkValidity(): boolean {
    this.#renderNow();
    return this.#internals.checkValidity();
  }

  /** The same, and shows the cardholder the first problem at its field, which gets the focus. No submit, so no `pin-error`. */
  reportValidity(): boolean {
    const valid = this.checkValidity();
    if (!valid) this.#form.report();
    return valid;
  }

  /**
   * Checks the entry and sends it: the same as the button and the Enter key. While one submit is out it returns the same promise.
   *
   * @returns How it ended; it never rejects.
   */
  submit(): Promise<Outcome> {
    this.#renderNow();
    return this.#form.submit();
  }

  /** Empties the form and shows it again; a submit that is out ends as `aborted`. The client token stays. */
  reset(): void {
    this.#form.reset();
  }

  /** Moves the focus to the first field with an error, or else to the first field; a field that has the focus keeps it. */
  override focus(options?: FocusOptions): void {
    this.#renderNow();
    this.#form.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#language.watch();
    if (this.#connected) return;
    this.#connected = true;
    this.#tokens.watch();
    this.#form.open();
    void this.updateComplete.then(() => {
      // A frame has to answer first.
      if (this.#connected && this.#form === this.#ownForm) this.#owner.ready();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that is moved is connected again by then.
    queueMicrotask(() => {
      if (!this.isConnected) this.#handleRemoval();
    });
  }

  /**
   * Tells the browser that `moveBefore` needs no removal.
   *
   * @internal
   */
  connectedMoveCallback(): void {
    this.#language.watch();
  }

  /** @internal */
  formDisabledCallback(disabled: boolean): void {
    this.#barred = disabled;
    this.#form.adapt();
  }

  /** @internal */
  formResetCallback(): void {
    this.reset();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (name !== 'client-token') return super.attributeChangedCallback(name, old, value);
    if (!this.hasAttribute(name)) return;
    this.removeAttribute(name);
    this.#tokens.supply(value);
  }

  override requestUpdate(name?: PropertyKey, old?: unknown, options?: PropertyDeclaration): void {
    super.requestUpdate(name, old, options);
    if (name === undefined || Object.is(Reflect.get(this, name), old)) return;
    // At once and not at the next update: a page could otherwise search for the PIN by changing a rule and asking again.
    if (name === 'frameSrc') this.#changeMode();
    else if (this.hasUpdated) this.#form.adapt();
  }

  protected override createRenderRoot(): HTMLElement {
    adoptStyles(this.#root, SetCardPinElement.elementStyles);
    // What this returns becomes the public property `renderRoot`: not the private root.
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated) this.#form.adapt();
    // Not with every key: choosing words costs more than rendering them.
    if (!this.#isReworded && !changed.has('messages') && !changed.has('pinLength')) return;
    this.#isReworded = false;
    const words = wordsFor(this.#language.tag, this.messages, this.#settings.length);
    // By their content: a framework sets the same sentences anew with every render.
    if (JSON.stringify(words) === JSON.stringify(this.#words)) return;
    this.#words = words;
    this.#form.reword();
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    this.#form.render();
    // A PIN that was selected may be shown from now on.
    deselect(this.#root);
    const { phase } = this.#form;
    this.#setState('submitting', phase === 'submitting');
    this.#setState('waiting', phase === 'waiting');
    this.#setState('set', phase === 'set');
    this.#setState('invalid', this.#form.hasErrors);
    this.#validate();
  }

  /** Tells the form around the element, in whose own check it takes part. */
  #validate(): void {
    const { problem } = this.#form;
    if (problem === undefined) return this.#internals.setValidity({});
    const { sentence } = noticeOf(problem, this.#words);
    const anchor = this.#form.anchor(problem) ?? undefined;
    const text = sentence(this.#words);
    this.#internals.setValidity({ [FLAGS[problem.problem] ?? 'customError']: true }, text, anchor);
  }

  #handleRemoval(): void {
    this.#connected = false;
    this.#form.close();
    this.#tokens.forget();
    this.#language.forget();
  }

  #handleTokenNeed(need: TokenNeed): void {
    if (this.#connected) this.dispatchEvent(new TokenExpiredEvent(need));
  }

  get #settings(): FormSettings {
    return readSettings({
      endpoint: this.endpoint,
      cardId: this.cardId,
      pinLength: this.pinLength,
      pinRules: this.pinRules,
      deniedPins: this.#deniedPins,
      noConfirm: this.noConfirm,
      noIdempotencyKey: this.noIdempotencyKey,
      disabled: this.disabled || this.#barred,
    });
  }

  /** In isolated mode the form of the page's own is never rendered, nor the other way round. */
  #changeMode(): void {
    if (this.#connected) this.#form.close();
    this.#form =
      this.frameSrc === undefined || this.frameSrc === null
        ? this.#ownForm
        : new FramedForm(this.#root, this.#owner);
    if (this.#connected) this.#form.open();
    // Until now it was the other one that heard of every setting.
    this.#form.adapt();
  }

  /** For who acts at once: a form may not be there yet, or may still have to take the panel's place. */
  #renderNow(): void {
    if (this.isUpdatePending && this.isConnected) this.performUpdate();
  }

  #setState(state: string, on: boolean): void {
    if (on) this.#internals.states.add(state);
    else this.#internals.states.delete(state);
  }
}

/** Takes what was set before the element was defined: it is a property of the element's own that hides the accessor. */
function takeEarly(element: SetCardPinElement, name: 'clientToken' | 'deniedPins'): unknown {
  const early = Object.getOwnPropertyDescriptor(element, name);
  Reflect.deleteProperty(element, name);
  return early?.value;
}
