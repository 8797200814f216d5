/**
 * The frame page's side of isolated mode. It serves the first host that its own configuration
 * lists, and contains the form. Only this page knows what the cardholder types, and only this page
 * decides where that may go.
 */
import { adoptStyles, unsafeCSS } from 'lit';
import { PinForm } from '../../form/pin-form.js';
import { platformOf } from '../../shield/platform.js';
import { focusStop } from '../../shield/tab-stops.js';
import base from '../../form/base.css?inline';
import style from '../../form/form.css?inline';
import { themeStyle } from '../../form/theme.js';
import type { FormSettings } from '../../form/settings.js';
import type { Outcome } from '../../set-pin/outcome.js';
import { applyLook } from './apply-look.js';
import { readConfigText } from '../config.js';
import { focusWarning, REFUSALS, SENTENCES } from './focus-warning.js';
import { readFromHost, readHello } from './from-host.js';
import { HostTokens } from './host-tokens.js';
import { Losses } from './losses.js';
import { LostDigits, type Loss } from './lost-digits.js';
import frame from './frame-page.css?inline';
import type { Command, FormState, Report } from '../../form/wire.js';
import { VERSION, type FromHost, type Told } from '../protocol.js';

const config = readConfigText(document.getElementById('config')?.textContent ?? '');

// A font is loaded once a text of its family needs it. Until then, and if that fails, the text has
// the next font of the look. The digits have no family that can be named here.
for (const font of config?.fonts ?? [])
  document.fonts.add(new FontFace(font.family, `url(${font.file})`, { ...font, display: 'swap' }));

window.addEventListener('message', function greet({ data, source, origin, ports: [port] }) {
  const hello = readHello(data);
  if (!isAncestor(source) || hello === undefined || port === undefined) return;
  const explanation = refusalOf(origin, hello.version);
  // Keep listening: this may not be its host.
  if (explanation !== undefined)
    return port.postMessage({ kind: 'refused', explanation } satisfies Told);
  window.removeEventListener('message', greet);
  serve(port, config!.endpoints, new Losses(origin));
});

/**
 * Returns whether a window contains this page. The parent alone would not do: an element that was
 * moved into another document greets from the window of its script.
 */
function isAncestor(source: MessageEventSource | null): boolean {
  let ancestor: Window = window;
  while (ancestor !== ancestor.parent) {
    ancestor = ancestor.parent;
    if (ancestor === source) return true;
  }
  return false;
}

/** Events that edit a field. No other script listens here, so no guard is needed. */
const RECEIVED = [
  'beforeinput',
  'input',
  'compositionstart',
  'compositionend',
  'copy',
  'cut',
  'dragstart',
];

/** Returns the reason for refusing a host, in English, for its developer. */
function refusalOf(origin: string, version: number): string | undefined {
  if (config === undefined)
    return 'config.json of the frame page is missing or wrong: set-card-pin frame says why.';
  if (!config.parents.includes(origin))
    return `config.json of the frame page does not have this parent: ${origin}.`;
  // There the host could begin the count of losses again.
  const page: Window & { readonly credentialless?: boolean } = window;
  if (page.origin === 'null' || page.credentialless === true)
    return 'The frame page keeps no storage in a frame with sandbox or credentialless.';
  return version === VERSION
    ? undefined
    : `The frame page is of version ${VERSION}, the element of ${version}: update the older one.`;
}

/** The answer to settings that are invalid, or larger than any page needs. */
const UNREADABLE: Told = {
  kind: 'refused',
  explanation:
    'The frame page can’t use these settings. A value is invalid, or messages is too large: more than 1,000 entries in one place, or more than 262,144 characters.',
};

/** Members of the outcome after digits were lost. */
const LOST = {
  detail: 'focus-taken',
  explanation: 'The focus left the frame page while a PIN was being typed.',
} as const;

