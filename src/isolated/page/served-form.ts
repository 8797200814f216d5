import { adoptStyles, unsafeCSS } from 'lit';
import base from '../../contract/base.css?inline';
import { misconfigured, type FormSettings } from '../../contract/settings.js';
import { themeStyle } from '../../contract/theme.js';
import type { Report } from '../../contract/wire.js';
import style from '../../form/form.css?inline';
import { PinForm } from '../../form/pin-form.js';
import { ownPlatform } from '../../shield/pristine-realm.js';
import { whenKeysAreUp } from '../../shield/shield.js';
import { LONGEST, VERSION, type FromHost, type FrameMessage } from '../protocol.js';
import { applyLook } from './apply-look.js';
import frame from './frame-page.css?inline';
import { readFromHost } from './from-host.js';
import { HostTokens } from './host-tokens.js';
import { watchInterruptions } from './interruption.js';

/** Events that the form handles. No other script listens here, so no guard is needed. */
const EVENTS = 'beforeinput input compositionstart compositionend copy cut dragstart'.split(' ');

const UNREADABLE = `A message is not JSON text, or is longer than ${LONGEST} characters. Is the messages property too long?`;

const OTHER_ENDPOINT = "The frame page's config.json does not allow this endpoint.";

/** The form that the frame page provides to its host. */
export class ServedForm {
  readonly #port: MessagePort;
  readonly #endpoints: readonly string[];
  readonly #tokens = new HostTokens((message) => this.#send(message));
  #epoch = 0;
  /** Created when the first settings arrive. */
  #form: PinForm | undefined;

  /** @param endpoints - The only endpoints that a host can choose. */
  constructor(port: MessagePort, endpoints: readonly string[]) {
    this.#port = port;
    this.#endpoints = endpoints;
  }

  begin(): void {
    this.#send({ kind: 'welcome', version: VERSION });
    this.#port.onmessage = ({ data }) => this.#receive(data);
    // On `pagehide` the form aborts its submit, although the PIN may be set. So the host must not
    // receive this outcome. A page in the back/forward cache needs the port again.
    window.addEventListener('pagehide', ({ persisted }) => {
      if (!persisted) this.#port.close();
    });
  }

  #receive(data: unknown): void {
    const message = readFromHost(data);
    // The message may contain settings that the form must not miss. The host removes the frame.
    if (message === undefined) return this.#send({ kind: 'refused', explanation: UNREADABLE });
    if (message.kind === 'settings') return this.#adapt(message);
    const form = this.#form;
    if (message.kind === 'unknown' || form === undefined) return;
    if (message.kind === 'waiting') return this.#tokens.handleWait(message.isFirst);
    if (message.kind === 'grant') return this.#tokens.handleGrant(message.grant);
    if (message.kind === 'reset') this.#epoch = message.epoch;
    // The host page may have focused something else in the meantime.
    if (message.kind !== 'focus' || document.hasFocus()) form.execute(message);
  }

  #adapt({ settings, words, look, epoch }: Extract<FromHost, { kind: 'settings' }>): void {
    const needsNewEntry = epoch !== this.#epoch;
    this.#epoch = epoch;
    applyLook(look, document.body);
    document.documentElement.lang = words.lang;
    document.title = words.submit;
    const form = (this.#form ??= this.#open());
    form.execute({ kind: 'settings', settings: this.#pinned(settings), words });
    // Some settings don't reset a form whose PIN is set, but the host expects a reset.
    if (needsNewEntry) form.execute({ kind: 'reset' });
  }

  #pinned(settings: FormSettings): FormSettings {
    const { mistake, endpoint } = settings;
    return mistake !== undefined || this.#endpoints.includes(endpoint)
      ? settings
      : { ...settings, mistake: misconfigured('endpoint', OTHER_ENDPOINT) };
  }

  #open(): PinForm {
    const root = document.body.attachShadow({ mode: 'closed' });
    adoptStyles(root, [themeStyle, base, style, frame].map(unsafeCSS));
    const connection = { tokens: this.#tokens, platform: () => ownPlatform };
    const form = new PinForm(root, connection, (report) => this.#report(report), {
      hasFocus: () => document.hasFocus(),
      bringIntoView: (part) => {
        const { top, bottom } = part.getBoundingClientRect();
        this.#send({ kind: 'show', top: top - 12, bottom: bottom + 12 });
      },
    });
    for (const type of EVENTS)
      root.addEventListener(type, (event) => {
        // At the window, the form would mistake an undo for another field's and prevent it.
        event.stopPropagation();
        form.receive(event);
      });
    new ResizeObserver(() => this.#sendHeight()).observe(document.body);
    watchInterruptions(root, () => form.interrupt());
    focusWithFrame(root, () => form.execute({ kind: 'focus', preventScroll: false }));
    return form;
  }

  #report(report: Report): void {
    // Sent before `ready`, so that the frame has its height when it appears.
    if (report.kind === 'ready') this.#sendHeight();
    this.#send(report);
  }

  #sendHeight(): void {
    this.#send({ kind: 'height', height: document.body.offsetHeight });
  }

  #send(message: FrameMessage): void {
    const text = JSON.stringify({ ...message, epoch: this.#epoch });
    whenKeysAreUp(() => this.#port.postMessage(text));
  }
}

/**
 * Focuses the form when the frame receives focus, for example after a click on a label in the
 * page. After the Tab key, a control in the form already has focus.
 */
function focusWithFrame(root: ShadowRoot, focus: () => void): void {
  let isPressed = false;
  const takeFocus = (): void => {
    // A press on text must not focus a field.
    if (!isPressed && document.hasFocus() && root.activeElement === null) focus();
  };
  window.addEventListener('mousedown', () => (isPressed = true));
  // Runs after the timer that the `focus` event starts.
  for (const type of ['mouseup', 'blur'])
    window.addEventListener(type, () => setTimeout(() => (isPressed = false)));
  window.addEventListener('focus', () => setTimeout(takeFocus));
  // In WebKit, scripts in a frame can't focus a field until a key has been pressed in the frame.
  // The Tab key focuses a field by itself.
  window.addEventListener('keydown', ({ key }) => {
    if (key !== 'Tab') takeFocus();
  });
}
