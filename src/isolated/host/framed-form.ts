/** The host's side of isolated mode, which never receives the digits that the cardholder types. */
import { isFocusFree } from '../../contract/free-focus.js';
import { RenderSoon } from '../../contract/render-soon.js';
import { misconfigured, needsNewEntry } from '../../contract/settings.js';
import {
  UNTOUCHED,
  type Command,
  type Form,
  type VisibleState,
  type Reporter,
  type SettingsCommand,
} from '../../contract/wire.js';
import type { Sentence } from '../../messages/catalogue.js';
import type { TokenSource } from '../../service/client-tokens.js';
import type { FailedOutcome, Outcome } from '../../set-pin/outcome.js';
import {
  versionMistake,
  VERSION,
  type FromFrame,
  type FromHost,
  type Greeting,
} from '../protocol.js';
import { FramedView, type Stage } from './framed-view.js';

/** Milliseconds within which the frame page must answer. */
const ANSWER_TIME = 8_000;

/** Milliseconds until the cardholder is told that the frame page is loading. */
const SLOW_TIME = 1_000;

/**
 * Milliseconds without a state change after which a submit ends, because the browser may have
 * killed the frame's process. A submit's attempts take at most 45 seconds, or 90 in a hidden page.
 */
const SUBMIT_TIME = 120_000;

/** The reason why there is no form. */
type Failure = Extract<FailedOutcome, { kind: 'misconfigured' | 'unavailable' }>;

/** Scripts can't see the cause of a timeout, but the browser's console shows it. */
const NO_ANSWER =
  'The frame page at frame-src did not answer. Is it there, do its headers match its version, and do they and this page allow the frame?';

/** Messages about an entry that may have been emptied in the meantime. */
const OF_AN_ENTRY: readonly FromFrame['kind'][] = ['state', 'ended', 'obtain', 'renew'];

