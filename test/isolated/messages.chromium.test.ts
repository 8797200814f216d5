/** Tests how hosts and frame pages handle each other's messages. */
import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { stub } from 'sinon';
import { PREFIX } from '../../src/contract/theme.js';
import { applyLook } from '../../src/isolated/page/apply-look.js';
import { OLDEST, VERSION, type FromFrame, type FromHost } from '../../src/isolated/protocol.js';
import type { PinErrorEvent } from '../../src/index.js';
import { messagesSettled } from '../support/browser/accessibility-tree.js';
import { enterPin, find } from '../support/browser/cardholder.js';
import { describeFramed } from '../support/browser/framed.js';
import {
  addDocument,
  listen,
  next,
  runInFrames,
  submitPin,
  until,
} from '../support/browser/page.js';
import { useHostPort } from './host-port.js';
import { GREETING, LOOK, settingsMessage } from './valid-messages.js';

/** Gives a frame page the configuration and the version from its address. */
const CONFIGURE = `{
  const query = new URLSearchParams(location.search);
  const config = query.get('config');
  if (config !== null) document.getElementById = () => ({ textContent: config });
  const { postMessage } = MessagePort.prototype;
  const version = query.get('version');
  if (version !== null)
    MessagePort.prototype.postMessage = function (text) {
      postMessage.call(this, text.replace(/"version":\\d+/, '"version":' + version));
    };
}`;

describeFramed('a frame page', (framed) => {
  before(() => runInFrames(CONFIGURE));

  /** Adds a frame page, of which this page is a host without an element. */
  const addFrame = async (src: string) => {
    const frame = Object.assign(document.createElement('iframe'), { src });
    const loaded = new Promise((done) => (frame.onload = done));
    framed.page.append(frame);
    await loaded;
    const received: FromFrame[] = [];
    /** Returns a function that posts messages to the frame page. */
    const greet = (greeting: unknown = GREETING) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => received.push(JSON.parse(String(data)) as FromFrame);
      frame.contentWindow!.postMessage(JSON.stringify(greeting), '*', [port2]);
      return (message: FromHost) => port1.postMessage(JSON.stringify(message));
    };
    const hear = (wanted: FromFrame['kind']) =>
      until(() => received.some(({ kind }) => kind === wanted));
    return { frame, received, greet, hear };
  };

  it('accepts one valid greeting from its parent page, and ignores all others', async () => {
    const { frame, received, greet, hear } = await addFrame(framed.frameSrc);
    for (const given of [null, { kind: 'set-card-pin' }, settingsMessage()]) greet(given);
    const greeting = JSON.stringify(GREETING);
    frame.contentWindow!.postMessage(greeting, '*');
    frame.contentWindow!.postMessage(GREETING, '*', [new MessageChannel().port2]);
    // On an origin that the frame page's configuration lists.
    const { defaultView: sibling } = await addDocument(framed.page, '');
    Object.assign(sibling!, { target: frame.contentWindow, greeting });
    sibling!.eval('target.postMessage(greeting, "*", [new MessageChannel().port2])');
    await messagesSettled();
    expect(received).to.deep.equal([]);
    const post = greet();
    post(settingsMessage());
    await hear('ready');
    received.length = 0;
    for (const version of [VERSION, 0]) {
      const postLater = greet({ ...GREETING, version });
      postLater(settingsMessage({ disabled: true }));
      postLater({ kind: 'submit', submitId: 1 });
    }
    post({ kind: 'submit', submitId: 1 });
    await hear('ended');
    const kinds = received.map(({ kind }) => kind);
    expect(kinds.filter((kind) => /ended|ready|refused|welcome/.test(kind))).to.deep.equal([
      'ended',
    ]);
  });

  const others = { parents: ['https://other.example'], endpoints: ['https://api.example'] };
  for (const [title, version, config, explanation] of [
    ['with an older message version', OLDEST - 1, undefined, /^The element has message version 0,/],
    ['that is not on its list', VERSION, others, /does not allow this parent/],
    [
      'if the frame page’s configuration is wrong',
      VERSION,
      {},
      /^The frame page.s config\.json is missing/,
    ],
  ] as const)
    it(`rejects a host ${title}, and explains why`, async () => {
      const query = config ? `?config=${encodeURIComponent(JSON.stringify(config))}` : '';
      const { received, greet, hear } = await addFrame(framed.frameSrc + query);
      greet({ ...GREETING, version })(settingsMessage());
      await hear('refused');
      await messagesSettled();
      const [refusal, ...more] = received;
      expect(refusal).to.have.property('explanation').that.matches(explanation);
      expect(more).to.deep.equal([]);
    });

  it('is rejected by the element if it has an older version, but accepted if it has a newer one', async () => {
    const { element, service, cardId, frameSrc } = framed;
    const load = (version: number, type: 'pin-error' | 'pin-ready') => {
      element.frameSrc = `${frameSrc}?version=${version}`;
      return next(element, type);
    };
    const errors = stub(console, 'error');
    const { outcome, cause } = (await load(OLDEST - 1, 'pin-error')) as PinErrorEvent;
    const said = String(errors.lastCall.args[0]);
    errors.restore();
    expect(said).to.match(/The frame page has message version 0, .+\. Update the frame page\./);
    const explanation = said.replace('set-card-pin: ', '');
    expect(outcome).to.include({ kind: 'misconfigured', attribute: 'frame-src', explanation });
    expect(cause).to.equal('frame');
    await load(VERSION + 1, 'pin-ready');
    element.clientToken = await service.token(cardId);
    expect((await submitPin(element)).kind).to.equal('set');
  });

  it('doesn’t send a PIN to an endpoint that is not on its list', async () => {
    const { element, service, cardId } = framed;
    const { endpoint } = element;
    element.endpoint = 'https://other.example/graphql';
    const outcome = await submitPin(element);
    expect(outcome).to.include({ kind: 'misconfigured', attribute: 'endpoint' });
    await until(() => element.validity.valueMissing);
    element.endpoint = endpoint;
    // A different API needs its own token.
    element.clientToken = await service.token(cardId);
    expect((await submitPin(element)).kind).to.equal('set');
  });
});

