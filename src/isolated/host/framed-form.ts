/**
 * The host's side of isolated mode: the frame with the form in it. It replaces the form of inline
 * mode, and receives nothing that the cardholder types.
 */
import type { Form, FormHost } from '../../form/form.js';
import type { Sentence } from '../../messages/catalogue.js';
import type { TokenGrant } from '../../service/client-tokens.js';
import type { FailedOutcome, Outcome } from '../../set-pin/outcome.js';
import { readLook } from '../look.js';
import type { FromFrame, FromHost } from '../protocol.js';
import { Connection, type ConnectionHost } from './connection.js';
import { frameAddress } from './frame-address.js';
import { FramedView } from './framed-view.js';

/** The failure of a frame. */
type Failure = Extract<FailedOutcome, { kind: 'misconfigured' | 'unavailable' }>;

type State = Omit<Extract<FromFrame, { kind: 'state' }>, 'kind'>;

/** The state of a form before anything is typed. */
const UNTOUCHED: State = {
  phase: 'editing',
  hasErrors: false,
  problem: { kind: 'invalid', field: 'new', problem: 'missing' },
};

/** A script can't tell the possible causes of a timeout apart. The browser's console shows them. */
const NO_ANSWER =
  'The frame page at frame-src did not answer. Is it there, do its headers let this page embed it, and does the policy of this page let it?';

/** The host, as a framed form sees it. */
export interface FramedFormHost extends FormHost {
  /** Returns the address of the frame page, as the page set it. */
  frameSrc(): string;
  appearance(): string;
  /** Reports that the frame page has answered, for the first time since `open`. */
  handleReady(): void;
}

/** The form in a frame. */
export class FramedForm implements Form, ConnectionHost {
  readonly #root: ShadowRoot;
  readonly #host: FramedFormHost;
  readonly #connection = new Connection(this);
  #view: FramedView | undefined;
  #state: State = UNTOUCHED;
  /** `true` if the last `pin-change` reported a complete or a valid entry. */
  #entered = false;
  #height = 0;
  /** The last settings message, as JSON. */
  #sent = '';
  #isReady = false;
  #wasReady = false;
  /** The reason why there is no form. */
  #failure: Failure | undefined;
  /** The sentence beside the frame, or in its place. */
  #notice: Sentence | undefined;
  #submission: { readonly outcome: Promise<Outcome>; end(outcome: Outcome): void } | undefined;
  #tokenRequest: AbortController | undefined;
  /** `true` if the form must be focused once it is ready. */
  #wantsFocus = false;

  /** @param root - Only the form renders into it. */
  constructor(root: ShadowRoot, host: FramedFormHost) {
    this.#root = root;
    this.#host = host;
    // The style sheet has a transition of 1 ms on every property of a look.
    root.addEventListener('transitionend', () => host.requestUpdate());
  }

  get phase(): State['phase'] {
    return this.#state.phase;
  }

  get hasErrors(): boolean {
    return this.#state.hasErrors;
  }

  get problem(): State['problem'] {
    return this.#state.problem;
  }

  anchor(): HTMLElement | null {
    return this.#frame;
  }

  open(): void {
    this.#wasReady = false;
    this.#start();
  }

  close(): void {
    this.#forgetEntry();
    this.#disconnect();
    this.#connection.settle();
    this.#view?.remove();
    this.#failure = this.#view = undefined;
    this.#submission?.end({ kind: 'aborted' });
  }

