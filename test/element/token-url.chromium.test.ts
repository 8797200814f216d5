/** Tokens from the page's own route. The runner's server lacks this route, so `fetch` is a stub. */
import { expect } from '@open-wc/testing';
import { restore, stub } from 'sinon';
import { embed, failToSetPin, submitPin } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

/** A route's response to a request for a client token. */
type Route = (init: RequestInit) => Response | Promise<Response>;

const answer =
  (status: number, type: string, body = '') =>
  () =>
    new Response(body, { status, headers: { 'Content-Type': type } });

/** A page can't construct this response. */
const redirect: Route = () =>
  Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });

describe('the token-url attribute', () => {
  afterEach(() => restore());

  const use = async (tokenUrl: string, route?: Route) => {
    const embedded = await embed(service, 'accepted', { token: false });
    embedded.element.setAttribute('token-url', tokenUrl);
    const { href } = new URL('client-token', location.href);
    const page = stub(window, 'fetch').callsFake(async (url, init) =>
      url === href && route ? route(init!) : page.wrappedMethod.call(window, url, init),
    );
    return embedded;
  };

  it('requests a token from the page’s route with a POST that contains the card’s id', async () => {
    let sent: RequestInit = {};
    const { element, cardId } = await use('client-token', async (init) => {
      sent = init;
      return Response.json(await service.token(cardId));
    });
    expect((await submitPin(element)).kind).to.equal('set');
    const { method, headers, redirect, body } = sent;
    expect([method, redirect]).to.deep.equal(['POST', 'manual']);
    expect(headers).to.deep.equal({ 'Content-Type': 'application/json' });
    expect(JSON.parse(body as string)).to.deep.equal({ cardId });
  });

  for (const [title, route, kind, says = ''] of [
    ['a 401', answer(401, 'text/plain'), 'token-expired'],
    ['a redirect to a login page', redirect, 'token-expired'],
    ['a 500', answer(500, 'text/plain', '{}'), 'token-unavailable', 'status 500, text/plain'],
    ['a web page', answer(200, 'text/html', '<p>'), 'token-unavailable', 'status 200, text/html'],
    ['null', () => Response.json(null), 'misconfigured', 'client token is not valid'],
  ] as readonly (readonly [string, Route, string, string?])[])
    it(`fails with ${kind} after ${title}`, async () => {
      const { outcome, error } = await failToSetPin((await use('client-token', route)).element);
      expect(outcome.kind).to.equal(kind);
      const explanation = 'explanation' in outcome ? outcome.explanation : undefined;
      expect(`${String(error)} ${explanation}`).to.contain(says);
    });

  it('fails with misconfigured if the address is on another origin', async () => {
    const { element } = await use('https://api.example.com/token');
    expect(await submitPin(element)).to.include({ kind: 'misconfigured', attribute: 'token-url' });
  });
});
