import { adoptStyles, type CSSResult, type PropertyDeclaration, type PropertyValues } from 'lit';
import { isFocusFree } from '../contract/free-focus.js';
import { misconfigured, readSettings, type FormSettings } from '../contract/settings.js';
import {
  UNTOUCHED,
  type Form,
  type OpenForm,
  type Report,
  type Reporter,
  type VisibleState,
} from '../contract/wire.js';
import type { Catalogue, Words } from '../messages/catalogue.js';
import { addMessages } from '../messages/languages.js';
import { wordsFor } from '../messages/words.js';
import type { ClientToken } from '../service/client-token.js';
import { ClientTokens } from '../service/client-tokens.js';
import type { Misconfigured, Outcome } from '../set-pin/outcome.js';
import { Console } from './console.js';
import { endEvent, PinChangeEvent, PinReadyEvent, TokenExpiredEvent } from './events.js';
import { LanguageWatch } from './language.js';
import {
  DEFAULT_TOKEN_TIMEOUT,
  SetCardPinBase,
  setDefaults,
  takeEarlyToken,
} from './properties.js';
import { exposeState } from './state.js';
import { fetchToken, readTokenUrl } from './token-url.js';

const FOREIGN_URL =
  'token-url must be on this page’s origin. For another origin, use getClientToken.';

/** The form's location: the page or a frame. Each package entry point has its own mode. */
export interface Mode {
  readonly styles: readonly CSSResult[];
  readonly slots: readonly string[];
  /** Returns the mistake in `frame-src`, in English, for the developer. */
  readonly mistake: (frameSrc: string | undefined) => string | undefined;
  /** Opens the form. Called only if there is no mistake. */
  readonly open: (frameSrc: string | undefined, ...args: Parameters<OpenForm>) => Form;
  /** Returns other problems with the page, in English, for the developer. */
  readonly examine?: (element: SetCardPinElement) => readonly (string | undefined)[];
}

const OTHER_DOCUMENT =
  'The element works only in the document that loaded its script. Load it here too.';

/**
 * Lets a cardholder set a payment card's PIN. The cardholder types the PIN twice, and the element
 * calls the card-issuing API's `setPinForPaymentCard` mutation with a client token that the page
 * supplies. Only the API receives the PIN.
 *
 * @tag set-card-pin
 *
 * @attr {string} client-token - The client token. Prefer the property. The attribute is removed at
 * once, but observers can still see it.
 * @attr {string} lang - The text's language, a BCP 47 tag. Defaults to the nearest ancestor's
 * language, or else to English.
 * @attr {boolean} autofocus - Focuses the new PIN field once it's ready, even if the element is
 * added later, unless something else on the page has focus. Defaults to `false`.
 * @attr {number} tabindex - Defaults to `0`, so that focus traps find the element. The element's
 * fields and buttons are the tab stops. `-1` removes them from the tab order.
 *
 * @fires {PinReadyEvent} pin-ready - Raised when the fields are ready.
 * @fires {PinChangeEvent} pin-change - Raised when `complete` or `valid` changes.
 * @fires {PinSetEvent} pin-set - Raised when the API has confirmed the new PIN.
 * @fires {PinErrorEvent} pin-error - Raised when a submit fails or, in isolated mode, when the
 * frame fails.
 * @fires {TokenExpiredEvent} token-expired - Raised when a submit needs a client token.
 *
 * @slot heading - Shown above the form.
 * @slot help - Shown above the button.
 * @slot success - Shown in the panel that replaces the form.
 *
 * @csspart form - The form.
 * @csspart hint - The text that describes a valid PIN.
 * @csspart label - A field's label.
 * @csspart field - The box around a field.
 * @csspart field-invalid - The box around a field with an error.
 * @csspart error - A field's error.
 * @csspart advice - A warning that the new PIN is easy to guess. An error replaces it.
 * @csspart reveal - The button that reveals the PIN.
 * @csspart submit - The button that submits the PIN.
 * @csspart status - The messages below the form, with the notice and the second button.
 * @csspart notice - An error or a warning below the form.
 * @csspart secondary - The second button, which cancels the submit or starts over with another PIN.
 * @csspart success - The panel that replaces the form.
 *
 * @cssprop --set-card-pin-accent - Buttons and links.
 * @cssprop --set-card-pin-on-accent - Text on the accent colour.
 * @cssprop --set-card-pin-text - Text.
 * @cssprop --set-card-pin-text-muted - Less important text.
 * @cssprop --set-card-pin-surface - Background of fields and panels.
 * @cssprop --set-card-pin-border - Border of fields and panels.
 * @cssprop --set-card-pin-border-focus - Border and ring of the focused control.
 * @cssprop --set-card-pin-error - Errors.
 * @cssprop --set-card-pin-warning - Warnings.
 * @cssprop --set-card-pin-success - Success.
 * @cssprop [--set-card-pin-radius=10px] - Radius of fields, buttons and panels.
 * @cssprop [--set-card-pin-gap=16px] - Space between the form's parts.
 * @cssprop [--set-card-pin-font=system-ui, sans-serif] - Font of all text except the digits.
 * @cssprop [--set-card-pin-digit-size=1.375rem] - Size of the digits, at least 16px. The bullets'
 *   font is 1.6 times as large.
 * @cssprop [--set-card-pin-control-height=3.25rem] - Height of the fields and the button.
 *
 * @cssstate submitting - A submit is in progress.
 * @cssstate waiting - A submit is waiting for a client token.
 * @cssstate set - The PIN is set.
 * @cssstate invalid - A field has an error.
 * @cssstate empty - The new PIN field is empty, even if the confirmation field isn't.
 * @cssstate complete - The typed digits are valid, and the PIN isn't set yet.
 */
