import { expect, fixture, html } from '@open-wc/testing';
import { stub, type SinonStub } from 'sinon';
import '../support/browser/registered.js';
import type { SetCardPinElement } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { click, exists, press } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, next, submitPin, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** Changes an element. */
type Change = (element: SetCardPinElement) => unknown;

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

  for (const [explanation, change] of [
    [/^set-card-pin: card-id is missing/, (element) => (element.cardId = '')],
    [/client token is neither/, (element) => (element.clientToken = 'Bearer abc')],
    [/Children without a slot are not shown/, (element) => element.append(' Go back')],
  ] as readonly (readonly [RegExp, Change])[])
    it(`explains ${explanation.source} once the cardholder focuses a field`, async () => {
      const { element } = await embed(service, 'accepted');
      await fixture(html`<input aria-label="Search" />`);
      change(element);
      await element.updateComplete;
      // The element of the test before was removed while the focus was in its frame.
      await click('textbox', 'Search');
      await click('textbox', 'New PIN');
      await until(() => said().length > 0);
      expect(said()).to.have.length(1);
      expect(said()[0]).to.match(explanation).and.not.to.contain('abc');
      await press('Tab', 'Shift+Tab');
      await element.submit();
      expect(said().filter((text) => explanation.test(String(text)))).to.have.length(1);
    });

  for (const [what, behaviour, change, ...explanations] of [
    [
      'that nothing answers a request for a client token',
      'accepted',
      (element) => (element.tokenTimeout = 0.01),
      'Nothing answers token-expired',
    ],
    [
      'nothing if the page answers later by clientToken',
      'accepted',
      (element) =>
        element.addEventListener('token-expired', (event) => {
          event.preventDefault();
          void service.token(element.cardId).then((token) => (element.clientToken = token));
        }),
    ],
    [
      'that no client token came in time',
      'accepted',
      (element) => {
        element.getClientToken = () => new Promise(() => undefined);
        element.tokenTimeout = 0.01;
      },
      'No client token came within token-timeout.',
    ],
    [
      'that the service refused the client tokens',
      'token-refused-always',
      (element) => (element.getClientToken = ({ cardId }) => service.token(cardId)),
      'The service refused the client token.',
    ],
    [
      'nothing if nobody is signed in',
      'token-refused-always',
      (element) => (element.getClientToken = () => Promise.resolve(null)),
    ],
    [
      'an answer that is not of a GraphQL service by its status and media type',
      'captive-portal',
      (element) => (element.getClientToken = ({ cardId }) => service.token(cardId)),
      'status 200, media type text/html',
    ],
  ] as readonly (readonly [string, SandboxBehaviour, Change, ...(readonly string[])])[])
    it(`explains ${what}`, async () => {
      const { element } = await embed(service, behaviour, { token: false });
      element.innerHTML = '\n<p slot="fallback">Call us to set your PIN.</p><!-- Go back -->';
      change(element);
      await submitPin(element);
      expect(said()).to.have.length(explanations.length);
      for (const explanation of explanations)
        expect(said()[0]).to.contain(explanation).and.not.to.contain('abc');
    });

  it('passes on the error of a failed request for a client token', async () => {
    const { element } = await embed(service, 'accepted', { token: false });
    const failure = new Error('The route is down.');
    element.getClientToken = () => Promise.reject(failure);
    await submitPin(element);
    expect(said()).to.have.length(2);
    expect(said()[0]).to.contain('The request for a client token failed');
    expect(said()[1]).to.equal(failure);
  });

  inModes(['isolated'], 'An inline form shows the slots', () => {
    it('explains that a frame shows no slot', async () => {
      const { element } = await embed(service, 'accepted');
      element.innerHTML = '<h2 slot="heading">Title</h2>';
      await element.submit();
      expect(said()[0]).to.match(/Slots are only shown in inline mode/);
    });
  });

  inModes(['inline'], 'A frame shows no slots, and has no service worker of the page', () => {
    it('explains that a service worker can read the requests, and nothing about a slot', async () => {
      const { element } = await embed(service, 'accepted');
      element.innerHTML = '<h2 slot="heading">Title</h2>';
      const worker = stub(navigator.serviceWorker, 'controller').value({});
      await element.submit();
      worker.restore();
      expect(said()).to.have.length(1);
      expect(said()[0]).to.contain('A service worker controls this page');
    });

    it('explains that a copy of the tag has lost the attribute client-token', async () => {
      const { element } = await embed(service, 'accepted');
      element.setAttribute('client-token', 'token');
      const copy = element.cloneNode() as typeof element;
      const ready = next(copy, 'pin-ready');
      element.replaceWith(copy);
      await ready;
      copy.tokenTimeout = 0.01;
      await submitPin(copy);
      expect(said().join()).to.contain(
        'A copy of the tag, such as Vue makes of a template, has no client-token',
      );
    });

    it('explains at once that frame-src needs the other file, and keeps the form away', async () => {
      const { element } = await embed(service, 'accepted');
      element.frameSrc = 'https://pin.example.com/';
      await element.updateComplete;
      expect(said()[0]).to.match(/frame-src needs isolated mode: load set-card-pin\/isolated/);
      expect(await exists('textbox')).to.equal(false);
      expect((await element.submit()).kind).to.equal('misconfigured');
      element.frameSrc = undefined;
      await until(() => exists('textbox'));
    });
  });
});
