import {
  adoptStyles,
  ReactiveElement,
  render,
  type PropertyDeclaration,
  type PropertyDeclarations,
  type PropertyValues,
} from 'lit';
import {
  ClientTokens,
  type ClientToken,
  type ClientTokenProvider,
  type TokenNeed,
} from './client-token.js';
import {
  PinChangeEvent,
  PinErrorEvent,
  PinReadyEvent,
  PinSetEvent,
  TokenExpiredEvent,
  type FailedOutcome,
} from './events.js';
import { guardKeystrokes, guardRoot } from './keystroke-guard.js';
import { LanguageWatch } from './language.js';
import type { Catalogue, Messages } from './messages/catalogue.js';
import { addMessages } from './messages/languages.js';
import { noticeOf } from './messages/notice.js';
import { wordsFor } from './messages/words.js';
import type { Phase } from './phase.js';
import { PinEntry } from './pin-entry.js';
import { DEFAULT_PIN_LENGTH, DEFAULT_PIN_RULES } from './pin-rules.js';
import { pristineRealm } from './pristine-realm.js';
import { styles } from './set-card-pin-element.styles.js';
import { idempotencyKey } from './set-pin/idempotency-key.js';
import type { Invalid, Misconfigured, Outcome } from './set-pin/outcome.js';
import { setPin, type PinRequest, type Progress } from './set-pin/set-pin.js';
import { deniedPinsOf, pinLengthOf, pinRulesOf, readSettings } from './settings.js';
import { setSentence, template, type Message, type View } from './view.js';

const DEFAULT_TOKEN_TIMEOUT = 30;

/** How long an unconfirmed PIN is kept for another try, in milliseconds. */
const HOLD_TIME = 60_000;

/** Of a problem that has a flag in `ValidityState`. */
const FLAGS: Readonly<Partial<Record<Invalid['problem'], keyof ValidityStateFlags>>> = {
  missing: 'valueMissing',
  'too-short': 'tooShort',
};

/** How long a PIN stays revealed, in milliseconds. */
const REVEAL_TIME = 30_000;

/** A submit that is out. */
interface Submission {
  readonly outcome: Promise<Outcome>;
  readonly controller: AbortController;
  /** Whether its PIN may be set by now. */
  mayBeSet: boolean;
}

const SILENCE: Message = { tone: 'polite' };
const NOTHING_ENTERED = { complete: false, valid: false };

