/** The form in a root: the two fields, and the changes from one phase to the next. */
import { nothing, render } from 'lit';
import type { Progress } from '../service/submit.js';
import type { Words } from '../messages/catalogue.js';
import type { TokenSource } from '../service/client-tokens.js';
import type { FailedOutcome, Invalid, Outcome } from '../set-pin/outcome.js';
import type { PinPlatform } from '../shield/platform.js';
import { Announcer, CONNECTING, NO_MESSAGE, RENEWING, SUBMITTING } from './announcer.js';
import { CLEARING, type ClearCause } from './clearing.js';
import { Entry, type EntryHost } from './entry.js';
import { FormFocus, type FocusedForm, type FormPage } from './form-focus.js';
import { isRetrying, type Phase } from './phase.js';
import { Hold } from './hold.js';
import { RenderSoon } from './render-soon.js';
import { Reveal } from './reveal.js';
import { showOutcome } from './show-outcome.js';
import { judgesOtherwise, startsOver, type FormSettings } from './settings.js';
import { newRequest, Submission, type PinRequest, type SubmissionHost } from './submission.js';
import { isUndo } from './undo.js';
import { setSentence, template, type View } from './view.js';
import type { Command, Form, FormState, Report } from './wire.js';

/** Outcomes that keep what was typed, masked. */
const KEEPING: readonly Outcome['kind'][] = ['token-unavailable', 'unavailable', 'rate-limited'];

const OFFLINE: FailedOutcome = {
  kind: 'unavailable',
  explanation: 'The browser says that it is offline. Another press sends the PIN all the same.',
};

type WindowHandler = readonly [type: string, handle: (event: Event) => unknown];

/** The form in one root. */
export class PinForm implements Form, EntryHost, SubmissionHost, FocusedForm {
  readonly announcer: Announcer;
  readonly #root: ShadowRoot;
  readonly #page: FormPage;
  readonly #report: (report: Report) => void;
  readonly tokens: TokenSource;
  readonly #entry: Entry;
  readonly #focus: FormFocus;
  readonly #reveal: Reveal;
  /** The first command brings both. */
  #settings!: FormSettings;
  #words!: Words;
  #phase: Phase = { kind: 'editing' };
  /** Counts the entries. A field that held a PIN is never reused, because of its undo history. */
  #round = 0;
  #renderedRound = 0;
  /** The last reported state, as JSON. */
  #told = '';
  #isReady = false;
  readonly #rendering = new RenderSoon(() => this.render());
  /** Aborted when the form is closed. */
  readonly #life = new AbortController();
  #submission: Submission | undefined;
  /** The last run that joined the submission. */
  #run = 0;
  readonly #hold: Hold;
  /** `true` if the last press sent nothing, because the browser says that it is offline. */
  #wasToldOffline = false;