  render(): void {
    const hadFocus = this.#root.activeElement !== null;
    const hasFailed = this.#failure !== undefined;
    this.#view ??= new FramedView(this.#root, this.#handleLoad, this.#handleReload);
    this.#view.render({
      words: this.#host.words(),
      settings: this.#host.settings(),
      src: this.#connection.src,
      height: this.#height,
      isReady: this.#isReady,
      isSlow: this.#connection.isSlow,
      hasFailed,
      notice: this.#notice,
    });
    if (hasFailed && (hadFocus || this.#isFocusDue)) this.#focusFrame();
    this.#sendSettings();
  }

  adapt(): void {
    // Now, not at the next render, so that the frame page also receives a setting that the page
    // changes only for a moment.
    this.#sendSettings();
    this.#host.requestUpdate();
  }

  reword(): void {
    this.#host.requestUpdate();
  }

  focus(options?: FocusOptions): void {
    this.#wantsFocus = !this.#isReady;
    this.#focusFrame(options);
    this.#connection.send({ kind: 'focus' });
  }

  report(): void {
    this.#focusFrame();
    this.#connection.send({ kind: 'report' });
  }

  submit(): Promise<Outcome> {
    if (this.#submission !== undefined) return this.#submission.outcome;
    if (!this.#root.isConnected) return Promise.resolve({ kind: 'aborted' });
    if (this.#failure !== undefined) {
      this.#host.handleEnd(this.#failure, 'frame');
      return Promise.resolve(this.#failure);
    }
    let end = (_: Outcome): void => undefined;
    const outcome = new Promise<Outcome>((resolve) => {
      end = (outcome) => {
        this.#submission = undefined;
        resolve(outcome);
      };
    });
    this.#submission = { outcome, end };
    if (this.#isReady) this.#connection.send({ kind: 'submit' });
    return outcome;
  }

  reset(): void {
    this.#connection.send({ kind: 'reset' });
    this.#forgetEntry();
    this.#host.requestUpdate();
  }

  handleLoadStart(): void {
    this.#disconnect();
    this.#host.requestUpdate();
  }

  handleSlowness(): void {
    this.#host.requestUpdate();
  }

  handleTimeout(): void {
    this.#fail({ kind: 'unavailable', explanation: NO_ANSWER });
  }

  handleMessage(message: FromFrame): void {
    switch (message.kind) {
      case 'refused': {
        const { explanation } = message;
        return this.#fail({ kind: 'misconfigured', attribute: 'frame-src', explanation });
      }
      case 'ready':
        return this.#handleReady();
      case 'height':
        this.#height = message.height;
        return this.#host.requestUpdate();
      case 'show':
        return this.#bringIntoView(message);
      case 'state':
        this.#state = message;
        // The frame page sends no `changed` after success, or if the host page emptied the form.
        if (message.phase === 'set' || message.problem?.problem === 'missing')
          this.#entered = false;
        return this.#host.requestUpdate();
      case 'changed':
        return this.#change(message.complete, message.valid);
      case 'ended':
        // Not every engine lets the frame page take the focus from this page.
        if (message.outcome.kind === 'invalid') this.focus();
        if (message.outcome.kind !== 'aborted') this.#host.handleEnd(message.outcome);
        return;
      case 'submitted':
        return this.#submission?.end(message.outcome);
      case 'obtain':
        return this.#requestToken((...args) => this.#host.tokens.obtain(...args));
      case 'renew': {
        const { refused, requestId } = message;
        return this.#requestToken((...args) =>
          this.#host.tokens.renew(refused, requestId, ...args),
        );
      }
      case 'refuse':
        return this.#host.tokens.refuse(message.refused);
      case 'forget':
        return this.#tokenRequest?.abort();
    }
  }

  #start(): void {
    this.#failure = this.#notice = undefined;
    const address = frameAddress(this.#host.frameSrc());
    if (typeof address === 'string')
      this.#fail({ kind: 'misconfigured', attribute: 'frame-src', explanation: address });
    else this.#connection.start(address);
  }

  readonly #handleReload = (): void => {
    this.#wantsFocus = true;
    this.#start();
  };

  readonly #handleLoad = (event: Event): void => {
    if (this.#isReady) this.#handleFrameReload();
    this.#disconnect();
    this.#connection.greet(event.target as HTMLIFrameElement);
    this.#sendSettings();
  };

  #handleReady(): void {
    this.#connection.settle();
    // The page called `submit()` before the frame page was ready.
    if (!this.#isReady && this.#submission !== undefined) this.#connection.send({ kind: 'submit' });
    this.#isReady = true;
    // A hidden frame can't be focused.
    this.render();
    if (this.#isFocusDue) this.focus();
    if (!this.#wasReady) this.#host.handleReady();
    this.#wasReady = true;
  }

  #requestToken(
    request: (signal: AbortSignal, onWait: (isFirst: boolean) => void) => Promise<TokenGrant>,
  ): void {
    this.#tokenRequest?.abort();
    const { signal } = (this.#tokenRequest = new AbortController());
    const send = (message: FromHost): void => {
      if (!signal.aborted) this.#connection.send(message);
    };
    const onWait = (isFirst: boolean): void => send({ kind: 'waiting', isFirst });
    void request(signal, onWait).then((grant) => send({ kind: 'grant', grant }));
  }

  /** Handles a reload that the frame started itself. The typed PIN is gone. */
  #handleFrameReload(): void {
    const { phase } = this.#state;
    if (phase === 'submitting' || phase === 'waiting' || phase === 'unconfirmed') {
      this.#notice = (words) => words.holdEnded;
      this.#end({ kind: 'unconfirmed' });
    }
    this.#submission?.end({ kind: 'aborted' });
    this.#isReady = false;
    this.#connection.expectAnswer();
  }

  #fail(failure: Failure): void {
    this.#connection.settle();
    this.#disconnect();
    this.#failure = failure;
    this.#notice = (words) => words.notLoaded;
    // Deferred, so that the page can add its listeners first, or correct the address.
    queueMicrotask(() => this.#failure === failure && this.#end(failure));
    this.#host.requestUpdate();
  }

  #end(outcome: FailedOutcome): void {
    this.#host.handleEnd(outcome, 'frame');
    this.#submission?.end(outcome);
  }

  #change(complete: boolean, valid: boolean): void {
    this.#entered = complete || valid;
    if (this.#entered) this.#notice = undefined;
    this.#host.handleChange(complete, valid);
  }

  #disconnect(): void {
    this.#tokenRequest?.abort();
    this.#connection.close();
    this.#isReady = false;
    this.#sent = '';
    this.#state = UNTOUCHED;
    if (this.#entered) this.#change(false, false);
  }

  /** `true` if the focus was called for before the form was ready, and nothing else has it. */
  get #isFocusDue(): boolean {
    return this.#wantsFocus && document.activeElement === document.body;
  }

  /** Focuses the frame, unless the focus is already in the root. */
  #focusFrame(options?: FocusOptions): void {
    if (this.#root.activeElement === null) this.#view?.focus(options);
  }

  /** Scrolls until a part of the frame is visible. Its margins reduce the frame to the part. */
  #bringIntoView({ top, bottom }: { readonly top: number; readonly bottom: number }): void {
    const frame = this.#frame;
    if (frame === null) return;
    frame.style.scrollMargin = `${-top}px 0 ${bottom - frame.offsetHeight}px`;
    frame.scrollIntoView({ block: 'nearest' });
  }

  /** Resets the state. Raises no event, because the page itself emptied the form. */
  #forgetEntry(): void {
    this.#state = UNTOUCHED;
    this.#entered = false;
  }

  /** Sends the frame page everything that the form depends on, if any of it has changed. */
  #sendSettings(): void {
    const frame = this.#frame;
    if (!this.#connection.isOpen || frame === null) return;
    const message: FromHost = {
      kind: 'settings',
      settings: this.#host.settings(),
      words: this.#host.words(),
      look: readLook(this.#host.appearance(), frame),
    };
    const text = JSON.stringify(message);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#connection.send(message);
  }

  get #frame(): HTMLIFrameElement | null {
    return this.#view?.frame ?? null;
  }
}
