/** Tests how hosts and frame pages handle each other's messages. */
import { expect } from '@open-wc/testing';
import { stub } from 'sinon';
import { PREFIX } from '../../src/contract/theme.js';
import { applyLook } from '../../src/isolated/page/apply-look.js';
import { OLDEST, VERSION, type FromFrame, type FromHost } from '../../src/isolated/protocol.js';
import type { PinErrorEvent } from '../../src/index.js';
import { evaluateInFrames, messagesSettled } from '../support/browser/accessibility-tree.js';
import { enterPin } from '../support/browser/cardholder.js';
import { describeFramed } from '../support/browser/framed.js';
import { addDocument, next, runInFrames, submitPin, until } from '../support/browser/page.js';
import { GREETING, LOOK, settingsMessage } from './valid-messages.js';

/** Gives a frame page the configuration and the versions of both sides from its address. */
const CONFIGURE = `{
  const query = new URLSearchParams(location.search);
  const change = (text, name) =>
    query.has(name) ? text.replace(/"version":\\d+/, '"version":' + query.get(name)) : text;
  const config = query.get('config');
  if (config !== null) document.getElementById = () => ({ textContent: config });
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (text) {
    postMessage.call(this, change(text, 'frame'));
  };
  const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
  Object.defineProperty(MessageEvent.prototype, 'data', {
    get() { return change(get.call(this), 'element'); },
  });
}`;

const OTHERS = JSON.stringify({
  parents: ['https://other.example'],
  endpoints: ['https://api.example'],
});

describeFramed('a frame page', (framed) => {
  before(() => runInFrames(CONFIGURE));

  it('accepts one valid greeting from its parent page, and ignores all others', async () => {
    // This page is a host without an element.
    const frame = Object.assign(document.createElement('iframe'), { src: framed.frameSrc });
    const loaded = new Promise((done) => (frame.onload = done));
    framed.page.append(frame);
    await loaded;
    const received: string[] = [];
    /** Returns a function that posts messages to the frame page. */
    const greet = (greeting: object = GREETING) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => received.push((JSON.parse(String(data)) as FromFrame).kind);
      frame.contentWindow!.postMessage(JSON.stringify(greeting), '*', [port2]);
      return (message: FromHost) => port1.postMessage(JSON.stringify(message));
    };
    greet(settingsMessage());
    const greeting = JSON.stringify(GREETING);
    frame.contentWindow!.postMessage(greeting, '*');
    // On an origin that the frame page's configuration lists.
    const { defaultView: sibling } = await addDocument(framed.page, '');
    Object.assign(sibling!, { target: frame.contentWindow, greeting });
    sibling!.eval('target.postMessage(greeting, "*", [new MessageChannel().port2])');
    await messagesSettled();
    expect(received).to.deep.equal([]);
    const post = greet();
    post(settingsMessage());
    await until(() => received.includes('ready'));
    greet()(settingsMessage());
    post({ kind: 'submit', submitId: 1 });
    await until(() => received.includes('ended'));
    const answers = received.filter((kind) => /ready|welcome/.test(kind));
    expect(answers).to.deep.equal(['welcome', 'ready']);
  });

  const load = (query: string, type: 'pin-error' | 'pin-ready') => {
    framed.element.frameSrc = `${framed.frameSrc}?${query}`;
    return next(framed.element, type);
  };

  for (const [title, query, expected] of [
    ['its version is too old', `frame=${OLDEST - 1}`, /^The frame page has message version 0, /],
    ['the element is too old', `element=${OLDEST - 1}`, /^The element has message version 0, /],
    ['the page is not on its list', `config=${OTHERS}`, /does not allow this parent/],
    ['its configuration is wrong', 'config={}', /^The frame page.s config\.json is missing/],
  ] as const)
    it(`doesn’t serve the element if ${title}, and explains why`, async () => {
      const errors = stub(console, 'error');
      const { outcome, cause } = (await load(query, 'pin-error')) as PinErrorEvent;
      const explanation = String(errors.lastCall.args[0]).replace('set-card-pin: ', '');
      errors.restore();
      expect(explanation).to.match(expected);
      expect(outcome).to.include({ kind: 'misconfigured', attribute: 'frame-src', explanation });
      expect(cause).to.equal('frame');
    });

  it('is accepted by an older element', async () => {
    const { element, service, cardId } = framed;
    await load(`frame=${VERSION + 1}`, 'pin-ready');
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

  it('doesn’t send a message for a field’s middle digits, and loads with a single request', async () => {
    const { element } = framed;
    element.focus();
    await messagesSettled();
    await evaluateInFrames(`{
      const { postMessage } = MessagePort.prototype;
      window.kinds = [];
      MessagePort.prototype.postMessage = function (text) {
        kinds.push(JSON.parse(text).kind);
        postMessage.call(this, text);
      };
    }`);
    await enterPin(element, '4826');
    await until(() => element.matches(':state(complete)'));
    const states = ['state', 'state', 'state', 'state'];
    expect(await evaluateInFrames('kinds')).to.deep.equal([states]);
    const loaded = 'performance.getEntriesByType("resource").length';
    expect(await evaluateInFrames(loaded)).to.deep.equal([0]);
  });
});

it('applies a host’s styles only if they are colours, lengths or font names', () => {
  const host = document.createElement('div');
  const invalid = ['url(x)', 'red;background:red', 'var(--x)', 'attr(x px)', '"x" {', '\\75rl(x)'];
  for (const [name, valid, ...others] of [
    ['accent', 'oklch(0.6 0.2 30)', 'image-set("x" 1x)'],
    ['font', 'Georgia, "Times New Roman", serif', 'x;src:url(x)', 'src(x)', '12px x'],
    ['radius', '10px', 'calc(var(--x))', '-1px', 'red'],
    ['digit-size', 'calc(2rem + 8px)', '-2rem', 'red'],
  ] as const)
    for (const value of [valid, ...others, ...invalid]) {
      applyLook({ ...LOOK, theme: { [PREFIX + name]: value } }, host);
      const applied = host.style.getPropertyValue(PREFIX + name);
      expect(applied, value).to.equal(value === valid ? valid : '');
    }
  for (const name of ['dir', 'style']) document.documentElement.removeAttribute(name);
});