/**
 * With this element a cardholder sets the PIN of a payment card: types it twice, and the element calls the service's mutation
 * `setPinForPaymentCard` with a client token that the page supplies. The PIN reaches nobody else.
 *
 * @fires pin-ready - {@link PinReadyEvent}: the fields can be used.
 * @fires pin-change - {@link PinChangeEvent}: `complete` or `valid` changed.
 * @fires pin-set - {@link PinSetEvent}: the service confirmed the new PIN.
 * @fires pin-error - {@link PinErrorEvent}: a submit ended otherwise.
 * @fires token-expired - {@link TokenExpiredEvent}: a client token is needed.
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

  static override readonly styles = styles;

  /** Not by decorators, whose support is 400 bytes of the script that a page loads. */
  static override readonly properties: PropertyDeclarations = {
    endpoint: { useDefault: true },
    cardId: { attribute: 'card-id', useDefault: true },
    pinLength: { attribute: 'pin-length', type: Number, useDefault: true },
    pinRules: { attribute: 'pin-rules', useDefault: true },
    tokenTimeout: { attribute: 'token-timeout', type: Number, useDefault: true },
    appearance: { reflect: true, useDefault: true },
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
    guardKeystrokes((target, event) => {
      if (!(#root in target)) return false;
      target.#receive(event);
      return true;
    });
  }

  /** The address of the GraphQL endpoint: `https:`, or `http:` on a loopback host. Required. */
  declare endpoint: string;

  /** The id of the payment card. Required. */
  declare cardId: string;

  /** How many digits a PIN has, 4 to 12; 4 by default. Changing it empties the fields. */
  declare pinLength: number;

  /**
   * Which guessable PINs are refused: any of `repeated`, `sequence`, `common`, `year`, `palindrome`, `keypad`, divided by spaces, or
   * `none`; `repeated sequence` by default. Changing it empties the fields.
   */
  declare pinRules: string;

  /** How long a submit waits for a fresh client token, in seconds; 30 by default, and for what is no such time. */
  declare tokenTimeout: number;

  /** How a field looks: `boxes`, one for each digit, `line` or `field`; `boxes` by default, and for any other word. */
  declare appearance: 'boxes' | 'line' | 'field';

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

  readonly #tokens = new ClientTokens({
    provider: () => this.getClientToken,
    timeout: () => (this.tokenTimeout > 0 ? this.tokenTimeout : DEFAULT_TOKEN_TIMEOUT),
    tell: (need) => this.#handleTokenNeed(need),
    waits: () => this.#enter({ kind: 'waiting' }),
  });

  readonly #entry = new PinEntry(this.#root, {
    length: () => this.#length,
    rules: () => pinRulesOf(this.pinRules) ?? [],
    denied: () => this.#deniedPins ?? [],
    confirms: () => !this.noConfirm,
    // A field that is moved with the element loses the focus too.
    isOpen: () => this.#phase.kind === 'editing' && this.isConnected,
    edited: () => {
      this.#say(SILENCE);
      this.#announceChange();
    },
    judged: () => this.requestUpdate(),
    say: (text, tone) => this.#say({ tone, text }),
  });

  readonly #language = new LanguageWatch(this, () => {
    this.#isReworded = true;
    this.requestUpdate();
  });

  /** `undefined`: malformed, which is told at the submit. */
  #deniedPins: readonly string[] | undefined;
  #phase: Phase = { kind: 'editing' };
  #message = SILENCE;
  /** What stands in the live regions is said once: other words for it, of another language, are no news. */
  #speech: 'new' | 'said' | 'reworded' = 'new';
  #words = wordsFor('', undefined, DEFAULT_PIN_LENGTH);
  /** Whether the language may be another by now, or its catalogue. */
  #isReworded = false;
  #revealed = false;
  /** Disabled as the browser sees it: by the attribute or by a fieldset. */
  #barred = false;
  /** Counts how often the form was emptied: a field that held a PIN is never used again, and its undo history goes with it. */
  #round = 0;
  #told = NOTHING_ENTERED;
  #submission: Submission | undefined;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  #revealTimer: ReturnType<typeof setTimeout> | undefined;
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
    guardRoot(this.#root, (event) => this.#receive(event));
    this.#root.addEventListener('focusout', (event) => this.#handleFocusOut(event as FocusEvent));
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
    this.#discard();
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
    const problem = this.#entry.check(this.#entry.newPin.read());
    if (!valid && problem !== undefined) this.#showInvalid(problem);
    return valid;
  }

  /**
   * Checks the entry and sends it: the same as the button and the Enter key. While one submit is out it returns the same promise.
   *
   * @returns How it ended; it never rejects.
   */
  submit(): Promise<Outcome> {
    if (this.#submission !== undefined) return this.#submission.outcome;
    this.#renderNow();
    if (!this.isConnected || this.#isDisabled || this.#phase.kind === 'set')
      return Promise.resolve({ kind: 'aborted' });

    const request = this.#request();
    if ('kind' in request) return Promise.resolve(this.#end(request));
    const newPin = this.#entry.newPin.read();
    const problem = this.#entry.check(newPin);
    if (problem !== undefined) return Promise.resolve(this.#end(problem));

    const controller = new AbortController();
    const mayBeSet = this.#phase.kind === 'unconfirmed';
    const outcome = this.#send(newPin, request, controller.signal, mayBeSet);
    this.#submission = { outcome, controller, mayBeSet };
    return outcome;
  }

  /** Empties the form and shows it again; a submit that is out ends as `aborted`. The client token stays. */
  reset(): void {
    this.#abandon();
    this.#enter({ kind: 'editing' });
  }

  /** Moves the focus to the first field with an error, or else to the first field; a field that has the focus keeps it. */
  override focus(options?: FocusOptions): void {
    this.#renderNow();
    if (this.#entry.focused === undefined) this.#takeFocus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#language.watch();
    if (this.#connected) return;
    this.#connected = true;
    pristineRealm();
    this.#tokens.watch();
    for (const [type, handle] of this.#pageHandlers) window.addEventListener(type, handle);
    document.addEventListener('visibilitychange', this.#handleVisibilityChange);
    void this.updateComplete.then(() => {
      if (this.#connected) this.dispatchEvent(new PinReadyEvent());
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that is moved is connected again by then.
    queueMicrotask(() => {
      if (!this.isConnected) this.#handleRemoval();
    });
  }

  /** Tells the browser that `moveBefore` needs no removal. */
  connectedMoveCallback(): void {
    this.#language.watch();
  }

  /** @internal */
  formDisabledCallback(disabled: boolean): void {
    this.#barred = disabled;
    if (disabled) this.#abandon();
    this.requestUpdate();
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
    if (!this.hasUpdated || name === undefined || Object.is(Reflect.get(this, name), old)) return;
    // At once and not at the next update: a page could otherwise search for the PIN by changing a rule and asking again.
    const emptying = name === 'pinLength' || name === 'pinRules' || name === 'noConfirm';
    // A PIN that is kept for another try was meant for the card and the service of then.
    const held = this.#phase.kind === 'unconfirmed' && (name === 'cardId' || name === 'endpoint');
    if (emptying || held) this.#discard();
    if (name === 'disabled' && this.disabled) this.#abandon();
  }

  protected override createRenderRoot(): HTMLElement {
    adoptStyles(this.#root, SetCardPinElement.elementStyles);
    // What this returns becomes the public property `renderRoot`: not the private root.
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Not with every key: choosing words costs more than rendering them.
    if (!this.#isReworded && !changed.has('messages') && !changed.has('pinLength')) return;
    this.#isReworded = false;
    const words = wordsFor(this.#language.tag, this.messages, this.#length);
    // By their content: a framework sets the same sentences anew with every render.
    if (JSON.stringify(words) === JSON.stringify(this.#words)) return;
    this.#words = words;
    if (this.#speech === 'said') this.#speech = 'reworded';
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    const { kind } = this.#phase;
    this.#setState('submitting', kind === 'submitting');
    this.#setState('waiting', kind === 'waiting');
    this.#setState('set', kind === 'set');
    this.#setState('invalid', this.#entry.hasErrors);
    const hadFocus = this.#hasFocus;
    render(template(this.#view), this.#root);
    if (this.#speech === 'new') this.#speech = 'said';
    this.#validate();
    // What had the focus may be gone: the field of an entry that is over, a button, the form.
    if (hadFocus && !this.#hasFocus) this.#takeFocus();
  }

  get #view(): View {
    return {
      words: this.#words,
      phase: this.#phase,
      round: this.#round,
      entry: this.#entry,
      length: this.#length,
      message: this.#message,
      reworded: this.#speech === 'reworded',
      revealed: this.#revealed,
      disabled: this.#isDisabled,
      confirms: !this.noConfirm,
      offline: !pristineRealm().online(),
      handleSubmit: this.#handleSubmit,
      handleReveal: this.#handleReveal,
      handleRevealPress: this.#handleRevealPress,
      handleStartOver: this.#handleStartOver,
      handleCancel: this.#handleCancel,
    };
  }

  /** Tells the form around the element, in whose own check it takes part. */
  #validate(): void {
    const problem =
      this.#phase.kind === 'set' ? undefined : this.#entry.check(this.#entry.newPin.read());
    if (problem === undefined) return this.#internals.setValidity({});
    const { sentence } = noticeOf(problem, this.#words);
    const anchor = this.#find(`card-pin-${problem.field}`) ?? undefined;
    const text = sentence(this.#words);
    this.#internals.setValidity({ [FLAGS[problem.problem] ?? 'customError']: true }, text, anchor);
  }

  readonly #handleSubmit = (event: Event): void => {
    event.preventDefault();
    // Enter in a first field that is complete goes on to the second one, which the cardholder has not come to yet.
    const { newPin, confirmation, isHalfway } = this.#entry;
    if (newPin.hasFocus && isHalfway) confirmation.focus();
    else void this.submit();
  };

  /** Where a button that is pressed gets no focus, as on a Mac, the element would lose it, mask the PIN, and show it again. */
  readonly #handleRevealPress = (event: Event): void => {
    if (this.#hasFocus) event.preventDefault();
  };

  readonly #handleReveal = (): void => {
    if (this.#phase.kind !== 'editing') return;
    if (this.#revealed) return this.#mask();
    this.#revealed = true;
    this.#revealTimer = setTimeout(() => this.#mask(), REVEAL_TIME);
    this.requestUpdate();
  };

  readonly #handleStartOver = (): void => {
    this.#startOver();
    this.#entry.newPin.focus();
    this.#announceChange();
  };

  readonly #handleCancel = (): void => {
    const mayBeSet = this.#submission?.mayBeSet === true;
    this.#giveUp();
    this.#say(
      mayBeSet
        ? { tone: 'warning', text: (words) => words.cancelledUnconfirmed }
        : { tone: 'polite', text: (words) => words.cancelled },
    );
    this.#entry.newPin.focus();
    this.#announceChange();
  };

  /** What concerns the element of all that happens to its window. */
  readonly #pageHandlers: readonly (readonly [type: string, handle: (event: Event) => void])[] = [
    ['pagehide', () => this.#abandon()],
    ['online', () => this.#speak()],
    ['offline', () => this.#speak()],
    ['beforeprint', () => this.#mask()],
    // Chromium and WebKit keep one undo history for the whole page: with nothing left to undo here they would go on in another
    // field, and take the focus there. The guard stops the events of our own fields, so that what comes by is another's.
    [
      'beforeinput',
      (event) => {
        if (this.#hasFocus && isUndo(event)) event.preventDefault();
      },
    ],
  ];

  readonly #handleVisibilityChange = (): void => {
    if (document.visibilityState === 'hidden') this.#mask();
  };

  /** A PIN is revealed to who is at work on it. */
  #handleFocusOut({ relatedTarget }: FocusEvent): void {
    if (this.#revealed && !this.#root.contains(relatedTarget as Node | null)) this.#mask();
  }

  #handleRemoval(): void {
    this.#connected = false;
    for (const [type, handle] of this.#pageHandlers) window.removeEventListener(type, handle);
    document.removeEventListener('visibilitychange', this.#handleVisibilityChange);
    this.#abandon();
    this.#tokens.forget();
    this.#language.forget();
  }

  #handleTokenNeed(need: TokenNeed): void {
    if (this.#connected) this.dispatchEvent(new TokenExpiredEvent(need));
  }

  /** The way of every key, input and clipboard event from inside the element: to the field that has the focus. */
  #receive(event: Event): void {
    const locked = this.#phase.kind !== 'editing';
    // Some engines raise it for a field that is read-only too.
    if (locked && event.type === 'beforeinput') return;
    const { focused } = this.#entry;
    // And the other way round: the PIN would change while the cardholder is elsewhere.
    if (focused === undefined && isUndo(event)) event.preventDefault();
    focused?.receive(event);
  }

  /** Another try with a PIN that is kept is the same request to the service. */
  #request(): PinRequest | Misconfigured {
    if (this.#phase.kind === 'unconfirmed') return this.#phase.request;
    const settings = readSettings(this, this.#deniedPins);
    if ('kind' in settings) return settings;
    return {
      endpoint: settings.endpoint,
      paymentCardId: settings.cardId,
      idempotencyKey: this.noIdempotencyKey ? undefined : idempotencyKey(),
    };
  }

  async #send(
    newPin: string,
    request: PinRequest,
    signal: AbortSignal,
    mayBeSet: boolean,
  ): Promise<Outcome> {
    this.#message = SILENCE;
    this.#mask();
    this.#enter({ kind: 'submitting', again: false });
    // The page may be asked for a token at once, and its listeners have to find this submit under way.
    await Promise.resolve();
    const outcome = await setPin(
      newPin,
      request,
      {
        tokens: this.#tokens,
        platform: pristineRealm,
        report: (progress) => this.#handleProgress(progress),
        signal,
      },
      mayBeSet,
      // Something of the page's threw, such as a property that it has defined anew. Whether that was before the request or
      // after it nobody knows.
    ).catch((): Outcome => ({ kind: 'unconfirmed' }));
    // Whoever gave this submit up has put the element into another phase since.
    if (signal.aborted) return { kind: 'aborted' };
    this.#submission = undefined;
    return this.#end(outcome, request);
  }

  #handleProgress({ again, mayBeSet }: Progress): void {
    if (this.#submission !== undefined) this.#submission.mayBeSet = mayBeSet;
    this.#enter({ kind: 'submitting', again });
  }

  /** The one end of a submit: the fields, the words and the event that follow from its outcome. */
  #end(outcome: Outcome, request?: PinRequest): Outcome {
    switch (outcome.kind) {
      case 'aborted':
        break;
      case 'set':
        this.#succeed(outcome.card.last4);
        this.dispatchEvent(new PinSetEvent(outcome.card, outcome.requestId));
        break;
      case 'invalid':
        this.#showInvalid(outcome);
        this.dispatchEvent(new PinErrorEvent(outcome));
        break;
      default:
        if (outcome.kind === 'unconfirmed' && request !== undefined) this.#hold(outcome, request);
        else this.#fail(outcome);
        this.dispatchEvent(new PinErrorEvent(outcome));
        this.#announceChange();
    }
    return outcome;
  }

  #succeed(last4: string): void {
    const hadFocus = this.#hasFocus;
    const known = /^\d{4}$/.test(last4) ? last4 : '';
    this.#wipe();
    this.#enter({ kind: 'set', last4: known });
    // The panel speaks when it gets the focus; where the focus is elsewhere the live region does.
    if (!hadFocus) this.#say({ tone: 'polite', text: setSentence(known) });
  }

  #showInvalid(outcome: Invalid): void {
    const field = outcome.field === 'new' ? this.#entry.newPin : this.#entry.confirmation;
    this.#show(outcome, field.hasFocus);
    field.focus();
  }

  #fail(outcome: FailedOutcome): void {
    const hadFocus = this.#hasFocus;
    this.#startOver();
    this.#show(outcome, !hadFocus);
    if (hadFocus) this.#entry.newPin.focus();
  }

  /** @param aloud - Whether a sentence at a field has to be spoken, as no focus comes to the field that would have it read. */
  #show(outcome: FailedOutcome, aloud: boolean): void {
    const { place, sentence } = noticeOf(outcome, this.#words);
    if (place === 'form') {
      const requestId = 'requestId' in outcome ? outcome.requestId : undefined;
      const tone = outcome.kind === 'unconfirmed' ? 'warning' : 'error';
      return this.#say({ tone, text: sentence, requestId });
    }
    this.#entry.blame(place, sentence);
    this.#say(aloud ? { tone: 'unseen', text: sentence } : SILENCE);
  }

  /** Keeps the PIN for another try, unless the page has emptied the fields meanwhile or turned elsewhere. */
  #hold(outcome: FailedOutcome, request: PinRequest): void {
    if (this.#entry.newPin.read() === '' || !this.#isFor(request)) return this.#endHold();
    this.#enter({ kind: 'unconfirmed', request });
    this.#show(outcome, false);
    this.#holdTimer = setTimeout(() => {
      this.#endHold();
      this.#announceChange();
    }, HOLD_TIME);
  }

  /** Whether the page still has the card and the service of a request. */
  #isFor(request: PinRequest): boolean {
    const settings = readSettings(this, this.#deniedPins);
    return (
      !('kind' in settings) &&
      settings.cardId === request.paymentCardId &&
      settings.endpoint.href === request.endpoint.href
    );
  }

  /** Empties the fields because of what the page has set; where a question is open, the cardholder is not left without a word. */
  #discard(): void {
    if (this.#phase.kind === 'unconfirmed') this.#endHold();
    else this.#startOver();
    this.#announceChange();
  }

  #endHold(): void {
    this.#startOver();
    this.#say({ tone: 'warning', text: (words) => words.holdEnded });
  }

  /** Gives up whatever goes on, without an event: for what the page does, or has to know by itself. */
  #abandon(): void {
    this.#giveUp();
    this.#told = NOTHING_ENTERED;
  }

  /** A submit that is out ends as `aborted`, and its PIN is wiped. */
  #giveUp(): void {
    this.#submission?.controller.abort();
    this.#submission = undefined;
    this.#startOver();
  }

  /** Empties the fields. A submit that is out goes on; an entry begins anew. */
  #startOver(): void {
    this.#wipe();
    this.#entry.forgive();
    this.#message = SILENCE;
    if (this.#submission === undefined && this.#phase.kind !== 'set')
      this.#enter({ kind: 'editing' });
  }

  #takeFocus(options?: FocusOptions): void {
    if (this.#phase.kind === 'set') this.#find('panel')?.focus(options);
    else this.#entry.focus(options);
  }

  /** For who acts at once: a form may not be there yet, or may still have to take the panel's place. */
  #renderNow(): void {
    if (this.isUpdatePending && this.isConnected) this.performUpdate();
  }

  #wipe(): void {
    clearTimeout(this.#holdTimer);
    const form = this.#find('form') as HTMLFormElement | null;
    if (form !== null) pristineRealm().empty(form);
    this.#round++;
    this.#mask();
  }

  #mask(): void {
    clearTimeout(this.#revealTimer);
    this.#revealed = false;
    this.requestUpdate();
  }

  #enter(phase: Phase): void {
    clearTimeout(this.#holdTimer);
    this.#phase = phase;
    this.#speak();
  }

  #say(message: Message): void {
    this.#message = message;
    this.#speak();
  }

  /** What the live regions come to say is news. */
  #speak(): void {
    this.#speech = 'new';
    this.requestUpdate();
  }

  #announceChange(): void {
    const complete = this.#entry.isComplete;
    const valid = this.#entry.check(this.#entry.newPin.read()) === undefined;
    if (complete === this.#told.complete && valid === this.#told.valid) return;
    this.#told = { complete, valid };
    this.dispatchEvent(new PinChangeEvent(complete, valid));
  }

  get #hasFocus(): boolean {
    return this.#root.activeElement !== null;
  }

  /** Malformed, it is told at the submit; until then a field has to have some length. */
  get #length(): number {
    return pinLengthOf(this.pinLength) ?? DEFAULT_PIN_LENGTH;
  }

  get #isDisabled(): boolean {
    return this.disabled || this.#barred;
  }

  #find(id: string): HTMLElement | null {
    return pristineRealm().find(this.#root, id);
  }

  #setState(state: string, on: boolean): void {
    if (on) this.#internals.states.add(state);
    else this.#internals.states.delete(state);
  }
}

/** Undoing, or doing again. */
function isUndo(event: Event): boolean {
  return event.type === 'beforeinput' && (event as InputEvent).inputType.startsWith('history');
}

/** Takes what was set before the element was defined: it is a property of the element's own that hides the accessor. */
function takeEarly(element: SetCardPinElement, name: 'clientToken' | 'deniedPins'): unknown {
  const early = Object.getOwnPropertyDescriptor(element, name);
  Reflect.deleteProperty(element, name);
  return early?.value;
}
