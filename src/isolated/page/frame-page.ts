/**
 * The frame page's side of isolated mode. It serves the first host that its own configuration
 * lists, and contains the form. Only this page knows what the cardholder types, and only this page
 * decides where that may go.
 */
import { adoptStyles, unsafeCSS } from 'lit';
import { PinForm } from '../../form/pin-form.js';
import { whenKeysAreUp } from '../../shield/digit-keys.js';
import { ownPlatform } from '../../shield/pristine-realm.js';
import base from '../../form/base.css?inline';
import style from '../../form/form.css?inline';
import { themeStyle } from '../../form/theme.js';
import type { FormSettings } from '../../form/settings.js';
import { applyLook } from './apply-look.js';
import { readConfigText } from '../config.js';
import { readFromHost, readHello } from './from-host.js';
import { watchInterruptions } from './interruption.js';
import { HostTokens } from './host-tokens.js';
import frame from './frame-page.css?inline';
import { VERSION, type FromHost, type Told } from '../protocol.js';

const config = readConfigText(document.getElementById('config')?.textContent ?? '');

// A font is loaded once a text of its family needs it. Until then, and if that fails, the text has
// the next font of the look. The digits have no family that can be named here.
for (const font of config?.fonts ?? [])
  document.fonts.add(new FontFace(font.family, `url(${font.file})`, { ...font, display: 'swap' }));

window.addEventListener('message', function greet({ data, source, origin, ports: [port] }) {
  const hello = readHello(data);
  if (source !== parent || hello === undefined || port === undefined) return;
  const explanation = refusalOf(origin, hello.version);
  // Keep listening: this may not be its host.
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

/** Returns the reason for refusing a host, in English, for its developer. */
function refusalOf(origin: string, version: number): string | undefined {
  if (config === undefined)
    return 'config.json of the frame page is missing or wrong: set-card-pin frame says why.';
  if (!config.parents.includes(origin))
    return `config.json of the frame page does not have this parent: ${origin}.`;
  return version === VERSION
    ? undefined
    : `The frame page is of version ${VERSION}, the element of ${version}: update the older one.`;
}

/** The answer to settings that are invalid. */
const UNREADABLE: Told = {
  kind: 'refused',
  explanation: 'The frame page can’t use these settings: a value is invalid.',
};

/** Creates the form when the first settings arrive, and handles messages from then on. */
function serve(port: MessagePort, endpoints: readonly string[]): void {
  const { body } = document;
  const send = (told: Told): void => {
    const message = { ...told, epoch };
    whenKeysAreUp(() => port.postMessage(message));
  };
  const tokens = new HostTokens(send);
  let epoch = 0;
  let form: PinForm | undefined;

  const sendHeight = (): void => send({ kind: 'height', height: body.offsetHeight });

  const open = (): PinForm => {
    const root = body.attachShadow({ mode: 'closed' });
    adoptStyles(root, [themeStyle, base, style, frame].map(unsafeCSS));
    const opened = new PinForm(
      root,
      tokens,
      (report) => {
        // Before `ready`, so that the frame has its height when it appears.
        if (report.kind === 'ready') sendHeight();
        send(report);
      },
      {
        platform: () => ownPlatform,
        hasFocus: () => document.hasFocus(),
        bringIntoView: (part) => {
          const { top, bottom } = part.getBoundingClientRect();
          send({ kind: 'show', top: top - 12, bottom: bottom + 12 });
        },
      },
    );
    for (const type of RECEIVED)
      root.addEventListener(type, (event) => {
        // At the window, the form would take this for an event of another field and prevent undo.
        event.stopPropagation();
        opened.receive(event);
      });
    new ResizeObserver(sendHeight).observe(body);
    watchInterruptions(root, () => opened.interrupt());
    // Focusing the frame, for example by a click on a label, focuses the form. After the Tab key a
    // control in it already has the focus.
    let isPressed = false;
    const takeFocus = (): void => {
      // A press on a text focuses nothing.
      if (isPressed) return;
      if (document.hasFocus() && root.activeElement === null)
        opened.take({ kind: 'focus', preventScroll: false });
    };
    window.addEventListener('mousedown', () => (isPressed = true));
    // After the timer that the focus has started.
    for (const type of ['mouseup', 'blur'])
      window.addEventListener(type, () => setTimeout(() => (isPressed = false)));
    window.addEventListener('focus', () => setTimeout(takeFocus));
    // In WebKit a script in a frame can't focus a field before a key is pressed in the frame. The
    // Tab key focuses a field without our help.
    window.addEventListener('keydown', ({ key }) => {
      if (key !== 'Tab') takeFocus();
    });
    return opened;
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
      form ??= open();
      form.take({
        kind: 'settings',
        settings: { ...settings, target: targetOf(settings, endpoints) },
        words,
      });
      // The host didn't know yet if the PIN was set, which outlasts some settings.
      if (startsOver) form.take({ kind: 'reset' });
      return;
    }
    // The form would go on with the settings before.
    if (message === undefined && (data as Partial<FromHost> | null)?.kind === 'settings')
      port.postMessage(UNREADABLE);
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
