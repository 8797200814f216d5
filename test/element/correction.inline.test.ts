import { expect } from '@open-wc/testing';
import '../../src/index.js';
import { enterPin, setPin } from '../support/browser/cardholder.js';
import { embed, next } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> correction', () => {
  let provider: Service;
  before(async () => {
    provider = await startService({ schema: 'provider' }, ['?']);
  });

  it('sets a PIN if the schema has no idempotency key, and the cardholder notices nothing (transport 7.4, C.36, S.28)', async () => {
    const { element, cardId } = await embed(provider, 'accepted');
    const done = next(element, 'pin-set');
    await setPin(element, '4826');
    await done;
    expect(await provider.has(cardId, '4826')).to.equal(true);
    const [first, second, ...more] = await provider.bodies(cardId);
    expect(first?.variables).to.have.property('IdempotencyKey');
    expect(second?.variables).to.have.keys('input');
    expect(second?.query).not.to.contain('IdempotencyKey');
    expect(more).to.have.length(0);
  });

  it('keeps the idempotency key if the schema has a type of its own for it (transport 1.8, S.29)', async () => {
    const service = await startService({ schema: 'scalar-key' });
    const { element, cardId } = await embed(service, 'answer-lost-once');
    const done = next(element, 'pin-set');
    await setPin(element, '4826');
    await done;
    const keys = await service.keys(cardId);
    // Refused for the type, lost, answered.
    expect(keys).to.have.length(3);
    expect(new Set(keys).size).to.equal(1);
    expect(keys[0]).to.be.a('string');
    expect((await service.bodies(cardId))[2]?.query).to.contain('$IdempotencyKey: IdempotencyKey!');
  });

  it('is remembered for every element of the page, but for no other service (transport C.39, C.54)', async () => {
    const other = await startService();
    for (const [service, keyed] of [
      [provider, false],
      [other, true],
    ] as const) {
      const { element, cardId } = await embed(service, 'accepted');
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('set');
      const [body, ...more] = await service.bodies(cardId);
      expect('IdempotencyKey' in (body?.variables ?? {})).to.equal(keyed);
      expect(more).to.have.length(0);
    }
  });

  it('leaves the retry after a lost answer to the cardholder, because no key is left (transport C.46)', async () => {
    const { element, cardId } = await embed(provider, 'answer-lost-once');
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('unconfirmed');
    expect((await element.submit()).kind).to.equal('set');
    expect(await provider.bodies(cardId)).to.have.length(2);
  });

  it('lets the cardholder submit again if the very first answer was lost (transport C.11, C.46)', async () => {
    const { element } = await embed(provider, 'answer-lost-once');
    // The element remembers corrections for each address. This address has none yet.
    element.endpoint += '?';
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('unconfirmed');
    expect((await element.submit()).kind).to.equal('set');
  });
});
