/**
 * The frame page's side of isolated mode. It serves the first host that its own configuration
 * lists, and contains the form. Only this page knows what the cardholder types, and only this page
 * decides where that may go.
 */
import { PinForm } from '../../form/pin-form.js';
import { platformOf } from '../../shield/platform.js';
import { baseStyles } from '../../form/base.styles.js';
import { styles } from '../../form/form.styles.js';
import { tokenStyles } from '../../form/tokens.styles.js';
import type { FormSettings } from '../../form/settings.js';
import { applyLook } from './apply-look.js';
import { readConfigText, type FrameConfig } from './config.js';
import { addFocusWarning } from './focus-warning.js';
import { readFromHost, readHello } from './from-host.js';
import { holdMessages } from './held-messages.js';
import { HostTokens } from './host-tokens.js';
import { frameStyles } from './frame-page.styles.js';
import { VERSION, type FromFrame, type FromHost } from '../protocol.js';

const config = readConfigText(document.getElementById('config')?.textContent ?? '');

window.addEventListener('message', function greet({ data, source, origin, ports: [port] }) {
  const hello = readHello(data);
  if (source !== window.parent || hello === undefined || port === undefined) return;
  const refusal = refusalOf(config, origin, hello.version);
  // Goes on listening, so that a host of a later version can greet it with an earlier one.
  if (refusal !== undefined)
    return port.postMessage({ kind: 'refused', explanation: refusal } satisfies FromFrame);
  window.removeEventListener('message', greet);
  serve(port, config as FrameConfig);
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
function refusalOf(
  config: FrameConfig | undefined,
  origin: string,
  version: number,
): string | undefined {
  if (config === undefined)
    return 'config.json of the frame page is missing or wrong: set-card-pin frame says why.';
  if (!config.parents.includes(origin))
    return `config.json of the frame page does not have this parent: ${origin}.`;
  return version === VERSION
    ? undefined
    : `The frame page is of version ${VERSION}, the element of ${version}.`;
}

/** Creates the form when the first settings arrive, and handles messages from then on. */
function serve(port: MessagePort, { endpoints }: FrameConfig): void {
  const { body } = document;
  const warn = addFocusWarning(body);
  const send = holdMessages(
    (message) => port.postMessage(message),
    () => handleLostKey(),
  );
  const tokens = new HostTokens(send);
  let given: Extract<FromHost, { kind: 'settings' }>;
  let form: PinForm | undefined;
  /** `true` if the last `changed` told of an entry that may still be there. */
  let isEntered = false;

  const handleChange = (complete: boolean, valid: boolean): void => {
    isEntered = complete || valid;
    send({ kind: 'changed', complete, valid });
  };

  const handleLostKey = (): void => {
    const phase = form?.phase ?? 'set';
    if (phase === 'set') return;
    form?.reset();
    warn(given.words.lang);
    const kind = phase === 'editing' ? 'misconfigured' : 'unconfirmed';
    send({ kind: 'ended', outcome: { ...LOST_KEY, kind } });
    if (isEntered) handleChange(false, false);
  };

  const open = (): PinForm => {
    const root = body.attachShadow({ mode: 'closed' });
    const platform = platformOf(globalThis);
    let isDue = false;
    let sent = '';
    const update = (): void => {
      isDue = false;
      form.render();
      const { phase, hasErrors, problem } = form;
      // Not earlier: only a cardholder who has entered another PIN gets here.
      if (phase === 'submitting') warn();
      if (phase === 'set' || problem?.problem === 'missing') isEntered = false;
      const state: FromFrame = { kind: 'state', phase, hasErrors, problem };
      const text = JSON.stringify(state);
      if (text !== sent) send(state);
      sent = text;
    };
    const form = new PinForm(root, {
      settings: () => ({ ...given.settings, target: targetOf(given.settings, endpoints) }),
      words: () => given.words,
      tokens,
      platform: () => platform,
      hasFocus: () => document.hasFocus(),
      bringIntoView: (part) => {
        const { top, bottom } = part.getBoundingClientRect();
        send({ kind: 'show', top: top - 12, bottom: bottom + 12 });
      },
      requestUpdate: () => {
        if (!isDue) queueMicrotask(update);
        isDue = true;
      },
      handleChange,
      handleEnd: (outcome) => send({ kind: 'ended', outcome }),
    });
    root.adoptedStyleSheets = [tokenStyles, baseStyles, styles, frameStyles].map(
      ({ styleSheet }) => styleSheet!,
    );
    for (const type of RECEIVED)
      root.addEventListener(type, (event) => {
        // At the window, the form would take this for an event of another field and prevent undo.
        event.stopPropagation();
        form.receive(event);
      });
    form.open();
    update();
    const sendHeight = (): void => send({ kind: 'height', height: body.offsetHeight });
    new ResizeObserver(sendHeight).observe(body);
    // Focusing the frame, for example by a click on a label, focuses the form. After the Tab key a
    // control in it already has the focus.
    const takeFocus = (): void => {
      if (document.hasFocus() && root.activeElement === null) form.focus();
    };
    window.addEventListener('focus', () => setTimeout(takeFocus));
    // In WebKit a script in a frame can't focus a field before a key is pressed in the frame. The
    // Tab key focuses a field without our help.
    window.addEventListener('keydown', ({ key }) => {
      if (key !== 'Tab') takeFocus();
    });
    // Before `ready`, so that the frame has its height when it appears.
    sendHeight();
    send({ kind: 'ready' });
    return form;
  };

  const adopt = (message: typeof given): void => {
    given = message;
    applyLook(given.look, body);
    form ??= open();
    form.adapt();
    form.reword();
  };
  // On `pagehide` the form ends its submit as `aborted`, although the PIN may be set. So the host
  // must not receive this outcome. A page in the back/forward cache needs the port again.
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) port.close();
  });
  port.onmessage = ({ data }) => {
    const message = readFromHost(data);
    if (message?.kind === 'settings') return adopt(message);
    if (message === undefined || form === undefined) return;
    switch (message.kind) {
      case 'submit':
        return void form.submit().then((outcome) => send({ kind: 'submitted', outcome }));
      case 'reset':
        return form.reset();
      case 'focus':
        // The host page may have focused something else since.
        return document.hasFocus() ? form.focus() : undefined;
      case 'report':
        return form.report();
      case 'waiting':
        return tokens.handleWait(message.isFirst);
      case 'grant':
        return tokens.handleGrant(message.grant);
    }
  };
}

/**
 * Checks the target: a host page can only choose among the endpoints that the configuration lists.
 */
function targetOf(
  { target }: FormSettings,
  endpoints: FrameConfig['endpoints'],
): FormSettings['target'] {
  return 'kind' in target || endpoints.includes(target.endpoint)
    ? target
    : {
        kind: 'misconfigured',
        attribute: 'endpoint',
        explanation: 'config.json of the frame page does not have this endpoint.',
      };
}

const LOST_KEY = {
  detail: 'focus-taken',
  explanation: 'The focus left the frame page while a digit key was down.',
} as const;
