/**
 * The host's side of isolated mode: the frame with the form in it, from the first word to the last. It stands where the form of the
 * other mode stands, and nothing of what a cardholder types comes to it.
 */
import { html, nothing, render } from 'lit';
import type { Sentence, Words } from '../../messages/catalogue.js';
import type { FormSettings } from '../../form/settings.js';
import { readAddress } from '../../service/endpoint.js';
import type { FailedOutcome, Outcome } from '../../set-pin/outcome.js';
import type { TokenGrant, TokenSource } from '../../service/client-tokens.js';
import { readFromFrame } from './from-frame.js';
import { readLook } from '../look.js';
import { VERSION, type FromFrame, type FromHost, type Hello } from '../protocol.js';

/** How long the frame page may take to answer, in milliseconds; then it is loaded once more, past the cache. */
const PATIENCE = 8_000;

/** How a frame fails. */
type Failure = Extract<FailedOutcome, { kind: 'misconfigured' | 'unavailable' }>;

type State = Omit<Extract<FromFrame, { kind: 'state' }>, 'kind'>;

/** What a form is before anything is typed. */
const UNTOUCHED: State = {
  phase: 'editing',
  hasErrors: false,
  problem: { kind: 'invalid', field: 'new', problem: 'missing' },
};

/** A 404, a refused connection, a policy of either page: an engine tells them apart for people, in its console, and for nobody else. */
const SILENCE =
  'The frame page at frame-src did not answer. Is it there, do its headers let this page embed it, and does the policy of this page let it?';

/** What a framed form asks of its owner, and tells it. */
export interface FramedFormOwner {
  /** The frame page's address, as the page gave it. */
  readonly frameSrc: () => string;
  readonly settings: () => FormSettings;
  readonly appearance: () => string;
  readonly words: () => Words;
  readonly tokens: TokenSource;
  readonly requestUpdate: () => void;
  /** The frame page has answered, for the first time since `open`. */
  readonly ready: () => void;
  readonly changed: (complete: boolean, valid: boolean) => void;
  /** A submit ended, or the frame failed. */
  readonly ended: (outcome: Exclude<Outcome, { kind: 'aborted' }>, cause?: 'frame') => void;
}

/** The form in a frame. */
export class FramedForm {
  readonly #root: ShadowRoot;
  readonly #owner: FramedFormOwner;
  #state: State = UNTOUCHED;
  #entered = false;
  #height = 0;
  #port: MessagePort | undefined;
  /** What the frame page was told last of all that the form depends on. */
  #sent = '';
  #isReady = false;
  #wasReady = false;
  /** Why there is no form. */
  #failure: Failure | undefined;
  /** What the cardholder is told beside the frame, or in its place. */
  #notice: Sentence | undefined;
  #src = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #submission: { readonly outcome: Promise<Outcome>; end(outcome: Outcome): void } | undefined;
  #question: AbortController | undefined;
  /** The focus was meant for a form that is not there yet. */
  #wantsFocus = false;

