/**
 * The frame page's side of isolated mode. It serves the first host that its own configuration
 * lists, and contains the form. Only this page knows what the cardholder types, and only this page
 * decides where that may go.
 */
import { adoptStyles, unsafeCSS } from 'lit';
import { PinForm } from '../../form/pin-form.js';
import { platformOf } from '../../shield/platform.js';
import base from '../../form/base.css?inline';
import style from '../../form/form.css?inline';
import { themeStyle } from '../../form/theme.js';
import type { FormSettings } from '../../form/settings.js';
import type { Outcome } from '../../set-pin/outcome.js';
import { applyLook } from './apply-look.js';
import { readConfigText } from '../config.js';
import { addFocusWarning } from './focus-warning.js';
import { readFromHost, readHello } from './from-host.js';
import { holdMessages } from './held-messages.js';
import { HostTokens } from './host-tokens.js';
import frame from './frame-page.css?inline';
import type { FormState, Report } from '../../form/wire.js';
import { VERSION, type Told } from '../protocol.js';

const config = readConfigText(document.getElementById('config')?.textContent ?? '');

window.addEventListener('message', function greet({ data, source, origin, ports: [port] }) {
  const hello = readHello(data);
  if (source !== window.parent || hello === undefined || port === undefined) return;
  const explanation = refusalOf(origin, hello.version);
  // Goes on listening: this may not have been its host.
  if (explanation !== undefined)
    return port.postMessage({ kind: 'refused', explanation } satisfies Told);
  window.removeEventListener('message', greet);
  serve(port, config!.endpoints);
});

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

/** Returns the reason why a host is not served, in English, for its developer. */
function refusalOf(origin: string, version: number): string | undefined {
  if (config === undefined)
    return 'config.json of the frame page is missing or wrong: set-card-pin frame says why.';
  if (!config.parents.includes(origin))
    return `config.json of the frame page does not have this parent: ${origin}.`;
  return version === VERSION
    ? undefined
    : `The frame page is of version ${VERSION}, the element of ${version}: update the older one.`;
}

/** Creates the form when the first settings arrive, and handles messages from then on. */
function serve(port: MessagePort, endpoints: readonly string[]): void {
  const { body } = document;
  const platform = platformOf(globalThis);
  const warn = addFocusWarning(body);
  const post = holdMessages(
    (message) => port.postMessage(message),
    () => handleLostKey(),
  );
  const send = (message: Told): void => post({ ...message, epoch });
  const tokens = new HostTokens(send);
  let epoch = 0;
  let form: PinForm | undefined;
  let phase: FormState['phase'] = 'editing';
  let lang = '';
  /** The end of a submit whose digits are emptied because of a lost key. */
  let lost: Outcome | undefined;

  const hear = (report: Report): void => {
    if (report.kind === 'state') ({ phase } = report);
    // Not earlier: only a cardholder who has entered another PIN gets here.
    if (phase === 'submitting') warn();
    // Before `ready`, so that the frame has its height when it appears.
    if (report.kind === 'ready') sendHeight();
    send(report.kind === 'ended' && lost ? { ...report, outcome: lost } : report);
  };

  const handleLostKey = (): void => {
    if (form === undefined || phase === 'set') return;
    const outcome: Outcome = {
      kind: phase === 'editing' ? 'misconfigured' : 'unconfirmed',
      detail: 'focus-taken',
      explanation: 'The focus left the frame page while a digit key was down.',
    };
    const hasRun = phase === 'submitting' || phase === 'waiting';
    lost = outcome;
    form.take({ kind: 'reset' });
    lost = undefined;
    warn(lang);
    if (!hasRun) send({ kind: 'ended', run: 0, outcome });
  };

  const sendHeight = (): void => send({ kind: 'height', height: body.offsetHeight });

  const open = (): PinForm => {
    const root = body.attachShadow({ mode: 'closed' });
    const form = new PinForm(root, tokens, hear, {
      platform: () => platform,
      hasFocus: () => document.hasFocus(),
      bringIntoView: (part) => {
        const { top, bottom } = part.getBoundingClientRect();
        send({ kind: 'show', top: top - 12, bottom: bottom + 12 });
      },
    });
    adoptStyles(root, [themeStyle, base, style, frame].map(unsafeCSS));
    for (const type of RECEIVED)
      root.addEventListener(type, (event) => {
        // At the window, the form would take this for an event of another field and prevent undo.
        event.stopPropagation();
        form.receive(event);
      });
    new ResizeObserver(sendHeight).observe(body);
    // Focusing the frame, for example by a click on a label, focuses the form. After the Tab key a
    // control in it already has the focus.
    const takeFocus = (): void => {
      if (document.hasFocus() && root.activeElement === null)
        form.take({ kind: 'focus', preventScroll: false });
    };
    window.addEventListener('focus', () => setTimeout(takeFocus));
    // In WebKit a script in a frame can't focus a field before a key is pressed in the frame. The
    // Tab key focuses a field without our help.
    window.addEventListener('keydown', ({ key }) => {
      if (key !== 'Tab') takeFocus();
    });
    return form;
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
      ({ epoch } = message);
      ({ lang } = words);
      applyLook(look, body);
      form ??= open();
      const target = targetOf(settings, endpoints);
      return form.take({ kind: 'settings', settings: { ...settings, target }, words });
    }
    if (message === undefined || form === undefined) return;
    if (message.kind === 'waiting') return tokens.handleWait(message.isFirst);
    if (message.kind === 'grant') return tokens.handleGrant(message.grant);
    if (message.kind === 'reset') ({ epoch } = message);
    // The host page may have focused something else since.
    if (message.kind !== 'focus' || document.hasFocus()) form.take(message);
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
