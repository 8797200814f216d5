import { expect } from '@open-wc/testing';
import '../../src/index.js';
import { enterPin, setPin } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, next } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

interface Body {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

describe('<set-card-pin> correction', () => {
  let provider: Service;
  before(async () => {
    provider = await startService({ schema: 'provider' }, ['?']);
  });

  const bodies = async (service: Service, cardId: string) =>
    (await service.requests(cardId)).map(({ request }) => request.body as Body);

  it('sets a PIN where the schema has no idempotency key, unnoticed (transport 7.4, C.36, S.28)', async () => {
    const { element, cardId } = await embed(provider, 'accepted');
    const done = next(element, 'pin-set');
    await setPin(element, '4826');
    await done;
    expect(await provider.has(cardId, '4826')).to.equal(true);
    const [first, second, ...more] = await bodies(provider, cardId);
    expect(first?.variables).to.have.property('IdempotencyKey');
    expect(second?.variables).to.have.keys('input');
    expect(second?.query).not.to.contain('IdempotencyKey');
    expect(more).to.have.length(0);
  });

  inModes(
    ['inline'],
    'what elements of a page have in common: each has a frame page of its own',
    () => {
      it('is remembered for every element of the page, and no other service (transport C.39, C.54)', async () => {
        const other = await startService();
        for (const [service, keyed] of [
          [provider, false],
          [other, true],
        ] as const) {
          const { element, cardId } = await embed(service, 'accepted');
          await enterPin(element, '4826');
          expect((await element.submit()).kind).to.equal('set');
          const [body, ...more] = await bodies(service, cardId);
          expect('IdempotencyKey' in (body?.variables ?? {})).to.equal(keyed);
          expect(more).to.have.length(0);
        }
      });

      it('leaves a lost answer to the cardholder, as there is no key any more (transport C.46)', async () => {
        const { element, cardId } = await embed(provider, 'answer-lost-once');
        await enterPin(element, '4826');
        expect((await element.submit()).kind).to.equal('unconfirmed');
        expect((await element.submit()).kind).to.equal('set');
        expect(await bodies(provider, cardId)).to.have.length(2);
      });
    },
  );

  it('lets the cardholder try again where the very first answer was lost (transport C.11, C.46)', async () => {
    const { element } = await embed(provider, 'answer-lost-once');
    // A correction is remembered by the address, and of this one none is.
    element.endpoint += '?';
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('unconfirmed');
    expect((await element.submit()).kind).to.equal('set');
  });
});
