import { expect } from '@open-wc/testing';
import '../../src/index.js';
import { enterPin, newPin } from '../support/browser/cardholder.js';
import { embed, until } from '../support/browser/page.js';
import { startService, type RequestBody, type Service } from '../support/browser/service.js';

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('<set-card-pin> request', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  it('is one POST of JSON with a bearer token and the three members of the envelope', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    document.cookie = 'portal=session';
    await enterPin(element, '0482');
    await element.submit();
    const requests = await service.requests(cardId);
    expect(requests).to.have.length(1);
    const { method, path, headers, body } = requests[0]!.request;
    expect({ method, path }).to.deep.equal({ method: 'POST', path: '/graphql' });
    expect(headers['content-type']).to.equal('application/json');
    expect(headers['authorization']).to.match(/^Bearer /);
    expect(headers).not.to.have.property('cookie');
    expect(headers).not.to.have.property('referer');
    expect(Object.keys(body as RequestBody).sort()).to.deep.equal([
      'operationName',
      'query',
      'variables',
    ]);
    expect((body as RequestBody).operationName).to.equal('SetPinForPaymentCard');
  });

  it('has the PIN in a string variable, with its leading zero, and not in the document', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    await enterPin(element, '0482');
    await element.submit();
    expect(await service.has(cardId, '0482')).to.equal(true);
    const [body] = await service.bodies(cardId);
    const { query, variables } = body!;
    expect(Object.keys(variables.input).sort()).to.deep.equal(['newPin', 'paymentCardId']);
    expect(variables.input['newPin']).to.be.a('string');
    expect(query).not.to.contain('0482');
    expect(query).to.contain('$input: SetPinForPaymentCardInput!');
  });

  for (const [name, value] of [
    ['cardId', 'card_other'],
    ['endpoint', 'https://other.invalid/graphql'],
  ] as const)
    it(`has the PIN only for the ${name} that it was typed for`, async () => {
      const { element, cardId } = await embed(service, 'accepted');
      const typedFor = element[name];
      await enterPin(element, '4826');
      element[name] = value;
      await until(async () => (await newPin()).value === '');
      // A frame page does not know the other endpoint.
      expect((await element.submit()).kind).to.be.oneOf(['invalid', 'misconfigured']);
      expect(await service.requests(cardId)).to.have.length(0);
      element[name] = typedFor;
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('set');
    });

  it('has a new idempotency key for each submit', async () => {
    const { element, cardId } = await embed(service, 'weak-pin');
    for (const pin of ['4826', '5937']) {
      await enterPin(element, pin);
      await element.submit();
    }
    const keys = await service.keys(cardId);
    expect(keys[0]).to.match(UUID_V4);
    expect(keys[1]).to.match(UUID_V4);
    expect(keys[0]).not.to.equal(keys[1]);
  });

  it('has no idempotency key if the element has no-idempotency-key', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    element.noIdempotencyKey = true;
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('set');
    expect(JSON.stringify(await service.bodies(cardId))).not.to.contain('IdempotencyKey');
  });
});