export class SetCardPinElement extends SetCardPinBase {
  /** Makes `<fieldset disabled>`, labels and form resets work. The form value is never set. */
  static readonly formAssociated = true;

  /** @internal */
  declare static readonly mode: Mode;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'client-token', 'tabindex'];
  }

  /**
   * Adds a language to the page, or replaces one. Elements in that language are updated at once.
   *
   * @param tag - A BCP 47 tag, such as `nl`.
   * @param catalogue - All texts in that language.
   * @throws {RangeError} if the tag isn't valid (for example, `nl_NL`).
   * @throws {TypeError} if the tag or the catalogue is missing.
   */
  static addMessages(tag: string, catalogue: Catalogue): void {
    addMessages(tag, catalogue);
  }

  /**
   * Registers this class or, if a tag is given, a subclass of it, because a registry accepts each
   * class only once.
   *
   * @param tag - Defaults to `set-card-pin`.
   * @param registry - Defaults to the page's registry.
   * @throws {DOMException} `NotSupportedError` if the tag is already defined, because the other
   * element would receive the PIN.
   */
  static define(tag?: string, registry = customElements): void {
    const name = tag ?? 'set-card-pin';
    try {
      registry.define(name, tag ? class extends this {} : this);
    } catch (error) {
      throw registry.get(name)
        ? new DOMException(`<${name}> is already defined. Load it only once.`, 'NotSupportedError')
        : error;
    }
  }

  readonly #internals = this.attachInternals();
  readonly #root = this.attachShadow({ mode: 'closed', delegatesFocus: true });

  /** `true` if the browser has disabled the element, because of its attribute or a fieldset. */
  #isDisabled = false;

  readonly #console = new Console(this);

  readonly #tokens = new ClientTokens({
    provider: () => {
      if (this.getClientToken) return this.getClientToken;
      const url = this.tokenUrl && readTokenUrl(this.tokenUrl);
      if (url) return ({ cardId, signal }) => fetchToken(url, cardId, signal);
      this.#console.warnOfWait();
      return undefined;
    },
    timeout: () => (this.tokenTimeout > 0 ? this.tokenTimeout : DEFAULT_TOKEN_TIMEOUT),
    target: () => ({ cardId: this.cardId, endpoint: this.endpoint }),
    request: (need) => this.dispatchEvent(new TokenExpiredEvent(need)),
  });

  /** Exists only while the element is in a page. */
  #form: Form | undefined;
  #state: VisibleState = UNTOUCHED;
  #submitId = 0;
  /** The submit whose outcome the page is waiting for. */
  #submission: { readonly outcome: Promise<Outcome>; end(outcome: Outcome): void } | undefined;

  readonly #language = new LanguageWatch(this, () => {
    this.#chosenWords = undefined;
    this.requestUpdate();
  });
  #chosenWords: Words | undefined;

  /** `true` during a call to `focus()`, when the page may not have set every property yet. */
  #isFocusing = false;

  constructor() {
    super();
    this.addEventListener('focusin', this.#handleFocus);
    setDefaults(this);
    // A property set before the upgrade takes precedence over the attribute, which is read later.
    if (this.#tokens.supply(takeEarlyToken(this))) this.removeAttribute('client-token');
  }

  /**
   * The client token, a string or `{ value, expirationDate }` as the API returns it. Not set by
   * default. `undefined`, `null` and the empty string are ignored. With a malformed token, submits
   * fail with `misconfigured`. Write-only. Reading it returns `undefined`.
   */
  get clientToken(): undefined {
    return undefined;
  }

  set clientToken(token: string | ClientToken | null | undefined) {
    this.#tokens.supply(token);
  }

  /**
   * The validity of the typed digits: `valueMissing`, `tooShort`, or `customError` for any other
   * problem with the new PIN or the confirmation. Valid once the PIN is set.
   */
  get validity(): ValidityState {
    this.#renderNow();
    return this.#internals.validity;
  }

  /** The message about the first problem with the typed digits. Empty if the digits are valid. */
  get validationMessage(): string {
    this.#renderNow();
    return this.#internals.validationMessage;
  }

  /** `false` while the element is disabled. */
  get willValidate(): boolean {
    this.#renderNow();
    return this.#internals.willValidate;
  }

  /** The form that the element belongs to, if there is one. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** The element's labels. */
  get labels(): NodeList {
    return this.#internals.labels;
  }

  /**
   * Returns whether the typed digits are valid, and raises `invalid` if they aren't. Doesn't show
   * the problem. Like a disabled native field, a disabled element counts as valid.
   */
  checkValidity(): boolean {
    this.#renderNow();
    return this.#internals.checkValidity();
  }

  /**
   * Returns whether the typed digits are valid. If the digits aren't valid, shows the first problem
   * at its field and focuses the field. Doesn't raise `pin-error`, because nothing is submitted.
   */
  reportValidity(): boolean {
    const valid = this.checkValidity();
    if (!valid) this.#form?.execute({ kind: 'report' });
    return valid;
  }

  /**
   * Checks the typed digits and sends the PIN, as the button and the Enter key do. While a submit
   * is in progress, returns a promise for that submit's outcome.
   *
   * @returns The outcome. Never rejects. If the element is disabled, isn't in a page or has already
   * set the PIN, the outcome is `aborted`.
   */
  submit(): Promise<Outcome> {
    this.#renderNow();
    this.#examine();
    if (this.#form === undefined || !this.isConnected) return Promise.resolve({ kind: 'aborted' });
    if (this.#submission !== undefined) return this.#submission.outcome;
    let end = (_: Outcome): void => undefined;
    const outcome = new Promise<Outcome>((resolve) => (end = resolve));
    this.#submission = { outcome, end };
    this.#form.execute({ kind: 'submit', submitId: ++this.#submitId });
    return outcome;
  }

  /** Empties the form and shows it again. Aborts a submit in progress. Keeps the client token. */
  reset(): void {
    this.#renderNow();
    this.#form?.execute({ kind: 'reset' });
  }

  /**
   * Focuses the first field with an error, or else the first field. A field that already has focus
   * keeps it. Once the PIN is set, focuses the panel that replaces the form.
   */
  override focus(options?: FocusOptions): void {
    this.#renderNow();
    this.#isFocusing = true;
    const preventScroll = options?.preventScroll === true;
    // Fluent wraps the native method, and its dialog takes the focus from an element focused in any
    // other way. The native method focuses the first field even if another one has an error.
    if (!this.#state.hasErrors) super.focus({ preventScroll });
    this.#form?.execute({ kind: 'focus', preventScroll });
    this.#isFocusing = false;
  }

  /** @internal Resets a form that the page has hidden. Lets a submit in progress finish. */
  handleHide(): void {
    if (!/^(submitting|waiting)$/.test(this.#state.phase)) this.reset();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#language.watch();
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
    // A moved element keeps its form.
    if (this.#form === undefined) this.#open();
    else this.#form.handleMove?.();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // If the element was moved, it's already connected again.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#drop();
      this.#tokens.forget();
      this.#language.unwatch();
    });
  }

  /** @internal This callback lets `moveBefore` move the element without removing it. */
  connectedMoveCallback(): void {
    this.#language.watch();
  }

  /** @internal */
  formDisabledCallback(disabled: boolean): void {
    this.#isDisabled = disabled;
    this.#sendSettings();
  }

  /** @internal */
  formResetCallback(): void {
    // Don't reset during a submit or once the PIN is set. React resets a form after its action,
    // and the cardholder would never see how the submit ended.
    if (/^(editing|unconfirmed)$/.test(this.#state.phase)) this.reset();
  }

  /** @internal */
  adoptedCallback(): void {
    this.#drop();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    // DOM morphing removes attributes that the server didn't render. Focus traps need `tabindex`.
    if (name === 'tabindex' && value === null && this.isConnected) this.tabIndex = 0;
    if (name !== 'client-token') return super.attributeChangedCallback(name, old, value);
    if (!this.hasAttribute(name)) return;
    this.removeAttribute(name);
    this.#tokens.supply(value);
  }

  override requestUpdate(name?: PropertyKey, old?: unknown, options?: PropertyDeclaration): void {
    super.requestUpdate(name, old, options);
    if (name === undefined || Object.is(Reflect.get(this, name), old)) return;
    this.#chosenWords = undefined;
    // If the page sets a token before the card, the token is for that card.
    if ((name === 'cardId' || name === 'endpoint') && old) this.#tokens.dropTokenOfOtherTarget();
    if (name === 'frameSrc') this.#reopen();
  }

  protected override createRenderRoot(): HTMLElement {
    adoptStyles(this.#root, [...this.#mode.styles]);
    // The return value becomes the public `renderRoot`, so it must not be the private root.
    return this;
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    // Explained now, because there's no field whose focus could trigger the explanation.
    this.#console.explain(this.#frameMistake);
    this.#sendSettings();
    this.#exposeState();
  }

  get #mode(): Mode {
    return (this.constructor as typeof SetCardPinElement).mode;
  }

  get #frameMistake(): string | undefined {
    return this.#mode.mistake(this.frameSrc ?? undefined);
  }

  get #settings(): FormSettings {
    const settings = readSettings(this);
    const mistake = settings.mistake ?? this.#tokenMistake;
    return { ...settings, mistake, disabled: settings.disabled || this.#isDisabled };
  }

  get #tokenMistake(): Misconfigured | undefined {
    const { getClientToken: provider, tokenUrl } = this;
    if (provider)
      return typeof provider === 'function'
        ? undefined
        : misconfigured('getClientToken', 'getClientToken is not a function.');
    return tokenUrl && !readTokenUrl(tokenUrl)
      ? misconfigured('token-url', FOREIGN_URL)
      : undefined;
  }

  get #words(): Words {
    return (this.#chosenWords ??= wordsFor(
      this.#language.tag,
      this.messages,
      this.#settings.pinLength,
    ));
  }

  /** Handles the window's `blur` too, the only event that fires when a frame receives focus. */
  readonly #handleFocus = (): void => {
    if (!this.#isFocusing && this.#root.activeElement !== null) this.#examine();
  };

  /** Explains the page's mistakes that can be found before a submit. */
  #examine(): void {
    this.#console.explain(this.#frameMistake ?? this.#settings.mistake?.explanation);
    this.#console.explain(this.#tokens.mistake);
    this.#console.examineChildren(this.#mode.slots);
    for (const problem of this.#mode.examine?.(this) ?? []) this.#console.explain(problem);
  }

  /** Opens the form, which starts its guards at once. Reports from a closed form are ignored. */
  #open(): void {
    if (this.ownerDocument !== document) return this.#console.explain(OTHER_DOCUMENT);
    window.addEventListener('blur', this.#handleFocus);
    const report: Reporter = (report) => {
      if (form === this.#form) this.#handleReport(report);
    };
    const wrong = this.#frameMistake;
    const form: Form =
      wrong === undefined
        ? this.#mode.open(this.frameSrc, this.#root, this.#tokens, report)
        : noForm(this.#root, misconfigured('frame-src', wrong), report);
    this.#form = form;
    this.requestUpdate();
  }

  #drop(): void {
    const form = this.#form;
    this.#form = undefined;
    window.removeEventListener('blur', this.#handleFocus);
    form?.close();
    this.#setState(UNTOUCHED);
    this.#endSubmission({ kind: 'aborted' });
  }

  #sendSettings(): void {
    this.#form?.execute({ kind: 'settings', settings: this.#settings, words: this.#words });
  }

  #handleReport(report: Report): void {
    if (report.kind === 'state') return this.#setState(report);
    if (report.kind === 'ended') return this.#end(report);
    this.#raise(new PinReadyEvent());
    // Browsers apply `autofocus` only during page load, and not to a frame that is still loading.
    if (this.autofocus) this.#takeFreeFocus();
  }

  #takeFreeFocus(): void {
    if (isFocusFree(this)) this.focus();
  }

  #setState(state: VisibleState): void {
    const before = this.#state;
    this.#state = state;
    this.#exposeState();
    const { isComplete, problem } = state;
    const isValid = problem === undefined;
    if (isComplete !== before.isComplete || isValid !== (before.problem === undefined))
      this.#raise(new PinChangeEvent(isComplete, isValid));
  }

  /** Exposes the form's state to the page. An error here must not stop the form. */
  #exposeState(): void {
    try {
      exposeState(this.#internals, this.#state, this.#words);
    } catch (error) {
      reportError(error);
    }
  }

  #end({ submitId, outcome, cause }: Extract<Report, { kind: 'ended' }>): void {
    // Runs before the event, because a listener may submit again.
    if (submitId === this.#submitId) this.#endSubmission(outcome);
    if (outcome.kind === 'aborted') return;
    this.#examine();
    this.#console.explainEnd(outcome, this.#tokens);
    const isTokenless = outcome.kind === 'token-unavailable' || outcome.kind === 'unconfirmed';
    const error: unknown = isTokenless ? this.#tokens.error : undefined;
    const { phase, isComplete } = this.#state;
    const isKept = phase === 'unconfirmed' || isComplete;
    this.#raise(endEvent(outcome, cause, error, isKept));
    // A listener may have changed the messages, and the cardholder must see the new ones.
    this.#renderNow();
  }

  /** Raises an event, unless the element was removed. The form closes only in a later microtask. */
  #raise(event: Event): void {
    if (this.isConnected) this.dispatchEvent(event);
  }

  #endSubmission(outcome: Outcome): void {
    this.#submission?.end(outcome);
    this.#submission = undefined;
  }

  #reopen(): void {
    const wasOpen = this.#form !== undefined;
    const hadFocus = this.#root.activeElement !== null;
    this.#drop();
    if (wasOpen) this.#open();
    // The page may have moved the focus in the meantime.
    if (hadFocus) void this.updateComplete.then(() => this.#takeFreeFocus());
  }

  /** Flushes a pending render, so that a method called right after a change reflects it. */
  #renderNow(): void {
    if (this.isUpdatePending && this.isConnected) this.performUpdate();
  }
}

/** Shows a message instead of a misconfigured form. Every submit has the given outcome. */
function noForm(root: ShadowRoot, outcome: Misconfigured, report: Reporter): Form {
  const notice = document.createElement('p');
  notice.className = 'notice error';
  notice.part.value = 'notice';
  return {
    execute(command) {
      if (command.kind === 'submit') report({ kind: 'ended', submitId: command.submitId, outcome });
      if (command.kind !== 'settings') return;
      const { lang, dir, outcomes } = command.words;
      Object.assign(notice, { lang, dir, textContent: outcomes.misconfigured });
      root.append(notice);
    },
    close: () => notice.remove(),
  };
}
