import { expect, fixture, html } from '@open-wc/testing';
import { stub, type SinonStub } from 'sinon';
import type { ClientTokenProvider, SetCardPinElement } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { click, press } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, next, submitPin, until } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

describe('<set-card-pin> console messages', () => {
  let error: SinonStub<unknown[], void>;
  beforeEach(() => {
    error = stub(console, 'error');
  });
  afterEach(() => error.restore());

  const said = (): unknown[] => error.args.flat();

  for (const [explanation, change] of [
    [/^set-card-pin: card-id is missing/, (element) => (element.cardId = '')],
    [/Remove Bearer/, (element) => (element.clientToken = 'Bearer abc')],
    [/Children without a slot are not shown/, (element) => element.append(' Go back')],
  ] as readonly (readonly [RegExp, (element: SetCardPinElement) => unknown])[])
    it(`logs “${explanation.source}” once, when the cardholder focuses a field`, async () => {
      const { element } = await embed(service, 'accepted');
      await fixture(html`<input aria-label="Search" />`);
      change(element);
      await element.updateComplete;
      // The previous test's element was removed while the focus was in its frame.
      await click('textbox', 'Search');
      await click('textbox', 'New PIN');
      await until(() => said().length > 0);
      expect(said()).to.have.length(1);
      expect(said()[0]).to.match(explanation).and.not.to.contain('abc');
      await press('Tab', 'Shift+Tab');
      await element.submit();
      expect(said().filter((text) => explanation.test(String(text)))).to.have.length(1);
    });

  const never: ClientTokenProvider = () => new Promise(() => undefined);
  const returning = (value: unknown) => () => Promise.resolve(value as never);
  const fetchToken: ClientTokenProvider = ({ cardId }) => service.token(cardId);
  for (const [what, getClientToken, explanation, behaviour = 'token-refused-always'] of [
    ['that no client token arrived in time', never, /No client token arrived within token-timeout/],
    ['that the API rejected the client tokens', fetchToken, /The API rejected the client token\./],
    [
      'a response that didn’t come from a GraphQL API, with its status and media type',
      fetchToken,
      /status 200, media type text\/html/,
      'captive-portal',
    ],
    ['that nobody is signed in', returning(null)],
    [
      'why the request for a client token failed',
      () => Promise.reject(new Error('The route is down.')),
      /The request for a client token failed.*The route is down/s,
    ],
    [
      'what to return instead of a Response',
      returning(new Response('{}')),
      /is a Response. Return response\.json\(\)/,
    ],
    [
      'what to return instead of a GraphQL response',
      returning({ data: { value: 'abc' } }),
      /is a whole GraphQL response/,
    ],
  ] as readonly (readonly [string, ClientTokenProvider, RegExp?, SandboxBehaviour?])[])
    it(`${explanation ? 'explains' : 'doesn’t explain'} ${what}`, async () => {
      const { element } = await embed(service, behaviour, { token: false });
      element.innerHTML = '\n<p slot="fallback">Call us to set your PIN.</p><!-- Go back -->';
      const tokenTimeout = getClientToken === never ? 0.01 : 30;
      Object.assign(element, { getClientToken, tokenTimeout });
      await submitPin(element);
      if (explanation === undefined) expect(said()).to.deep.equal([]);
      else expect(said().join('\n')).to.match(explanation).and.not.to.contain('abc');
    });

  it('warns at once that nothing answers token-expired, and doesn’t log an error if clientToken is set later', async () => {
    const warn = stub(console, 'warn');
    const { element } = await embed(service, 'accepted', { token: false });
    const ended = submitPin(element);
    await until(() => warn.called);
    warn.restore();
    expect(warn.args.flat().join()).to.match(/^set-card-pin: Nothing answers token-expired/);
    // In isolated mode, the frame page reports it later.
    await until(() => element.matches(':state(waiting)'));
    element.clientToken = await service.token(element.cardId);
    expect((await ended).kind).to.equal('set');
    expect(said()).to.deep.equal([]);
  });

  inModes(['isolated'], 'An inline form shows the slots', () => {
    it('explains that slots aren’t shown in isolated mode', async () => {
      const { element } = await embed(service, 'accepted');
      element.innerHTML = '<h2 slot="heading">Title</h2>';
      await element.submit();
      expect(said()[0]).to.match(/Slots work only in inline mode/);
    });
  });

  inModes(['inline'], 'A frame shows no slots, and has no service worker of the page', () => {
    it('explains that a service worker can read the requests, and doesn’t mention slots', async () => {
      const { element } = await embed(service, 'accepted');
      element.innerHTML = '<h2 slot="heading">Title</h2>';
      const worker = stub(navigator.serviceWorker, 'controller').value({});
      await element.submit();
      worker.restore();
      expect(said()).to.have.length(1);
      expect(said()[0]).to.contain('A service worker controls this page');
    });

    for (const [tag, ...explanations] of [
      [
        'cardid="card_1" pin-lenght="6" appearance="boxs" flow="step"',
        'no attribute cardid. Did you mean card-id?',
        'no attribute pin-lenght. Did you mean pin-length?',
        'appearance must be boxes, line or field.',
        'flow must be steps or unset.',
      ],
      ['id="pin" class="card" slot="form" data-card="1" aria-label="PIN" style="" title="PIN"'],
      [':card-id="id" v-cloak ng-version="22" @pin-set="go" appearance="line" flow="steps"'],
    ] as const)
      it(`logs ${explanations.map((text) => `“${text}”`).join() || 'nothing'} for a tag with ${tag}`, async () => {
        const place = await fixture(html`<div></div>`);
        place.innerHTML = `<set-card-pin endpoint="${service.endpoint}" card-id="card_1" ${tag}>`;
        const element = place.firstElementChild as SetCardPinElement;
        await next(element, 'pin-ready');
        await element.submit();
        expect(said()).to.have.length(explanations.length);
        for (const [index, text] of explanations.entries()) expect(said()[index]).to.contain(text);
      });

    it('explains at once that frame-src needs isolated mode', async () => {
      const { element } = await embed(service, 'accepted');
      element.frameSrc = 'https://pin.example.com/';
      await element.updateComplete;
      expect(said()[0]).to.match(/frame-src needs isolated mode: load set-card-pin\/isolated/);
    });
  });
});