describeFramed('a message between an element and its frame page', (framed) => {
  const port = useHostPort();
  const post = (message: FromHost) => port().postMessage(JSON.stringify(message));

  it('is ignored by the frame page if it is unrequested, even in a flood of invalid messages', async () => {
    const { element } = framed;
    await enterPin(element, '4826');
    await until(() => element.matches(':state(complete)'));
    const events = listen(element);
    const odd = [{ kind: 'later' }, { kind: ['submit'] }, { kind: 'grant' }, [], null, 4, 'submit'];
    for (let count = 0; count < 10_000; count++)
      port().postMessage(JSON.stringify(odd[count % odd.length]));
    post({ kind: 'waiting', isFirst: true });
    post({ kind: 'grant', grant: { kind: 'no-token' } });
    post({ kind: 'grant', grant: { kind: 'token', value: 'stale' } });
    // A port keeps the order of messages.
    element.messages = { submit: 'Done' };
    await find('button', 'Done');
    expect(events).to.deep.equal([]);
    expect((await element.submit()).kind).to.equal('set');
  });

  it('is ignored by the element if it is repeated, unrequested or sent another way', async () => {
    const { element } = framed;
    const events = listen(element);
    const raise = (target: EventTarget, message: FromFrame) =>
      target.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
    const complete = { phase: 'editing', isComplete: true, hasErrors: false } as const;
    const change = { kind: 'state', ...complete, epoch: 0 } as const;
    raise(window, change);
    for (const message of [
      { kind: 'ready', epoch: 0 },
      { kind: 'ended', submitId: 1, outcome: { kind: 'aborted' }, epoch: 0 },
      { kind: 'ended', submitId: 1, outcome: { kind: 'denied' }, epoch: 1 },
      { kind: 'forget', epoch: 0 },
      { kind: 'refuse', refused: 'another', epoch: 0 },
    ] as const)
      raise(port(), message);
    expect((await element.submit()).kind).to.equal('invalid');
    raise(port(), change);
    await until(() => events.length > 1);
    expect(events.map(({ type }) => type)).to.deep.equal(['pin-error', 'pin-change']);
  });

  it('is not sent for a field’s middle digits, and the frame page loads with a single request', async () => {
    const { element } = framed;
    const kinds: string[] = [];
    element.focus();
    await messagesSettled();
    const handleMessage = ({ data }: MessageEvent<string>) =>
      kinds.push((JSON.parse(data) as FromFrame).kind);
    port().addEventListener('message', handleMessage);
    await enterPin(element, '4826');
    await until(() => element.matches(':state(complete)'));
    expect(kinds).to.deep.equal(['state', 'state', 'state', 'state']);
    const expression = 'performance.getEntriesByType("resource").length';
    expect(await executeServerCommand('evaluate-in-frames', { expression })).to.deep.equal([0]);
  });
});

it('applies a host’s styles only if they are colours, lengths or font names', () => {
  const host = document.createElement('div');
  /** Returns the values that the frame page applies. */
  const applied = (...[accent, font, radius, size]: readonly string[]): readonly string[] => {
    const tokens = Object.entries({ accent, font, radius, 'digit-size': size });
    const theme = tokens.map(([name, value]) => [PREFIX + name, value]);
    applyLook({ ...LOOK, theme: Object.fromEntries(theme) }, host);
    return tokens.map(([name]) => host.style.getPropertyValue(PREFIX + name));
  };
  const valid = [
    'oklch(0.6 0.2 30)',
    'Georgia, "Times New Roman", serif',
    '10px',
    'calc(2rem + 8px)',
  ];
  expect(applied(...valid)).to.deep.equal(valid);
  for (const values of [
    ['url(x)', 'url(x)', 'url(x)', 'url(x)'],
    ['red;background:red', 'x;src:url(x)', '10px;', '-2rem'],
    ['var(--x)', '"x" {', 'calc(var(--x))', 'attr(x px)'],
    ['image-set("x" 1x)', 'src(x)', 'red', 'red'],
    ['\\75rl(x)', '12px x', '-1px', ''],
  ])
    expect(applied(...values).join(''), values[0]).to.equal('');
  for (const name of ['dir', 'style']) document.documentElement.removeAttribute(name);
});
