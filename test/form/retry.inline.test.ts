import { expect } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import type { ScriptedAnswer } from '../../src/node/sandbox/scripted-answers.js';
import { enterPin, exists, find, press, setPin, status } from '../support/browser/cardholder.js';
import { embed, listen, next, until, withoutJitter } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const RETRYING = 'This is taking longer than usual. We’re trying again – it can take a minute.';

describe('<set-card-pin> retry', () => {
  withoutJitter();

  let service: Service;
  before(async () => {
    service = await startService();
  });

  /** Embeds an element whose card gives these answers first, and then accepts every PIN. */
  const embedScripted = async (...answers: readonly ScriptedAnswer[]) => {
    const embedded = await embed(service, 'accepted');
    await service.answers(embedded.cardId, answers);
    return embedded;
  };

  it('is announced, keeps its announcement, and sets the PIN under the same key', async () => {
    const { element, cardId } = await embedScripted(
      { status: 503 },
      { status: 429, headers: { 'Retry-After': '1' } },
      { usual: true, delayMilliseconds: 60_000 },
    );
    await setPin(element, '4826');
    await until(async () => (await status()) === RETRYING);
    await until(() => service.has(cardId, '4826'));
    expect(await status()).to.equal(RETRYING);
    expect(await find('button', 'Setting your PIN')).to.include({ disabled: true });
    expect((await find('textbox', 'New PIN')).value).to.equal('••••');
    element.reset();
    // The log has a request once it is answered or its connection is closed.
    await until(async () => (await service.requests(cardId)).length === 3);
    expect(new Set(await service.keys(cardId)).size).to.equal(1);
    expect(await exists('button', 'Cancel')).to.equal(false);
  });

  it('comes after half of a success, because the PIN may not be set', async () => {
    const body = JSON.stringify({ data: { setPinForPaymentCard: { __typename: 'PaymentCard' } } });
    const { element, cardId } = await embedScripted({ body, truncate: true });
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('set');
    expect(await service.requests(cardId)).to.have.length(2);
  });

  it('is cancelled by the cardholder, which closes its connection and empties the form', async () => {
    const { element, cardId } = await embedScripted(
      { status: 503 },
      { usual: true, delayMilliseconds: 60_000 },
    );
    await enterPin(element, '4826');
    const events = listen(element);
    const ended = element.submit();
    await until(() => service.has(cardId, '4826'));
    while (!(await find('button', 'Cancel')).focused) await press('Tab');
    await press('Enter');
    expect(await ended).to.deep.equal({ kind: 'aborted' });
    expect(events).to.have.length(1);
    expect(events[0]).to.include({ type: 'pin-change', complete: false, valid: false });
    // The log has a request without an answer once the client has closed the connection.
    await until(async () => (await service.requests(cardId))[1]?.response === null);
    const done = next(element, 'pin-set');
    await setPin(element, '5937');
    await done;
    expect(await service.requests(cardId)).to.have.length(3);
  });

  it('is not needed by a submit that takes long, which is announced after 300 ms', async () => {
    const { element, cardId } = await embedScripted();
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const ended = element.submit();
      await until(() => element.matches(':state(submitting)'));
      clock.tick(290);
      expect(await status()).to.equal('');
      clock.tick(20);
      expect(await status()).to.equal('Setting your PIN…');
      expect(await exists('button', 'Cancel')).to.equal(false);
      await service.delay(cardId, 0);
      expect((await ended).kind).to.equal('set');
      expect(await status()).to.equal('');
    } finally {
      clock.restore();
    }
  });
});
