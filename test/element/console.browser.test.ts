import { expect, fixture, html } from '@open-wc/testing';
import { stub, type SinonStub } from 'sinon';
import '../../src/index.js';
import type { ClientTokenProvider, SetCardPinElement } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
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
    [/pin-length is not a whole number/, (element) => element.setAttribute('pin-length', 'abc')],
    [/client token is neither/, (element) => (element.clientToken = 'Bearer abc')],
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

  for (const [what, behaviour, provide, explanation] of [
    [
      'a rejected promise of a client token, without its reason',
      'accepted',
      () => Promise.reject(new Error('abc')),
      'client token rejected',
    ],
    [
      'that no client token came in time',
      'accepted',
      () => new Promise(() => undefined),
      'No client token came within token-timeout.',
    ],
    [
      'that the service refused the client tokens',
      'token-refused-always',
      ({ cardId }) => service.token(cardId),
      'The service refused the client token.',
    ],
    ['not that nobody is signed in', 'token-refused-always', () => Promise.resolve(null), ''],
  ] as readonly (readonly [string, SandboxBehaviour, ClientTokenProvider, string])[])
    it(`explains ${what}`, async () => {
      const { element } = await embed(service, behaviour, { token: false });
      element.getClientToken = provide;
      if (explanation.includes('token-timeout')) element.tokenTimeout = 0.01;
      expect((await submitPin(element)).kind).to.match(/^token-(expired|unavailable)$/);
      expect(said()).to.have.length(explanation === '' ? 0 : 1);
      if (explanation !== '') expect(said()[0]).to.contain(explanation).and.not.to.contain('abc');
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
