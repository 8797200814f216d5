/**
 * The host's side of isolated mode: the frame with the form in it. It takes the place of the form of inline mode, and receives
 * nothing of what a cardholder types.
 */
import { html, nothing, render } from 'lit';
import type { Form, FormHost } from '../../form/form.js';
import type { Sentence } from '../../messages/catalogue.js';
import type { TokenGrant } from '../../service/client-tokens.js';
import { readAddress } from '../../service/endpoint.js';
import type { FailedOutcome, Outcome } from '../../set-pin/outcome.js';
import { readLook } from '../look.js';
import type { FromFrame, FromHost } from '../protocol.js';
import { Connection, type ConnectionHost } from './connection.js';

/** How a frame fails. */
type Failure = Extract<FailedOutcome, { kind: 'misconfigured' | 'unavailable' }>;

type State = Omit<Extract<FromFrame, { kind: 'state' }>, 'kind'>;

/** The state of a form before anything is typed. */
const UNTOUCHED: State = {
  phase: 'editing',
  hasErrors: false,
  problem: { kind: 'invalid', field: 'new', problem: 'missing' },
};

/** A 404, a refused connection, a policy of either page: the engine tells them apart in its console, and to no script. */
const SILENCE =
  'The frame page at frame-src did not answer. Is it there, do its headers let this page embed it, and does the policy of this page let it?';

/** What a framed form asks of its host, besides. */
export interface FramedFormHost extends FormHost {
  /** Returns the frame page's address, as the page set it. */
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
  #state: State = UNTOUCHED;
  /** Whether the page was told that something is typed. */
  #entered = false;
  #height = 0;
  /** The last settings message. */
  #sent = '';
  #isReady = false;
  #wasReady = false;
  /** Why there is no form. */
  #failure: Failure | undefined;
  /** What the cardholder reads beside the frame, or in its place. */
  #notice: Sentence | undefined;
  #submission: { readonly outcome: Promise<Outcome>; end(outcome: Outcome): void } | undefined;
  #tokenRequest: AbortController | undefined;
  /** Whether to focus the form once it is there. */
  #wantsFocus = false;

  /** @param root - The form renders into it, and nothing else does. */
  constructor(root: ShadowRoot, host: FramedFormHost) {
    this.#root = root;
    this.#host = host;
    // The style sheet has a transition without length for everything that a look is made of.
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
    return this.#find('frame');
  }

  open(): void {
    this.#wasReady = false;
    this.#start();
  }

  close(): void {
    this.#forgetEntry();
    this.#hangUp();
    this.#connection.settle();
    this.#submission?.end({ kind: 'aborted' });
  }