export class FramedForm implements Form {
  readonly #address: URL;
  readonly #root: ShadowRoot;
  readonly #tokens: TokenSource;
  readonly #report: Reporter;
  readonly #view: FramedView;
  readonly #rendering = new RenderSoon(() => this.#render());
  #stage: Stage = 'loading';
  /** Aborted when the frame page answers or the wait ends. */
  #loading = new AbortController();
  /** Exists once the frame has loaded a page. Carries all messages except the first. */
  #port: MessagePort | undefined;
  /** The last settings. Always defined after the first command. */
  #given: SettingsCommand | undefined;
  /** The last settings message, as JSON. */
  #sent = '';
  /** Counts the entries (see `FromHost`). Messages about earlier entries are ignored. */
  #epoch = 0;
  #state: VisibleState = UNTOUCHED;
  #wasReady = false;
  /** Commands that arrived before the frame page was ready. */
  #queue: Command[] = [];
  /** The id of the page's last `submit` command. */
  #submitId = 0;
  #failure: Failure | undefined;
  /** The message below the frame. */
  #notice: Sentence | undefined;
  #tokenRequest: AbortController | undefined;
  /** Runs while a submit waits for the API. */
  #submitTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(address: URL, root: ShadowRoot, tokens: TokenSource, report: Reporter) {
    this.#address = address;
    this.#root = root;
    this.#tokens = tokens;
    this.#report = report;
    this.#view = new FramedView(root, this.#retry);
    this.#view.frame.onload = this.#handleLoad;
    // framed-form.css triggers both events when the look may have changed.
    this.#view.frame.ontransitionend = this.#view.frame.onanimationstart = () =>
      this.#rendering.request();
  }

  execute(command: Command): void {
    switch (command.kind) {
      case 'settings':
        return this.#adapt(command);
      case 'reset':
        this.#startOver();
        return this.#send({ kind: 'reset', epoch: this.#epoch });
      case 'submit':
        this.#submitId = command.submitId;
        if (this.#failure !== undefined) return this.#end(this.#failure);
        this.#limitSubmit(this.#stage === 'ready' && this.#state.phase !== 'waiting');
        break;
      default:
        this.#rendering.flush();
        this.#focusFrame(command.kind === 'focus' ? command : undefined);
    }
    if (this.#stage === 'ready') this.#send(command);
    // After a failure, the button is focused, and a queued command would later move the focus.
    else if (this.#failure === undefined) this.#queue.push(command);
  }

  /** Handles the frame's reload now, because its `load` event may never fire. */
  handleMove(): void {
    if (this.#stage === 'ready') this.#handleLoss();
  }

  close(): void {
    this.#disconnect();
    this.#loading.abort();
    this.#rendering.stop();
    this.#view.remove();
  }

  #adapt(now: SettingsCommand): void {
    const before = this.#given;
    this.#given = now;
    if (before === undefined) this.#start();
    else if (needsNewEntry(before.settings, now.settings, this.#state.phase === 'set'))
      this.#startOver();
    this.#sendSettings();
    this.#rendering.request();
  }

  /** Ends the entry now. The frame page empties its fields when it receives the message. */
  #startOver(): void {
    this.#epoch++;
    this.#queue = this.#queue.filter(({ kind }) => kind === 'focus');
    this.#notice = undefined;
    this.#rendering.request();
    this.#tokenRequest?.abort();
    this.#setState(UNTOUCHED);
    this.#report({ kind: 'ended', submitId: this.#submitId, outcome: { kind: 'aborted' } });
  }

  #start(): void {
    this.#failure = undefined;
    this.#load(this.#address, () => {
      const address = new URL(this.#address);
      // No cache can have a response for this address.
      address.searchParams.set('again', String(Date.now()));
      this.#load(address, this.#handleTimeout);
    });
  }

  #load({ href }: URL, handleTimeout: () => void): void {
    // The previous page may still answer, but its messages must be ignored.
    this.#disconnect();
    this.#view.load(href);
    this.#wait(handleTimeout);
  }

  #wait(handleTimeout: () => void): void {
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    const startTimers = (): void => {
      const timers = [
        setTimeout(handleTimeout, ANSWER_TIME),
        setTimeout(() => this.#enter('slow'), SLOW_TIME),
      ];
      signal.onabort = () => timers.forEach(clearTimeout);
    };
    // Frames don't load while a page is being prerendered.
    if ((document as { prerendering?: boolean }).prerendering)
      document.addEventListener('prerenderingchange', startTimers, { once: true, signal });
    else startTimers();
    this.#enter('loading');
  }

  readonly #handleTimeout = (): void => this.#fail({ kind: 'unavailable', explanation: NO_ANSWER });

  readonly #retry = (): void => {
    this.#queue.push({ kind: 'focus', preventScroll: false });
    this.#start();
  };

  /**
   * Greets the page that the frame has loaded. `load` also fires for a missing page, or one whose
   * headers forbid embedding, so only a reply proves that the frame page has loaded.
   */
  readonly #handleLoad = (): void => {
    if (this.#stage === 'ready') this.#handleLoss();
    else this.#disconnect();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#receive(JSON.parse(data as string) as FromFrame);
    const greeting: Greeting = { kind: 'set-card-pin', version: VERSION };
    const { contentWindow, src } = this.#view.frame;
    contentWindow?.postMessage(JSON.stringify(greeting), new URL(src).origin, [port2]);
    this.#sendSettings();
  };

  #receive({ epoch, ...message }: FromFrame): void {
    if (epoch !== this.#epoch && OF_AN_ENTRY.includes(message.kind)) return;
    switch (message.kind) {
      case 'welcome':
        return this.#refuse(versionMistake('frame page', 'element', message.version));
      case 'refused':
        return this.#refuse(message.explanation);
      case 'ready':
        return this.#handleReady();
      case 'height':
        this.#view.frame.style.height = `${message.height}px`;
        return;
      case 'show':
        return this.#bringIntoView(message);
      case 'refuse':
        return this.#tokens.refuse(message.refused);
      case 'forget':
        return this.#tokenRequest?.abort();
      case 'state':
        return this.#setState(message);
      case 'ended':
        this.#limitSubmit(false);
        // Not every browser lets the frame page take the focus from this page.
        if (message.outcome.kind === 'invalid')
          this.execute({ kind: 'focus', preventScroll: false });
        return this.#report(message);
      case 'obtain':
        return this.#requestToken((...args) => this.#tokens.obtain(...args));
      case 'renew': {
        const { refused, requestId } = message;
        return this.#requestToken((...args) => this.#tokens.renew(refused, requestId, ...args));
      }
    }
  }

  #handleReady(): void {
    this.#loading.abort();
    this.#stage = 'ready';
    // A hidden frame can't be focused.
    this.#render();
    const isFree = isFocusFree(this.#root.host);
    for (const command of this.#queue.splice(0))
      if (command.kind !== 'focus' || isFree) this.execute(command);
    if (!this.#wasReady) this.#report({ kind: 'ready' });
    this.#wasReady = true;
  }

  #enter(stage: Stage): void {
    this.#stage = stage;
    this.#rendering.request();
  }

  #render(): void {
    const hadFocus = this.#root.activeElement !== null;
    this.#view.render(
      this.#stage,
      this.#given!,
      this.#failure
        ? (words) => `${this.#notice?.(words) ?? ''} ${words.notLoaded}`.trim()
        : this.#notice,
    );
    if (this.#stage === 'failed') {
      const isAskedFor =
        this.#queue.some(({ kind }) => kind === 'focus') && isFocusFree(this.#root.host);
      if (hadFocus || isAskedFor) this.#focusFrame();
      this.#queue = [];
    }
    this.#sendSettings();
  }

  #requestToken(request: TokenSource['obtain']): void {
    this.#tokenRequest?.abort();
    const { signal } = (this.#tokenRequest = new AbortController());
    const send = (message: FromHost): void => {
      if (!signal.aborted) this.#send(message);
    };
    const onWait = (isFirst: boolean): void => send({ kind: 'waiting', isFirst });
    void request(signal, onWait).then((grant) => {
      send({ kind: 'grant', grant });
      if (!signal.aborted) this.#limitSubmit(true);
    });
  }

  /** Handles a reload of the frame, for example after a move or a timeout. */
  #handleLoss(): void {
    // Called first, so that a submit in a listener waits for the form.
    this.#wait(this.#handleTimeout);
    this.#endEntry();
  }

  /** Ends an entry whose form, along with the typed PIN, is gone. */
  #endEntry(): void {
    const isSent = this.#submitTimer !== undefined || this.#state.phase === 'waiting';
    const isDoubtful = isSent || this.#state.phase === 'unconfirmed';
    if (isDoubtful) this.#notice = (words) => words.cancelledUnconfirmed;
    this.#disconnect();
    this.#end({ kind: isDoubtful ? 'unconfirmed' : 'aborted' });
  }

  #limitSubmit(isLimited: boolean): void {
    clearTimeout(this.#submitTimer);
    this.#submitTimer = isLimited ? setTimeout(this.#handleSilence, SUBMIT_TIME) : undefined;
  }

  readonly #handleSilence = (): void => {
    this.#handleLoss();
    this.#view.load(this.#view.frame.src);
  };

  #refuse(explanation: string | undefined): void {
    if (explanation !== undefined) this.#fail(misconfigured('frame-src', explanation));
  }

  #fail(failure: Failure): void {
    // Set first, so that a submit in a listener fails too.
    this.#failure = failure;
    this.#loading.abort();
    if (this.#stage === 'ready') this.#endEntry();
    else this.#disconnect();
    // Deferred, so that the page can add its listeners first, or correct the address.
    queueMicrotask(() => this.#failure === failure && this.#end(failure));
    this.#enter('failed');
  }

  #end(outcome: Outcome): void {
    this.#report({ kind: 'ended', submitId: this.#submitId, outcome, cause: 'frame' });
  }

  #setState(state: VisibleState): void {
    this.#state = state;
    this.#limitSubmit(state.phase === 'submitting');
    // Otherwise, the notice about one PIN would stay below the success panel for another PIN.
    if (state.isComplete) {
      this.#rendering.request();
      this.#notice = undefined;
    }
    this.#report({ ...state, kind: 'state' });
  }

  #disconnect(): void {
    this.#tokenRequest?.abort();
    const port = this.#port;
    // A message may still be in transit.
    if (port !== undefined) port.onmessage = null;
    port?.close();
    this.#port = undefined;
    this.#sent = '';
    this.#setState(UNTOUCHED);
  }

  #send(message: FromHost): void {
    this.#port?.postMessage(JSON.stringify(message));
  }

  #focusFrame(options?: FocusOptions): void {
    if (this.#root.activeElement === null) this.#view.focus(options);
  }

  /** Scrolls until a part of the frame is visible. Scroll margins exclude the other parts. */
  #bringIntoView({ top, bottom }: { readonly top: number; readonly bottom: number }): void {
    const { frame } = this.#view;
    frame.style.scrollMargin = `${-top}px 0 ${bottom - frame.offsetHeight}px`;
    frame.scrollIntoView({ block: 'nearest' });
  }

  #sendSettings(): void {
    if (this.#port === undefined) return;
    const message: FromHost = { ...this.#given!, look: this.#view.readLook(), epoch: this.#epoch };
    const text = JSON.stringify(message);
    if (text !== this.#sent) this.#port.postMessage(text);
    this.#sent = text;
  }
}