  /** @param root - Where it renders itself, alone. */
  constructor(root: ShadowRoot, owner: FramedFormOwner) {
    this.#root = root;
    this.#owner = owner;
    // The style sheet has a transition, of no length, for all that a look is made of.
    root.addEventListener('transitionend', owner.requestUpdate);
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

  /** The element came into a page. */
  open(): void {
    this.#wasReady = false;
    this.#start();
  }

  /** It left the page, and the frame with it. */
  close(): void {
    this.#forget();
    this.#hangUp();
    clearTimeout(this.#timer);
    this.#submission?.end({ kind: 'aborted' });
  }

  render(): void {
    const words = this.#owner.words();
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
                src=${this.#src}
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
    this.#tell();
  }

  adapt(): void {
    // At once: the frame page has to know of a setting that is changed for a moment only, and back.
    this.#tell();
    this.#owner.requestUpdate();
  }

  reword(): void {
    this.#owner.requestUpdate();
  }

  wait(): void {
    this.#say({ kind: 'waiting' });
  }

  focus(options?: FocusOptions): void {
    this.#wantsFocus = !this.#isReady;
    this.#enter(options);
    this.#say({ kind: 'focus' });
  }

  report(): void {
    this.#enter();
    this.#say({ kind: 'report' });
  }

  submit(): Promise<Outcome> {
    if (this.#submission !== undefined) return this.#submission.outcome;
    if (!this.#root.isConnected) return Promise.resolve({ kind: 'aborted' });
    if (this.#failure !== undefined) {
      this.#owner.ended(this.#failure, 'frame');
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
    if (this.#isReady) this.#say({ kind: 'submit' });
    return outcome;
  }

  reset(): void {
    this.#say({ kind: 'reset' });
    this.#forget();
    this.#owner.requestUpdate();
  }

  get #address(): URL | string {
    const address = readAddress(this.#owner.frameSrc());
    if (address === undefined)
      return 'frame-src is not the absolute https: address of a frame page; plain http: is taken for a loopback host only.';
    return address.origin === location.origin
      ? 'frame-src is on the origin of this page, which could then read what is typed: put the frame page on another.'
      : address;
  }

  #start(): void {
    this.#failure = undefined;
    this.#notice = undefined;
    const address = this.#address;
    if (typeof address === 'string')
      this.#fail({ kind: 'misconfigured', attribute: 'frame-src', explanation: address });
    else
      this.#load(address, () => {
        // No cache has this address.
        address.searchParams.set('again', String(Date.now()));
        this.#load(address, () => this.#fail({ kind: 'unavailable', explanation: SILENCE }));
      });
  }

  #load({ href }: URL, handleSilence: () => void): void {
    // What was loaded before may still answer, and is not listened to any more.
    this.#hangUp();
    this.#src = href;
    this.#await(handleSilence);
    this.#owner.requestUpdate();
  }

  #await(handleSilence: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(handleSilence, PATIENCE);
  }

  readonly #handleReload = (): void => {
    this.#wantsFocus = true;
    this.#start();
  };

  /** Of whatever was loaded: an engine says the same of a page that is not there, and of one that may not be shown. */
  readonly #handleLoad = (event: Event): void => {
    if (this.#isReady) this.#lose();
    this.#hangUp();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#handleMessage(readFromFrame(data));
    const hello: Hello = { kind: 'set-card-pin', version: VERSION };
    const { contentWindow } = event.target as HTMLIFrameElement;
    contentWindow?.postMessage(hello, new URL(this.#src).origin, [port2]);
    this.#tell();
  };

  #handleMessage(message: FromFrame | undefined): void {
    if (message === undefined) return;
    switch (message.kind) {
      case 'refused': {
        const { explanation } = message;
        return this.#fail({ kind: 'misconfigured', attribute: 'frame-src', explanation });
      }
      case 'ready':
        clearTimeout(this.#timer);
        // What the page asked for before there was anyone to ask.
        if (!this.#isReady && this.#submission !== undefined) this.#say({ kind: 'submit' });
        this.#isReady = true;
        // A frame that is hidden takes no focus.
        this.render();
        if (this.#wantsFocus && document.activeElement === document.body) this.focus();
        if (!this.#wasReady) this.#owner.ready();
        this.#wasReady = true;
        return;
      case 'height':
        this.#height = message.height;
        return this.#owner.requestUpdate();
      case 'state':
        this.#state = message;
        // The frame page does not tell of what the page has emptied itself, or of success.
        if (message.phase === 'set' || message.problem?.problem === 'missing')
          this.#entered = false;
        return this.#owner.requestUpdate();
      case 'changed':
        return this.#change(message.complete, message.valid);
      case 'ended':
        // The frame page has given the focus to the field, but not every engine lets it take it from elsewhere in this page.
        if (message.outcome.kind === 'invalid') this.focus();
        if (message.outcome.kind !== 'aborted') this.#owner.ended(message.outcome);
        return;
      case 'submitted':
        return this.#submission?.end(message.outcome);
      case 'obtain':
        return this.#ask((signal) => this.#owner.tokens.obtain(signal));
      case 'renew': {
        const { refused, requestId } = message;
        return this.#ask((signal) => this.#owner.tokens.renew(refused, requestId, signal));
      }
      case 'refuse':
        return this.#owner.tokens.refuse(message.refused, message.requestId);
      case 'forget':
        return this.#question?.abort();
    }
  }

  #ask(question: (signal: AbortSignal) => Promise<TokenGrant>): void {
    this.#question?.abort();
    const { signal } = (this.#question = new AbortController());
    void question(signal).then((grant) => {
      if (!signal.aborted) this.#say({ kind: 'grant', grant });
    });
  }

  /** The frame page is another one from now on, and what was typed is gone. */
  #lose(): void {
    const { phase } = this.#state;
    const open = phase === 'submitting' || phase === 'waiting' || phase === 'unconfirmed';
    if (open) {
      this.#notice = (words) => words.holdEnded;
      this.#end({ kind: 'unconfirmed' });
    }
    this.#submission?.end({ kind: 'aborted' });
    this.#isReady = false;
    this.#await(() => this.#fail({ kind: 'unavailable', explanation: SILENCE }));
  }

  #fail(failure: Failure): void {
    clearTimeout(this.#timer);
    this.#hangUp();
    this.#failure = failure;
    this.#notice = ({ outcomes }) => outcomes[failure.kind];
    // Whoever has put the element into the page listens to it by then.
    queueMicrotask(() => this.#end(failure));
    this.#owner.requestUpdate();
  }

  #end(outcome: FailedOutcome): void {
    this.#owner.ended(outcome, 'frame');
    this.#submission?.end(outcome);
  }

  #change(complete: boolean, valid: boolean): void {
    this.#entered = complete || valid;
    if (this.#entered) this.#notice = undefined;
    this.#owner.changed(complete, valid);
  }

  #hangUp(): void {
    this.#question?.abort();
    this.#port?.close();
    this.#port = undefined;
    this.#isReady = false;
    this.#sent = '';
    this.#state = UNTOUCHED;
    if (this.#entered) this.#change(false, false);
  }

  /** Moves the focus from elsewhere to the frame, where something has it already or takes it. */
  #enter(options?: FocusOptions): void {
    if (this.#root.activeElement === null) this.#find('frame, #reload')?.focus(options);
  }

  /** Takes for empty what the page has emptied itself, without a word to it. */
  #forget(): void {
    this.#state = UNTOUCHED;
    this.#entered = false;
  }

  /** Tells the frame page all that the form depends on, where anything of it is new. */
  #tell(): void {
    const frame = this.#find('frame');
    if (this.#port === undefined || frame === null) return;
    const message: FromHost = {
      kind: 'settings',
      settings: this.#owner.settings(),
      words: this.#owner.words(),
      look: readLook(this.#owner.appearance(), frame),
    };
    const text = JSON.stringify(message);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#say(message);
  }

  #say(message: FromHost): void {
    this.#port?.postMessage(message);
  }

  #find(ids: string): HTMLElement | null {
    return this.#root.querySelector(`#${ids}`);
  }
}