  render(): void {
    const words = this.#host.words();
    const notice = this.#notice;
    render(
      html`<div lang=${words.lang} dir=${words.dir}>
        ${
          this.#failure === undefined
            ? html`<iframe
                id="frame"
                class=${this.#isReady ? nothing : 'loading'}
                title=${words.submit}
                sandbox="allow-scripts allow-same-origin allow-forms"
                referrerpolicy="origin"
                allow=""
                src=${this.#connection.src}
                .style=${`height:${this.#height}px`}
                @load=${this.#handleLoad}
              ></iframe>`
            : html`<button id="reload" part="submit" class="submit" @click=${this.#handleReload}>
                ${words.reload}
              </button>`
        }
        <div class="status ${notice === undefined ? 'unseen' : ''}">
          <p part="notice" class="notice error" role="alert">${notice?.(words)}</p>
        </div>
      </div>`,
      this.#root,
    );
    this.#sendSettings();
  }

  adapt(): void {
    // At once: the frame page must hear of a setting that is changed for a moment only, and back.
    this.#sendSettings();
    this.#host.requestUpdate();
  }

  reword(): void {
    this.#host.requestUpdate();
  }

  focus(options?: FocusOptions): void {
    this.#wantsFocus = !this.#isReady;
    this.#focusFrame(options);
    this.#connection.say({ kind: 'focus' });
  }

  report(): void {
    this.#focusFrame();
    this.#connection.say({ kind: 'report' });
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
    if (this.#isReady) this.#connection.say({ kind: 'submit' });
    return outcome;
  }

  reset(): void {
    this.#connection.say({ kind: 'reset' });
    this.#forgetEntry();
    this.#host.requestUpdate();
  }

  handleLoadStart(): void {
    this.#hangUp();
    this.#host.requestUpdate();
  }

  handleSilence(): void {
    this.#fail({ kind: 'unavailable', explanation: SILENCE });
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
      case 'state':
        this.#state = message;
        // The frame page reports no change for what the page has emptied itself, nor after success.
        if (message.phase === 'set' || message.problem?.problem === 'missing')
          this.#entered = false;
        return this.#host.requestUpdate();
      case 'changed':
        return this.#change(message.complete, message.valid);
      case 'ended':
        // The frame page has focused the field, but not every engine lets it take the focus from this page.
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
        return this.#host.tokens.refuse(message.refused, message.requestId);
      case 'forget':
        return this.#tokenRequest?.abort();
    }
  }

  #start(): void {
    this.#failure = this.#notice = undefined;
    const address = addressOf(this.#host.frameSrc());
    if (typeof address === 'string')
      this.#fail({ kind: 'misconfigured', attribute: 'frame-src', explanation: address });
    else this.#connection.start(address);
  }

  readonly #handleReload = (): void => {
    this.#wantsFocus = true;
    this.#start();
  };

  readonly #handleLoad = (event: Event): void => {
    if (this.#isReady) this.#lose();
    this.#hangUp();
    this.#connection.greet(event.target as HTMLIFrameElement);
    this.#sendSettings();
  };

  #handleReady(): void {
    this.#connection.settle();
    // The page submitted before the frame page was there.
    if (!this.#isReady && this.#submission !== undefined) this.#connection.say({ kind: 'submit' });
    this.#isReady = true;
    // A hidden frame takes no focus.
    this.render();
    if (this.#wantsFocus && document.activeElement === document.body) this.focus();
    if (!this.#wasReady) this.#host.handleReady();
    this.#wasReady = true;
  }

  #requestToken(request: (signal: AbortSignal, onWait: () => void) => Promise<TokenGrant>): void {
    this.#tokenRequest?.abort();
    const { signal } = (this.#tokenRequest = new AbortController());
    const say = (message: FromHost): void => {
      if (!signal.aborted) this.#connection.say(message);
    };
    const onWait = (): void => say({ kind: 'waiting' });
    void request(signal, onWait).then((grant) => say({ kind: 'grant', grant }));
  }

  /** The frame has reloaded by itself: what was typed is gone. */
  #lose(): void {
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
    this.#hangUp();
    this.#failure = failure;
    this.#notice = ({ outcomes }) => outcomes[failure.kind];
    // By then the page has had time to add its listeners.
    queueMicrotask(() => this.#end(failure));
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

  #hangUp(): void {
    this.#tokenRequest?.abort();
    this.#connection.close();
    this.#isReady = false;
    this.#sent = '';
    this.#state = UNTOUCHED;
    if (this.#entered) this.#change(false, false);
  }

  /** Moves the focus from elsewhere to the frame. If the focus is inside, it stays where it is. */
  #focusFrame(options?: FocusOptions): void {
    if (this.#root.activeElement === null) this.#find('frame, #reload')?.focus(options);
  }

  /** The page has emptied the form itself, so it is not told. */
  #forgetEntry(): void {
    this.#state = UNTOUCHED;
    this.#entered = false;
  }

  /** Sends the frame page everything that the form depends on, if anything of it is new. */
  #sendSettings(): void {
    const frame = this.#find('frame');
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
    this.#connection.say(message);
  }

  #find(ids: string): HTMLElement | null {
    return this.#root.querySelector(`#${ids}`);
  }
}

/** Returns the frame page's address, or what is wrong with it. */
function addressOf(frameSrc: string): URL | string {
  const address = readAddress(frameSrc);
  if (address === undefined)
    return 'frame-src is not the absolute https: address of a frame page; plain http: is taken for a loopback host only.';
  return address.origin === location.origin
    ? 'frame-src is on the origin of this page, which could then read what is typed: put the frame page on another.'
    : address;
}
