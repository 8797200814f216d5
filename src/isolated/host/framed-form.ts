/**
 * The host's side of isolated mode: the frame with the form in it. It receives nothing that the
 * cardholder types.
 */
import { readAddress } from '../../address.js';
import { RenderSoon } from '../../form/render-soon.js';
import { startsOver } from '../../form/settings.js';
import {
  UNTOUCHED,
  type Command,
  type Form,
  type FormState,
  type Report,
} from '../../form/wire.js';
import type { Sentence } from '../../messages/catalogue.js';
import type { TokenGrant, TokenSource } from '../../service/client-tokens.js';
import type { FailedOutcome, Outcome } from '../../set-pin/outcome.js';
import { readLook } from '../look.js';
import type { FromFrame, FromHost } from '../protocol.js';
import { Connection, type ConnectionHost } from './connection.js';
import { FramedView } from './framed-view.js';

type Settings = Extract<Command, { kind: 'settings' }>;

/** The failure of a frame. */
type Failure = Extract<FailedOutcome, { kind: 'misconfigured' | 'unavailable' }>;

/** A script can't tell the possible causes of a timeout apart. The browser's console shows them. */
const NO_ANSWER =
  'The frame page at frame-src did not answer. Is it there, do its headers let this page embed it, and does the policy of this page let it?';

/** Messages about an entry, which may be emptied by now. */
const OF_AN_ENTRY: readonly FromFrame['kind'][] = ['state', 'ended', 'obtain', 'renew'];

/** The form in a frame. */
export class FramedForm implements Form, ConnectionHost {
  readonly #frameSrc: string;
  readonly #root: ShadowRoot;
  readonly #tokens: TokenSource;
  readonly #report: (report: Report) => void;
  readonly #connection = new Connection(this);
  readonly #view: FramedView;
  readonly #rendering = new RenderSoon(() => this.#render());
  /** The last settings. The first command brings them. */
  #given: Settings | undefined;
  /** The last settings message, as JSON. */
  #sent = '';
  /**
   * Counts the commands that empty the form. What the frame page reports before it has received the
   * last one isn't heard.
   */
  #epoch = 0;
  #state: FormState = UNTOUCHED;
  #height = 0;
  #isReady = false;
  #wasReady = false;
  /** Commands that came before the frame page was ready. */
  #queue: Command[] = [];
  /** The last run that has not ended. */
  #run = 0;
  /** The reason why there is no form. */
  #failure: Failure | undefined;
  /** The sentence beside the frame, or in its place. */
  #notice: Sentence | undefined;
  #tokenRequest: AbortController | undefined;

  /**
   * @param frameSrc - The address of the frame page, as the page set it.
   * @param root - Only the form renders into it.
   */
  constructor(
    frameSrc: string,
    root: ShadowRoot,
    tokens: TokenSource,
    report: (report: Report) => void,
  ) {
    this.#frameSrc = frameSrc;
    this.#root = root;
    this.#tokens = tokens;
    this.#report = report;
    this.#view = new FramedView(root, this.#handleLoad, this.#handleReload);
  }