/** Creates the form when the first settings arrive, and handles messages from then on. */
function serve(port: MessagePort, endpoints: readonly string[], losses: Losses): void {
  const { body } = document;
  const platform = platformOf(globalThis);
  const digits = new LostDigits(
    (message) => port.postMessage(message),
    (loss) => handleLoss(loss),
  );
  const send = (message: Told): void => digits.post({ ...message, epoch });
  const tokens = new HostTokens(send);
  let epoch = 0;
  let root: ShadowRoot | undefined;
  /** `undefined` while the warning is shown. */
  let form: PinForm | undefined;
  let given: Extract<Command, { kind: 'settings' }>;
  let phase: FormState['phase'] = 'editing';
  /** The number of losses that the cardholder has confirmed. */
  let known = losses.isGrave ? 0 : losses.count;
  /** The number of losses when the warning appeared. */
  let shown = 0;
  /** The end of a submit whose digits are emptied because of a loss. */
  let lost: Outcome | undefined;
  /** The direction of a Tab key whose message came before the focus. */
  let direction = 0;

  const hear = (report: Report): void => {
    if (report.kind === 'state') ({ phase } = report);
    // Before `ready`, so that the frame has its height when it appears.
    if (report.kind === 'ready') sendHeight();
    send(report.kind === 'ended' && lost ? { ...report, outcome: lost } : report);
  };

  const handleLoss = (loss: Loss): void => {
    if (root === undefined || phase === 'set' || losses.isLast) return;
    losses.add(loss);
    const outcome: Outcome = {
      kind: phase === 'editing' ? 'misconfigured' : 'unconfirmed',
      ...LOST,
    };
    const hasRun = phase === 'submitting' || phase === 'waiting';
    lost = outcome;
    showFormOrWarning();
    lost = undefined;
    if (!hasRun) send({ kind: 'ended', run: 0, outcome });
  };

  const sendHeight = (): void => send({ kind: 'height', height: body.offsetHeight });

  /**
   * Shows the form, or a warning until a person in the frame has confirmed every loss. The host
   * can't confirm.
   */
  const showFormOrWarning = (): void => {
    const { count } = losses;
    if (count <= known) {
      if (form !== undefined) return;
      body.replaceChildren();
      return openForm();
    }
    if (count === shown) return;
    shown = count;
    form?.take({ kind: 'reset' });
    form?.close();
    form = undefined;
    const confirm = (): void => {
      known = count;
      showFormOrWarning();
      form?.take({ kind: 'focus', preventScroll: false, direction: 0 });
    };
    const { lang } = given.words;
    body.replaceChildren(
      ...(losses.isLast ? focusWarning(REFUSALS, lang) : focusWarning(SENTENCES, lang, confirm)),
    );
    hear({ kind: 'ready' });
  };

  const openForm = (): void => {
    form = new PinForm(root!, tokens, hear, {
      platform: () => platform,
      hasFocus: () => document.hasFocus(),
      focusStop,
      bringIntoView: (part) => {
        const { top, bottom } = part.getBoundingClientRect();
        send({ kind: 'show', top: top - 12, bottom: bottom + 12 });
      },
    });
    form.take(given);
  };

  const open = (): ShadowRoot => {
    const root = body.attachShadow({ mode: 'closed' });
    adoptStyles(root, [themeStyle, base, style, frame].map(unsafeCSS));
    // For the warning.
    root.append(document.createElement('slot'));
    for (const type of RECEIVED)
      root.addEventListener(type, (event) => {
        // At the window, the form would take this for an event of another field and prevent undo.
        event.stopPropagation();
        form?.receive(event);
        if (type !== 'input') return;
        const lengths = [...root.querySelectorAll('input')].map(({ value }) => value.length);
        digits.isHalfTyped =
          Math.max(...lengths) > 0 && Math.min(...lengths) < given.settings.length;
      });
    new ResizeObserver(sendHeight).observe(body);
    // Focusing the frame, for example by a click on a label, focuses the form. After the Tab key a
    // control in it already has the focus.
    let isPressed = false;
    const takeFocus = (): void => {
      // A press on a text focuses nothing.
      if (isPressed) return;
      if (document.hasFocus() && root.activeElement === null)
        form?.take({ kind: 'focus', preventScroll: false, direction });
      direction = 0;
    };
    window.addEventListener('mousedown', () => (isPressed = true));
    // After the timer that the focus has started.
    for (const type of ['mouseup', 'blur'])
      window.addEventListener(type, () => setTimeout(() => (isPressed = false)));
    window.addEventListener('focus', () => {
      // Another frame page may have counted a loss.
      showFormOrWarning();
      setTimeout(takeFocus);
    });
    // In WebKit a script in a frame can't focus a field before a key is pressed in the frame. The
    // Tab key focuses a field without our help.
    window.addEventListener('keydown', ({ key }) => {
      if (key !== 'Tab') takeFocus();
    });
    return root;
  };

  // On `pagehide` the form ends its submit as `aborted`, although the PIN may be set. So the host
  // must not receive this outcome. A page in the back/forward cache needs the port again.
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) port.close();
  });
  port.onmessage = ({ data }) => {
    const message = readFromHost(data);
    if (message?.kind === 'settings') {
      const { settings, words, look } = message;
      const startsOver = message.epoch !== epoch;
      ({ epoch } = message);
      applyLook(look, body);
      given = {
        kind: 'settings',
        settings: { ...settings, target: targetOf(settings, endpoints) },
        words,
      };
      root ??= open();
      if (form === undefined) showFormOrWarning();
      else {
        form.take(given);
        // The host didn't know yet if the PIN was set, which outlasts some settings.
        if (startsOver) form.take({ kind: 'reset' });
      }
      return;
    }
    // The form would go on with the settings before.
    if (message === undefined && (data as Partial<FromHost> | null)?.kind === 'settings')
      port.postMessage(UNREADABLE);
    if (message === undefined || root === undefined) return;
    if (message.kind === 'waiting') return tokens.handleWait(message.isFirst);
    if (message.kind === 'grant') return tokens.handleGrant(message.grant);
    if (message.kind === 'reset') ({ epoch } = message);
    if (form === undefined) {
      if (message.kind === 'submit')
        send({ kind: 'ended', run: message.run, outcome: { kind: 'misconfigured', ...LOST } });
      return;
    }
    // The host page may have focused something else since.
    if (message.kind !== 'focus' || document.hasFocus()) form.take(message);
    else ({ direction } = message);
  };
}

/** A host page can only choose among the endpoints that the configuration lists. */
function targetOf({ target }: FormSettings, endpoints: readonly string[]): FormSettings['target'] {
  return 'kind' in target || endpoints.includes(target.endpoint)
    ? target
    : {
        kind: 'misconfigured',
        attribute: 'endpoint',
        explanation: 'config.json of the frame page does not have this endpoint.',
      };
}
