/**
 * The frame page's side of isolated mode: it takes the first host that its own configuration knows, and has the form. The page is the
 * only one that knows what is typed, and decides by itself where that may go.
 */
import { PinForm } from '../../form/pin-form.js';
import { platformOf } from '../../shield/platform.js';
import { styles } from '../../form/form.styles.js';
import type { Misconfigured } from '../../set-pin/outcome.js';
import type { FormSettings } from '../../form/settings.js';
import { readConfig, type FrameConfig } from './config.js';
import { watchCover } from './cover.js';
import { readFromHost, readHello } from './from-host.js';
import { HostTokens } from './host-tokens.js';
import { frameStyles } from './frame-page.styles.js';
import { VERSION, type FromFrame, type FromHost } from '../protocol.js';
import { wearLook } from './worn-look.js';

// As the document preloads it.
const configuration = fetch('config.json')
  .then((response) => response.json())
  .then(readConfig)
  .catch(() => undefined);

window.addEventListener('message', function greet({ data, source, origin, ports: [port] }) {
  const hello = readHello(data);
  if (source !== window.parent || hello === undefined || port === undefined) return;
  window.removeEventListener('message', greet);
  void configuration.then((config) => {
    const refusal = refusalOf(config, origin, hello.version);
    if (refusal === undefined) serve(port, config as FrameConfig);
    else port.postMessage({ kind: 'refused', explanation: refusal } satisfies FromFrame);
  });
});

/** What a field is edited by. Nobody else listens here, so that there is nothing to guard. */
const RECEIVED = [
  'beforeinput',
  'input',
  'compositionstart',
  'compositionend',
  'copy',
  'cut',
  'dragstart',
];

/** Why a host is not served, in English, for its developer. */
function refusalOf(
  config: FrameConfig | undefined,
  origin: string,
  version: number,
): string | undefined {
  if (config === undefined)
    return 'config.json of the frame page is missing or wrong: set-card-pin-frame says why.';
  if (!config.parents.includes(origin))
    return `config.json of the frame page does not have this parent: ${origin}.`;
  return version === VERSION
    ? undefined
    : `The frame page is of version ${VERSION}, the element of ${version}.`;
}

/** Has a form as the first settings come, and hands on what is said from then on. */
function serve(port: MessagePort, { endpoints }: FrameConfig): void {
  const say = (message: FromFrame): void => port.postMessage(message);
  const { body } = document;
  const tokens = new HostTokens(say);
  let given: Extract<FromHost, { kind: 'settings' }>;
  let form: PinForm | undefined;

  const open = (): PinForm => {
    const root = body.attachShadow({ mode: 'closed' });
    const platform = platformOf(globalThis);
    const isCovered = watchCover(body);
    let isDue = false;
    let told = '';
    const update = (): void => {
      isDue = false;
      form.render();
      const { phase, hasErrors, problem } = form;
      const state: FromFrame = { kind: 'state', phase, hasErrors, problem };
      const text = JSON.stringify(state);
      if (text !== told) say(state);
      told = text;
    };
    const form = new PinForm(root, {
      settings: () => ({ ...given.settings, target: targetOf(given.settings, endpoints) }),
      words: () => given.words,
      tokens,
      platform: () => platform,
      objection: () => (isCovered() ? COVERED : undefined),
      hasFocus: () => document.hasFocus(),
      requestUpdate: () => {
        if (!isDue) queueMicrotask(update);
        isDue = true;
      },
      changed: (complete, valid) => say({ kind: 'changed', complete, valid }),
      ended: (outcome) => say({ kind: 'ended', outcome }),
    });
    root.adoptedStyleSheets = [styles.styleSheet!, frameStyles.styleSheet!];
    for (const type of RECEIVED)
      root.addEventListener(type, (event) => {
        // What comes as far as the window is another's, and its undo is prevented.
        event.stopPropagation();
        form.receive(event);
      });
    form.open();
    update();
    new ResizeObserver(() => say({ kind: 'height', height: body.offsetHeight })).observe(body);
    // Whoever gives the frame the focus, as a label does, means the form. The Tab key has chosen something in it by then.
    const takeFocus = (): void => {
      if (document.hasFocus() && root.activeElement === null) form.focus();
    };
    window.addEventListener('focus', () => setTimeout(takeFocus));
    // WebKit lets no script of a frame give the focus to a field before a key is pressed there. Tab finds the field by itself.
    window.addEventListener('keydown', ({ key }) => {
      if (key !== 'Tab') takeFocus();
    });
    say({ kind: 'ready' });
    return form;
  };

  const adopt = (message: typeof given): void => {
    given = message;
    wearLook(given.look, body);
    form ??= open();
    form.adapt();
    form.reword();
  };
  // The form gives up then, and a host would take a submit that was out for one that never was. A page that is kept comes back to it.
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) port.close();
  });
  port.onmessage = ({ data }) => {
    const message = readFromHost(data);
    if (message?.kind === 'settings') return adopt(message);
    if (message === undefined || form === undefined) return;
    switch (message.kind) {
      case 'submit':
        return void form.submit().then((outcome) => say({ kind: 'submitted', outcome }));
      case 'reset':
        return form.reset();
      case 'focus':
        // The page may have given it to something else since.
        return document.hasFocus() ? form.focus() : undefined;
      case 'report':
        return form.report();
      case 'waiting':
        // Of what is kept for a while in another phase there would be no end.
        return form.phase === 'submitting' ? form.wait() : undefined;
      case 'grant':
        return tokens.take(message.grant);
    }
  };
}

/** A page chooses among the services that the configuration names, and adds none. */
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

const COVERED: Misconfigured = {
  kind: 'misconfigured',
  detail: 'covered',
  explanation: 'Something covers the frame page.',
};
