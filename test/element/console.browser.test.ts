import { expect, fixture, html } from '@open-wc/testing';
import { stub, type SinonStub } from 'sinon';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { click, press } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, submitPin, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> in the console', () => {
  let service: Service;
  let error: SinonStub<unknown[], void>;
  before(async () => {
    service = await startService();
  });
  beforeEach(() => {
    error = stub(console, 'error');
  });
  afterEach(() => error.restore());

  const said = (): unknown[] => error.args.flat();

  async function add(change: (element: SetCardPinElement) => unknown): Promise<SetCardPinElement> {
    const { element } = await embed(service, 'accepted');
    await fixture(html`<input aria-label="Search" />`);
    change(element);
    await element.updateComplete;
    return element;
  }

  const MISTAKES: readonly (readonly [RegExp, (element: SetCardPinElement) => unknown])[] = [
    [/card-id is missing/, (element) => (element.cardId = '')],
    [/endpoint is missing/, (element) => element.removeAttribute('endpoint')],
    [/endpoint is not an https: address/, (element) => (element.endpoint = 'http://example.com/')],
    [/pin-length is not a whole number/, (element) => element.setAttribute('pin-length', 'abc')],
    [/getClientToken is not a function/, (element) => Reflect.set(element, 'getClientToken', 'a')],
    [/client token is neither/, (element) => (element.clientToken = 'Bearer abc')],
    [/Children without a slot/, (element) => element.append(document.createElement('footer'))],
    [/Children without a slot are not shown/, (element) => element.append(' Go back')],
  ];
  for (const [explanation, change] of MISTAKES)
    it(`explains ${explanation.source} once the cardholder focuses a field`, async () => {
      const element = await add(change);
      // The element of the test before was removed while the focus was in its frame.
      await click('textbox', 'Search');
      await click('textbox', 'New PIN');
      await until(() => said().length > 0);
      expect(said()).to.have.length(1);
      expect(said()[0]).to.match(/^set-card-pin: /);
      expect(said()[0]).to.match(explanation);
      expect(said()[0]).not.to.contain('abc');
      await press('Tab', 'Shift+Tab');
      await element.submit();
      expect(said().filter((text) => explanation.test(String(text)))).to.have.length(1);
    });

  inModes(['isolated'], 'An inline form shows the slots', () => {
    it('explains that a frame shows no slot', async () => {
      const element = await add((element) => (element.innerHTML = '<h2 slot="heading">Title</h2>'));
      await element.submit();
      expect(said()[0]).to.match(/Slots are shown in inline mode only/);
    });
  });

  it('explains that nothing answers a request for a client token', async () => {
    const { element } = await embed(service, 'accepted', { token: false });
    void submitPin(element);
    await until(() => said().length > 0);
    element.reset();
    element.tokenTimeout = 0.01;
    expect((await submitPin(element)).kind).to.equal('token-unavailable');
    expect(said()).to.have.length(1);
    expect(said()[0]).to.contain('Nothing answers token-expired');
  });

  it('does not say so if the page answers later by clientToken', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    element.addEventListener('token-expired', (event) => {
      event.preventDefault();
      void service.token(cardId).then((token) => (element.clientToken = token));
    });
    expect((await submitPin(element)).kind).to.equal('set');
    expect(said()).to.deep.equal([]);
  });

  it('explains a rejected promise of a client token, without its reason', async () => {
    const { element } = await embed(service, 'accepted', { token: false });
    element.getClientToken = () => Promise.reject(new Error('a secret'));
    expect((await submitPin(element)).kind).to.equal('token-unavailable');
    expect(said()).to.have.length(1);
    expect(said()[0]).to.contain('client token rejected').and.not.to.contain('secret');
  });

  it('explains that no client token came in time', async () => {
    const { element } = await embed(service, 'accepted', { token: false });
    element.getClientToken = () => new Promise(() => undefined);
    element.tokenTimeout = 0.01;
    expect((await submitPin(element)).kind).to.equal('token-unavailable');
    expect(said()).to.deep.equal(['set-card-pin: No client token came within token-timeout.']);
  });

  it('explains that the service refused the client tokens, unless nobody is signed in', async () => {
    const { element, cardId } = await embed(service, 'token-refused-always', { token: false });
    element.getClientToken = () => Promise.resolve(null);
    expect((await submitPin(element)).kind).to.equal('token-expired');
    expect(said()).to.deep.equal([]);
    element.getClientToken = () => service.token(cardId);
    expect((await submitPin(element)).kind).to.equal('token-expired');
    expect(said()).to.have.length(1);
    expect(said()[0]).to.contain('The service refused the client token.');
  });

  it('explains an answer that is not of a GraphQL service by its status and media type', async () => {
    const { element } = await embed(service, 'captive-portal');
    expect((await submitPin(element)).kind).to.equal('unconfirmed');
    expect(said()).to.have.length(1);
    expect(said()[0]).to.contain('status 200, media type text/html');
  });

  it('has nothing to say about a page without mistakes', async () => {
    const { element } = await embed(service, 'accepted');
    const heading = document.createElement('h2');
    heading.slot = 'heading';
    if (element.frameSrc === undefined) element.append(heading);
    element.append('\n  ', document.createComment('Go back'));
    expect((await submitPin(element)).kind).to.equal('set');
    expect(said()).to.deep.equal([]);
  });

  inModes(['isolated'], 'Without a frame page there is no address of one', () => {
    it('explains a frame page on the origin of the page, at once', async () => {
      const element = document.createElement('set-card-pin');
      element.frameSrc = location.href;
      await fixture(element);
      await until(() => said().length > 1);
      expect(said()[1]).to.contain('frame-src is on the origin of this page');
    });
  });

  inModes(['inline'], 'The frame page is out of reach of the service worker', () => {
    it('explains that a service worker can read the requests', async () => {
      const { element } = await embed(service, 'accepted');
      const worker = stub(navigator.serviceWorker, 'controller').value({});
      await element.submit();
      worker.restore();
      expect(said()[0]).to.contain('A service worker controls this page');
    });
  });
});
