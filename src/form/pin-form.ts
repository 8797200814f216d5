/**
 * The form in a root: the one room with focus and phase. Whoever owns it says what the page has set, and hears what comes of it.
 */
import { render } from 'lit';
import type { Words } from '../messages/catalogue.js';
import { noticeOf } from '../messages/notice.js';
import type { Phase } from './phase.js';
import { PinEntry } from './entry.js';
import type { PinPlatform } from '../shield/platform.js';
import type { FormSettings } from './settings.js';
import { idempotencyKey } from '../service/idempotency-key.js';
import type { FailedOutcome, Invalid, Misconfigured, Outcome } from '../set-pin/outcome.js';
import type { TokenSource } from '../service/client-tokens.js';
import { setPin, type PinRequest, type Progress } from '../service/submit.js';
import { setSentence, template, type Message, type View } from './view.js';

/** How long an unconfirmed PIN is kept for another try, in milliseconds. */
const HOLD_TIME = 60_000;

/** How long a PIN stays revealed, in milliseconds. */
const REVEAL_TIME = 30_000;

/** What a form asks of its owner, and tells it. */
export interface PinFormOwner {
  readonly settings: () => FormSettings;
  readonly words: () => Words;
  readonly tokens: TokenSource;
  readonly platform: () => PinPlatform;
  /** Why nothing may be sent from where the form is. */
  readonly objection: () => Misconfigured | undefined;
  /** Whether the focus can be in the form at all: a root in a frame does not know that it has left. */
  readonly hasFocus: () => boolean;
  /** The form has to be rendered, soon. */
  readonly requestUpdate: () => void;
  /** `complete` or `valid` changed. */
  readonly changed: (complete: boolean, valid: boolean) => void;
  /** A submit ended; one that was given up is no news. */
  readonly ended: (outcome: Exclude<Outcome, { kind: 'aborted' }>) => void;
}

/** A submit that is out. */
interface Submission {
  readonly outcome: Promise<Outcome>;
  readonly controller: AbortController;
  /** Whether its PIN may be set by now. */
  mayBeSet: boolean;
}

const SILENCE: Message = { tone: 'polite' };
const NOTHING_ENTERED = { complete: false, valid: false };