  /** @param root - Only the form renders into it. */
  constructor(
    root: ShadowRoot,
    tokens: TokenSource,
    report: (report: Report) => void,
    page: FormPage,
  ) {
    const requestUpdate = (): void => this.requestUpdate();
    this.#root = root;
    this.#page = page;
    this.#report = report;
    this.tokens = tokens;
    this.platform();
    this.announcer = new Announcer(requestUpdate);
    const window = root.ownerDocument.defaultView!;
    const { signal } = this.#life;
    this.#reveal = new Reveal(root, window, signal, requestUpdate);
    this.#entry = new Entry(root, this);
    this.#focus = new FormFocus(root, this, this.#entry, page);
    this.#hold = new Hold(root, signal, this.announcer, () => this.#clear('hold-end'));
    for (const [type, handle] of this.#windowHandlers)
      window.addEventListener(type, handle, { signal });
  }

  get phase(): Phase['kind'] {
    return this.#phase.kind;
  }

  take(command: Command): void {
    // Other commands concern what is on its way to the screen.
    if (command.kind !== 'settings') this.#rendering.flush();
    switch (command.kind) {
      case 'settings':
        this.#adapt(command);
        break;
      case 'submit':
        this.#run = command.run;
        this.#submit();
        break;
      case 'reset':
        this.#startOver();
        break;
      case 'focus':
        if (this.#entry.focused === undefined) this.#focus.take(command);
        break;
      case 'report':
        if (this.#state.problem !== undefined) this.#showInvalid(this.#state.problem);
    }
    this.#tell();
  }

  close(): void {
    this.#clear('page');
    this.#life.abort();
    this.#rendering.stop();
    // Lit keeps the scope of its first call, which this may be.
    render(nothing, this.#root, { creationScope: this.platform() });
  }

  render(): void {
    const hadFocus = this.#focus.isInside;
    const input = this.#entry.focused?.input;
    const { type, selectionStart, selectionEnd } = input ?? {};
    render(template(this.#view), this.#root, { creationScope: this.platform() });
    // Chromium 147 moves the caret of a field that is revealed or masked to its start, at the next
    // layout. 156 doesn't.
    if (input?.type !== type) {
      this.#root.host.getBoundingClientRect();
      input!.setSelectionRange(selectionStart!, selectionEnd!);
    }
    this.#renderedRound = this.#round;
    this.announcer.handleRender();
    this.#focus.handleRender(hadFocus);
    this.#tell();
    if (!this.#isReady) this.#report({ kind: 'ready' });
    this.#isReady = true;
  }

  /** Passes a key, input or clipboard event from inside the root to the focused field. */
  receive(event: Event): void {
    this.#hold.handleActivity(event);
    const locked = this.#phase.kind !== 'editing';
    // Some engines raise `beforeinput` for read-only fields too.
    if (locked && event.type === 'beforeinput') return;
    const { focused } = this.#entry;
    if (focused !== undefined) return focused.receive(event);
    // Undo would change the PIN while no field has the focus.
    if (isUndo(event)) event.preventDefault();
    this.#entry.invalidate();
  }

  /** Takes effect at once: a page could otherwise search for the PIN by changing the rules. */
  #adapt({ settings: now, words }: Extract<Command, { kind: 'settings' }>): void {
    const before = this.#settings ?? now;
    this.#settings = now;
    if (words !== this.#words && JSON.stringify(words) !== JSON.stringify(this.#words))
      this.announcer.handleReword();
    this.#words = words;
    this.#entry.invalidate();
    if (startsOver(before, now)) this.#startOver();
    else if (judgesOtherwise(before, now)) this.#clear('settings');
    this.requestUpdate();
  }

  #submit(): void {
    if (this.#submission !== undefined) return;
    if (!this.#root.isConnected || this.#settings.disabled || this.#phase.kind === 'set')
      return this.#end({ kind: 'aborted' });
    // Submitting an unconfirmed PIN again is the same request.
    const mayBeSet = this.#phase.kind === 'unconfirmed';
    const request =
      this.#phase.kind === 'unconfirmed' ? this.#phase.request : newRequest(this.#settings);
    if ('kind' in request) return this.#end(request);
    const { newPin, problem } = this.#entry.read();
    if (problem !== undefined) return this.#end(problem);

    if (!mayBeSet && this.#isOffline && !this.#wasToldOffline) {
      this.#wasToldOffline = true;
      return this.#end(OFFLINE);
    }
    this.#wasToldOffline = false;

    this.announcer.say(NO_MESSAGE);
    this.#reveal.mask();
    this.#enter({ kind: 'submitting', isRetry: false });
    this.#submission = new Submission(newPin, request, mayBeSet, this);
  }

  #startOver(): void {
    this.#clear('page');
    this.#enter({ kind: 'editing' });
  }

  get settings(): FormSettings {
    return this.#settings;
  }

  get isEditable(): boolean {
    // A field also loses the focus when the element is moved.
    return this.#phase.kind === 'editing' && this.#root.isConnected;
  }

  handleEdit(): void {
    this.announcer.say(NO_MESSAGE);
    const { newPin, confirmation, isHalfway, isComplete } = this.#entry;
    const { steps, autoSubmits, confirms } = this.#settings;
    const last = confirms ? confirmation : newPin;
    if (steps && newPin.hasFocus && isHalfway) this.#focus.goTo('confirm');
    else if (autoSubmits && last.hasFocus && isComplete) this.#submit();
  }

  requestUpdate(): void {
    this.#rendering.request();
  }

  platform(): PinPlatform {
    return this.#page.platform();
  }

  handleProgress(progress: Progress): void {
    if (isRetrying(progress) || progress.kind === 'waiting') this.#focus.newPart = 'notice';
    this.announcer.say(NO_MESSAGE);
    this.#enter(progress);
  }

  handleOutcome(outcome: Outcome, request: PinRequest): void {
    this.#submission = undefined;
    this.#end(outcome, request);
  }

  get #view(): View {
    return {
      words: this.#words,
      settings: this.#settings,
      phase: this.#phase,
      entry: this.#entry,
      step: this.#focus.step,
      announcer: this.announcer,
      round: this.#round,
      isRevealed: this.#reveal.isRevealed,
      isOffline: this.#isOffline,
      on: this.#handlers,
    };
  }

  /** A hint only: browsers with some VPNs say it wrongly. */
  get #isOffline(): boolean {
    return !this.platform().online();
  }

  readonly #handlers: View['on'] = {
    submit: (event) => {
      event.preventDefault();
      // Enter in an accepted new PIN moves to the confirmation, which is still empty.
      const { newPin, isHalfway } = this.#entry;
      if (isHalfway && (newPin.hasFocus || this.#focus.step === 'new')) this.#focus.goTo('confirm');
      else this.#submit();
    },
    reveal: () => {
      if (this.#phase.kind === 'editing') this.#reveal.toggle();
    },
    // On a Mac, pressing a button doesn't focus it. The form would lose the focus and mask the PIN,
    // and the click would then reveal the PIN again.
    pressReveal: (event) => {
      if (this.#focus.isInside) event.preventDefault();
    },
    startOver: () => this.#clearByCardholder('start-over'),
    cancel: () => this.#clearByCardholder('cancel'),
  };

  readonly #windowHandlers: readonly WindowHandler[] = [
    ['pagehide', () => this.#clear('page')],
    ['online', () => this.announcer.announce()],
    ['offline', () => this.announcer.announce()],
    // These come from other fields of the page: the guard stops the events of this form's fields.
    ['beforeinput', (event) => this.#focus.isInside && isUndo(event) && event.preventDefault()],
  ];

  get #state(): FormState {
    if (this.#phase.kind === 'set') return { phase: 'set', isComplete: true, hasErrors: false };
    const { isComplete, hasErrors, problem } = this.#entry;
    return { phase: this.#phase.kind, isComplete, hasErrors, problem };
  }

  /** Reports the state if it has changed. */
  #tell(): void {
    const state = this.#state;
    const text = JSON.stringify(state);
    if (text !== this.#told) this.#report({ kind: 'state', ...state });
    this.#told = text;
  }

  /** Ends a submit: updates the fields and the messages, and reports the outcome. */
  #end(outcome: Outcome, request?: PinRequest): void {
    if (outcome.kind === 'set') this.#succeed(outcome.card.last4);
    else if (outcome.kind === 'invalid') this.#showInvalid(outcome);
    else if (outcome.kind === 'unconfirmed' && request) this.#keep(outcome, request);
    else if (outcome.kind !== 'aborted') this.#fail(outcome);
    this.#tell();
    const run = this.#run;
    this.#run = 0;
    this.#report({ kind: 'ended', run, outcome });
  }

  #succeed(sent = ''): void {
    const hadFocus = this.#focus.isInside;
    const last4 = /^\d{4}$/.test(sent) ? sent : '';
    const height = this.#find('form')?.offsetHeight ?? 0;
    this.#clear('outcome');
    this.#enter({ kind: 'set', last4, height });
    this.#focus.newPart = 'panel';
    // A screen reader reads the panel on focus. Otherwise the live region announces it.
    if (!hadFocus) this.announcer.say({ tone: 'quiet', text: setSentence(last4) });
  }

  #showInvalid(outcome: Invalid): void {
    const field = this.#entry.fieldOf(outcome.field);
    this.#show(outcome, field.hasFocus);
    this.#focus.goTo(outcome.field);
    if (field.isWrong) field.selectAll();
  }

  #fail(outcome: FailedOutcome): void {
    const hadFocus = this.#focus.isInside;
    if (KEEPING.includes(outcome.kind)) {
      this.#reveal.mask();
      this.#enter({ kind: 'editing' });
    } else this.#clear('outcome');
    this.#show(outcome, !hadFocus);
    if (hadFocus && !this.announcer.message.takesFocus) this.#entry.newPin.focus();
  }

  #show(outcome: FailedOutcome, aloud: boolean): void {
    this.#focus.newPart = showOutcome(outcome, this.#words, this.#entry, this.announcer, aloud);
  }

  /** Keeps the PIN for another submit, unless the page has emptied the fields meanwhile. */
  #keep(outcome: FailedOutcome, request: PinRequest): void {
    if (this.#entry.isEmpty) return this.#clear('hold-end');
    this.#enter({ kind: 'unconfirmed', request });
    this.#show(outcome, false);
    this.#hold.start();
  }

  #clearByCardholder(cause: 'start-over' | 'cancel'): void {
    this.#clear(cause);
    this.#entry.newPin.focus();
  }

  /** Empties the fields, with the effects that {@link CLEARING} lists. */
  #clear(cause: ClearCause): void {
    const { aborts, says } = CLEARING[cause];
    const isHeld = this.#phase.kind === 'unconfirmed';
    const mayBeSet = this.#submission?.mayBeSet === true;
    const isAborted = aborts && this.#submission !== undefined;
    if (isAborted) {
      this.#submission?.abort();
      this.#submission = undefined;
    }
    this.#hold.stop();
    const form = this.#find('form') as HTMLFormElement | null;
    if (form !== null) this.platform().empty(form);
    this.#round = this.#renderedRound + 1;
    this.#focus.startOver();
    this.#reveal.mask();
    this.#entry.invalidate();
    this.#entry.clearErrors();
    const message = says({ isHeld, mayBeSet });
    this.announcer.say(message);
    this.#focus.newPart = message.text && 'notice';
    if (this.#submission === undefined && this.#phase.kind !== 'set')
      this.#enter({ kind: 'editing' });
    if (isAborted) this.#end({ kind: 'aborted' });
  }

  #enter(phase: Phase): void {
    this.#hold.stop();
    this.#phase = phase;
    this.announcer.announce();
    if (phase.kind === 'submitting' && !phase.isRetry) this.announcer.sayLater(SUBMITTING);
    if (phase.kind === 'waiting') this.announcer.sayLater(phase.isFirst ? CONNECTING : RENEWING);
  }

  #find(id: string): HTMLElement | null {
    return this.platform().find(this.#root, id);
  }
}