  take(command: Command): void {
    switch (command.kind) {
      case 'settings':
        return this.#adapt(command);
      case 'reset':
        this.#startOver();
        return this.#connection.send({ kind: 'reset', epoch: this.#epoch });
      case 'submit':
        this.#run = command.run;
        if (this.#failure !== undefined) return this.#end(this.#failure);
        break;
      default:
        this.#focusFrame(command.kind === 'focus' ? command : undefined);
    }
    if (this.#isReady) this.#connection.send(command);
    else this.#queue.push(command);
  }

  close(): void {
    this.#disconnect();
    this.#connection.settle();
    this.#rendering.stop();
    this.#root.removeEventListener('transitionend', this.#handleTransition);
    this.#view.remove();
  }

  handleLoadStart(): void {
    this.#disconnect();
    this.#rendering.request();
  }

  handleSlowness(): void {
    this.#rendering.request();
  }

  handleTimeout(): void {
    this.#fail({ kind: 'unavailable', explanation: NO_ANSWER });
  }

  handleMessage({ epoch, ...message }: FromFrame): void {
    if (epoch !== this.#epoch && OF_AN_ENTRY.includes(message.kind)) return;
    switch (message.kind) {
      case 'refused': {
        const { explanation } = message;
        return this.#fail({ kind: 'misconfigured', attribute: 'frame-src', explanation });
      }
      case 'ready':
        return this.#handleReady();
      case 'height':
        this.#height = message.height;
        return this.#rendering.request();
      case 'show':
        return this.#bringIntoView(message);
      case 'refuse':
        return this.#tokens.refuse(message.refused);
      case 'forget':
        return this.#tokenRequest?.abort();
      case 'state':
        return this.#tell(message);
      case 'ended':
        // Not every engine lets the frame page take the focus from this page.
        if (message.outcome.kind === 'invalid') this.take({ kind: 'focus', preventScroll: false });
        return this.#report(message);
      case 'obtain':
        return this.#requestToken((...args) => this.#tokens.obtain(...args));
      case 'renew': {
        const { refused, requestId } = message;
        return this.#requestToken((...args) => this.#tokens.renew(refused, requestId, ...args));
      }
    }
  }

  #adapt(now: Settings): void {
    const before = this.#given;
    this.#given = now;
    if (before === undefined) {
      // The style sheet has a transition of 1 ms on every property of a look.
      this.#root.addEventListener('transitionend', this.#handleTransition);
      this.#start();
    } else if (startsOver(before.settings, now.settings)) this.#startOver();
    // Now, not at the next render, so that the frame page also receives a setting that the page
    // changes only for a moment.
    this.#sendSettings();
    this.#rendering.request();
  }

  /** Hears nothing more of the entry that the frame page empties, once it has this message. */
  #startOver(): void {
    this.#epoch++;
    this.#queue = [];
    this.#tokenRequest?.abort();
    this.#tell(UNTOUCHED);
    this.#report({ kind: 'ended', run: this.#run, outcome: { kind: 'aborted' } });
  }

  #start(): void {
    this.#failure = this.#notice = undefined;
    const address = frameAddress(this.#frameSrc);
    if (typeof address === 'string')
      this.#fail({ kind: 'misconfigured', attribute: 'frame-src', explanation: address });
    else this.#connection.start(address);
  }

  readonly #handleTransition = (): void => this.#rendering.request();

  readonly #handleReload = (): void => {
    this.#queue.push({ kind: 'focus', preventScroll: false });
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
    this.#isReady = true;
    // A hidden frame can't be focused.
    this.#render();
    const isFocusFree = this.#isFocusFree;
    for (const command of this.#queue.splice(0))
      if (command.kind !== 'focus' || isFocusFree) this.take(command);
    if (!this.#wasReady) this.#report({ kind: 'ready' });
    this.#wasReady = true;
  }

  #render(): void {
    const { settings, words } = this.#given!;
    const hadFocus = this.#root.activeElement !== null;
    const hasFailed = this.#failure !== undefined;
    this.#view.render({
      words,
      settings,
      src: this.#connection.src,
      height: this.#height,
      isReady: this.#isReady,
      isSlow: this.#connection.isSlow,
      hasFailed,
      notice: this.#notice,
    });
    const isAskedFor = this.#queue.some(({ kind }) => kind === 'focus') && this.#isFocusFree;
    if (hasFailed && (hadFocus || isAskedFor)) this.#focusFrame();
    if (hasFailed) this.#queue = [];
    this.#sendSettings();
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
    const isLost = /^(submitting|waiting|unconfirmed)$/.test(this.#state.phase);
    if (isLost) this.#notice = (words) => words.holdEnded;
    this.#end({ kind: isLost ? 'unconfirmed' : 'aborted' });
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
    this.#rendering.request();
  }

  #end(outcome: Outcome): void {
    this.#report({ kind: 'ended', run: this.#run, outcome, cause: 'frame' });
  }

  #tell(state: FormState): void {
    this.#state = state;
    if (state.isComplete) this.#notice = undefined;
    this.#report({ ...state, kind: 'state' });
  }

  #disconnect(): void {
    this.#tokenRequest?.abort();
    this.#connection.close();
    this.#isReady = false;
    this.#sent = '';
    this.#tell(UNTOUCHED);
  }

  get #isFocusFree(): boolean {
    const { activeElement, body } = this.#root.ownerDocument;
    return activeElement === body;
  }

  /** Focuses the frame, unless the focus is already in the root. */
  #focusFrame(options?: FocusOptions): void {
    if (this.#root.activeElement === null) this.#view.focus(options);
  }

  /** Scrolls until a part of the frame is visible. Its margins reduce the frame to the part. */
  #bringIntoView({ top, bottom }: { readonly top: number; readonly bottom: number }): void {
    const { frame } = this.#view;
    if (frame === null) return;
    frame.style.scrollMargin = `${-top}px 0 ${bottom - frame.offsetHeight}px`;
    frame.scrollIntoView({ block: 'nearest' });
  }

  /** Sends the frame page everything that the form depends on, if any of it has changed. */
  #sendSettings(): void {
    const { frame } = this.#view;
    if (!this.#connection.isOpen || frame === null) return;
    const { host } = this.#root;
    const look = readLook(host.getAttribute('appearance') ?? '', frame);
    const message: FromHost = { ...this.#given!, look, epoch: this.#epoch };
    const text = JSON.stringify(message);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#connection.send(message);
  }
}

/** Returns the address of the frame page, or the mistake in it. */
function frameAddress(frameSrc: string): URL | string {
  const address = readAddress(frameSrc);
  if (address === undefined)
    return 'frame-src is missing, or is not the absolute https: address of a frame page; plain http: is allowed only for loopback hosts.';
  return address.origin === location.origin
    ? 'frame-src is on the origin of this page, which could then read what is typed: put the frame page on another.'
    : address;
}