/** The form in one root. */
export class PinForm {
  readonly #root: ShadowRoot;
  readonly #owner: PinFormOwner;
  readonly #entry: PinEntry;
  #settings: FormSettings;
  #phase: Phase = { kind: 'editing' };
  #message = SILENCE;
  /** What stands in the live regions is said once: other words for it, of another language, are no news. */
  #speech: 'new' | 'said' | 'reworded' = 'new';
  #revealed = false;
  /** Counts the entries: a field that held a PIN is never used again, and its undo history goes with it. */
  #round = 0;
  #renderedRound = 0;
  #told = NOTHING_ENTERED;
  #submission: Submission | undefined;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  #revealTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param root - Where it renders itself, alone. */
  constructor(root: ShadowRoot, owner: PinFormOwner) {
    this.#root = root;
    this.#owner = owner;
    this.#settings = owner.settings();
    this.#entry = new PinEntry(root, {
      platform: owner.platform,
      settings: () => this.#settings,
      // A field that is moved with the root loses the focus too.
      isOpen: () => this.#phase.kind === 'editing' && root.isConnected,
      edited: () => {
        this.#say(SILENCE);
        this.#announceChange();
      },
      judged: owner.requestUpdate,
      say: (text, tone) => this.#say({ tone, text }),
    });
    root.addEventListener('focusout', (event) => this.#handleFocusOut(event as FocusEvent));
  }

  get phase(): Phase['kind'] {
    return this.#phase.kind;
  }

  get hasErrors(): boolean {
    return this.#entry.hasErrors;
  }

  /** What is wrong with the entry. */
  get problem(): Invalid | undefined {
    return this.#phase.kind === 'set' ? undefined : this.#entry.check(this.#entry.newPin.read());
  }

  /** The field that a problem concerns. */
  anchor({ field }: Invalid): HTMLElement | null {
    return this.#find(`card-pin-${field}`);
  }

  /** Begins to mind what happens to its window. */
  open(): void {
    this.#owner.platform();
    for (const [type, handle] of this.#windowHandlers) window.addEventListener(type, handle);
  }

  /** Ends that, and gives up whatever goes on. */
  close(): void {
    for (const [type, handle] of this.#windowHandlers) window.removeEventListener(type, handle);
    this.abandon();
  }

  render(): void {
    const hadFocus = this.#hasFocus;
    render(template(this.#view), this.#root, { creationScope: this.#owner.platform() });
    this.#renderedRound = this.#round;
    if (this.#speech === 'new') this.#speech = 'said';
    // What had the focus may be gone: the field of an entry that is over, a button, the form.
    if (hadFocus && !this.#hasFocus) this.#takeFocus();
  }

  /** The way of every key, input and clipboard event from inside the root: to the field that has the focus. */
  receive(event: Event): void {
    const locked = this.#phase.kind !== 'editing';
    // Some engines raise it for a field that is read-only too.
    if (locked && event.type === 'beforeinput') return;
    const { focused } = this.#entry;
    // And the other way round: the PIN would change while the cardholder is elsewhere.
    if (focused === undefined && isUndo(event)) event.preventDefault();
    focused?.receive(event);
  }

  /**
   * Takes note, at once, that settings may have changed. A PIN in the fields was not typed for others, and a page could search for it by
   * changing them and asking again; one that is kept for another try was meant for one card and one service.
   */
  adapt(): void {
    const before = this.#settings;
    const now = (this.#settings = this.#owner.settings());
    const held = this.#phase.kind === 'unconfirmed' && differ(before.target, now.target);
    if (held || differ(rulesOf(before), rulesOf(now))) this.#discard();
    if (now.disabled && !before.disabled) this.abandon();
    this.#owner.requestUpdate();
  }

  /** Takes note that the owner's words are others. */
  reword(): void {
    if (this.#speech === 'said') this.#speech = 'reworded';
    this.#owner.requestUpdate();
  }

  /** Takes note that a submit waits for a client token. */
  wait(): void {
    this.#enter({ kind: 'waiting' });
  }

  /** Moves the focus to the first field with an error, or else to the first field; a field that has the focus keeps it. */
  focus(options?: FocusOptions): void {
    if (this.#entry.focused === undefined) this.#takeFocus(options);
  }

  /** Shows the first problem at its field, which gets the focus. */
  report(): void {
    const { problem } = this;
    if (problem !== undefined) this.#showInvalid(problem);
  }

  /**
   * Checks the entry and sends it. While one submit is out it returns the same promise.
   *
   * @returns How it ended; it never rejects.
   */
  submit(): Promise<Outcome> {
    if (this.#submission !== undefined) return this.#submission.outcome;
    if (!this.#root.isConnected || this.#settings.disabled || this.#phase.kind === 'set')
      return Promise.resolve({ kind: 'aborted' });

    const request = this.#request();
    if ('kind' in request) return Promise.resolve(this.#end(request));
    const newPin = this.#entry.newPin.read();
    const problem = this.#entry.check(newPin) ?? this.#owner.objection();
    if (problem !== undefined) return Promise.resolve(this.#end(problem));

    const controller = new AbortController();
    const mayBeSet = this.#phase.kind === 'unconfirmed';
    const outcome = this.#send(newPin, request, controller.signal, mayBeSet);
    this.#submission = { outcome, controller, mayBeSet };
    return outcome;
  }

  /** Empties the form and shows it again; a submit that is out ends as `aborted`. */
  reset(): void {
    this.abandon();
    this.#enter({ kind: 'editing' });
  }

  /** Gives up whatever goes on, without a word: for what the page does, or has to know by itself. */
  abandon(): void {
    this.#giveUp();
    this.#told = NOTHING_ENTERED;
  }

  get #view(): View {
    const { length, disabled, confirms } = this.#settings;
    return {
      words: this.#owner.words(),
      phase: this.#phase,
      round: this.#round,
      entry: this.#entry,
      length,
      message: this.#message,
      reworded: this.#speech === 'reworded',
      revealed: this.#revealed,
      disabled,
      confirms,
      offline: !this.#owner.platform().online(),
      handleSubmit: this.#handleSubmit,
      handleReveal: this.#handleReveal,
      handleRevealPress: this.#handleRevealPress,
      handleStartOver: this.#handleStartOver,
      handleCancel: this.#handleCancel,
    };
  }

  readonly #handleSubmit = (event: Event): void => {
    event.preventDefault();
    // Enter in a first field that is complete goes on to the second one, which the cardholder has not come to yet.
    const { newPin, confirmation, isHalfway } = this.#entry;
    if (newPin.hasFocus && isHalfway) confirmation.focus();
    else void this.submit();
  };

  /** Where a button that is pressed gets no focus, as on a Mac, the form would lose it, mask the PIN, and show it again. */
  readonly #handleRevealPress = (event: Event): void => {
    if (this.#hasFocus) event.preventDefault();
  };

  readonly #handleReveal = (): void => {
    if (this.#phase.kind !== 'editing') return;
    if (this.#revealed) return this.#mask();
    this.#revealed = true;
    this.#revealTimer = setTimeout(() => this.#mask(), REVEAL_TIME);
    this.#owner.requestUpdate();
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

  /** What concerns the form of all that happens to its window. */
  readonly #windowHandlers: readonly (readonly [type: string, handle: (event: Event) => void])[] = [
    ['pagehide', () => this.abandon()],
    ['online', () => this.#speak()],
    ['offline', () => this.#speak()],
    ['beforeprint', () => this.#mask()],
    // The page is hidden, or shown again: masked it is either way.
    ['visibilitychange', () => this.#mask()],
    // Chromium and WebKit keep one undo history for the whole page: with nothing left to undo here they would go on in another
    // field, and take the focus there. The guard stops the events of our own fields, so that what comes by is another's.
    [
      'beforeinput',
      (event) => {
        if (this.#hasFocus && isUndo(event)) event.preventDefault();
      },
    ],
  ];

  /** A PIN is revealed to who is at work on it. */
  #handleFocusOut({ relatedTarget }: FocusEvent): void {
    if (this.#revealed && !this.#root.contains(relatedTarget as Node | null)) this.#mask();
  }

  /** Another try with a PIN that is kept is the same request to the service. */
  #request(): PinRequest | Misconfigured {
    if (this.#phase.kind === 'unconfirmed') return this.#phase.request;
    const { target } = this.#settings;
    if ('kind' in target) return target;
    return {
      endpoint: new URL(target.endpoint),
      paymentCardId: target.cardId,
      idempotencyKey: target.keyed ? idempotencyKey() : undefined,
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
        tokens: this.#owner.tokens,
        platform: this.#owner.platform,
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
        this.#owner.ended(outcome);
        break;
      case 'invalid':
        this.#showInvalid(outcome);
        this.#owner.ended(outcome);
        break;
      default:
        if (outcome.kind === 'unconfirmed' && request !== undefined) this.#hold(outcome, request);
        else this.#fail(outcome);
        this.#owner.ended(outcome);
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
    const { place, sentence } = noticeOf(outcome, this.#owner.words());
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
    const { target } = this.#settings;
    return (
      !('kind' in target) &&
      target.cardId === request.paymentCardId &&
      target.endpoint === request.endpoint.href
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

  #wipe(): void {
    clearTimeout(this.#holdTimer);
    const form = this.#find('form') as HTMLFormElement | null;
    if (form !== null) this.#owner.platform().empty(form);
    this.#round = this.#renderedRound + 1;
    this.#mask();
  }

  #mask(): void {
    clearTimeout(this.#revealTimer);
    this.#revealed = false;
    this.#owner.requestUpdate();
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
    this.#owner.requestUpdate();
  }

  #announceChange(): void {
    const complete = this.#entry.isComplete;
    const valid = this.#entry.check(this.#entry.newPin.read()) === undefined;
    if (complete === this.#told.complete && valid === this.#told.valid) return;
    this.#told = { complete, valid };
    this.#owner.changed(complete, valid);
  }

  get #hasFocus(): boolean {
    return this.#root.activeElement !== null && this.#owner.hasFocus();
  }

  #find(id: string): HTMLElement | null {
    return this.#owner.platform().find(this.#root, id);
  }
}

/** What decides which PINs are right. */
function rulesOf({ length, rules, denied, confirms }: FormSettings): unknown {
  return [length, rules, denied, confirms];
}

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** Undoing, or doing again. */
function isUndo(event: Event): boolean {
  return event.type === 'beforeinput' && (event as InputEvent).inputType.startsWith('history');
}
