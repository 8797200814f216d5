import { expect } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import type { ScriptedAnswer } from '../../src/node/sandbox/scripted-answers.js';
import type { SetCardPinElement } from '../../src/index.js';
import {
  alert,
  enterPin,
  exists,
  find,
  press,
  setPin,
  status,
} from '../support/browser/cardholder.js';
import { embed, listen, next, until, withoutJitter } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const RETRYING = 'This is taking longer than usual. We’re trying again – it can take a minute.';
const UNCHANGED = 'Cancelled. Your new PIN isn’t set.';
const UNKNOWN = 'Stopped. We can’t tell if your new PIN was set. Enter it again to be sure.';

/** An answer that asks for a wait longer than any test. */
const UNAVAILABLE_FOR_LONG: ScriptedAnswer = { status: 503, headers: { 'Retry-After': '20' } };

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
  const retrying = () => until(async () => (await status()) === RETRYING);
  const cancel = async () => {
    while (!(await find('button', 'Cancel')).focused) await press('Tab');
    await press('Enter');
  };

  it('announces a retry, and sets the PIN under the same key', async () => {
    // The second answer is delayed, because reading the accessibility tree can be slow.
    const { element, cardId } = await embedScripted(
      { status: 429, headers: { 'Retry-After': '1' } },
      { usual: true, delayMilliseconds: 3_000 },
    );
    const done = next(element, 'pin-set');
    await setPin(element, '4826');
    await retrying();
    expect(await find('button', 'Setting your PIN')).to.include({ disabled: true });
    expect((await find('textbox', 'New PIN')).value).to.equal('••••');
    await done;
    expect(await exists('button', 'Cancel')).to.equal(false);
    const keys = await service.keys(cardId);
    expect(keys).to.have.length(2);
    expect(new Set(keys).size).to.equal(1);
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('announces a submit that takes longer than a moment', async () => {
    const { element, cardId } = await embedScripted();
    await service.delay(cardId, 60_000);
    await setPin(element, '4826');
    await until(async () => (await status()) === 'Setting your PIN…');
    expect(await exists('button', 'Cancel')).to.equal(false);
    const done = next(element, 'pin-set');
    await service.delay(cardId, 0);
    await done;
    await until(async () => (await status()) === '');
  });

  it('keeps its announcement during further retries', async () => {
    const { element, cardId } = await embedScripted(
      { status: 503 },
      { status: 503 },
      { usual: true, delayMilliseconds: 60_000 },
    );
    await setPin(element, '4826');
    await until(async () => (await service.requests(cardId)).length === 2);
    expect(await status()).to.equal(RETRYING);
    element.reset();
  });

  describe('a cancellation by the cardholder', () => {
    /** Submits, cancels when `meanwhile` has resolved, and expects an empty form. */
    const cancelSubmit = async (element: SetCardPinElement, meanwhile: () => Promise<void>) => {
      await enterPin(element, '4826');
      const events = listen(element);
      const ended = element.submit();
      await meanwhile();
      await cancel();
      expect(await ended).to.deep.equal({ kind: 'aborted' });
      expect(await find('textbox', 'New PIN')).to.include({
        value: '',
        focused: true,
        readonly: false,
      });
      expect(await exists('button', 'Cancel')).to.equal(false);
      expect(events.filter(({ type }) => type !== 'token-expired')).to.have.length(1);
      expect(events.at(-1)).to.deep.include({ type: 'pin-change', complete: false, valid: false });
    };

    it('ends a wait, sends nothing more, and reports that the new PIN isn’t set', async () => {
      const { element, cardId } = await embedScripted(UNAVAILABLE_FOR_LONG);
      await cancelSubmit(element, retrying);
      expect(await status()).to.equal(UNCHANGED);
      expect(await alert()).to.equal('');
      expect(await service.requests(cardId)).to.have.length(1);
      const done = next(element, 'pin-set');
      await setPin(element, '5937');
      await done;
      expect(await service.requests(cardId)).to.have.length(2);
    });

    it('ends a wait after a lost answer, and reports that the PIN may be set', async () => {
      const { element } = await embedScripted({ lost: true, execute: true }, UNAVAILABLE_FOR_LONG);
      await cancelSubmit(element, retrying);
      expect(await alert()).to.equal(UNKNOWN);
    });

    it('ends an attempt, closes its connection, and reports that the PIN may be set', async () => {
      const { element, cardId } = await embedScripted(
        { status: 503 },
        { usual: true, delayMilliseconds: 60_000 },
      );
      await cancelSubmit(element, async () => {
        await until(async () => (await service.requests(cardId)).length === 1);
        await retrying();
      });
      expect(await alert()).to.equal(UNKNOWN);
      // The log has a request without an answer once the client has closed the connection.
      await until(async () => (await service.requests(cardId)).length === 2);
      expect((await service.requests(cardId))[1]?.response).to.equal(null);
    });

    it('ends a wait for a client token, and a late token doesn’t resume the submit', async () => {
      const { element, cardId } = await embed(service, 'token-refused-once');
      await cancelSubmit(element, () => until(() => element.matches(':state(waiting)')));
      expect(await status()).to.equal(UNCHANGED);
      element.clientToken = await service.token(cardId);
      await element.updateComplete;
      expect(await service.requests(cardId)).to.have.length(1);
    });
  });

  it('keeps the PIN after a lost answer, and submits it again under the same key', async () => {
    const { element, cardId } = await embedScripted(
      { lost: true, execute: true },
      ...Array.from({ length: 3 }, (): ScriptedAnswer => ({ status: 503 })),
    );
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('unconfirmed');
    expect((await find('textbox', 'New PIN')).value).to.equal('••••');
    expect((await element.submit()).kind).to.equal('set');
    const keys = await service.keys(cardId);
    expect(keys).to.have.length(5);
    expect(new Set(keys).size).to.equal(1);
  });

  it('leaves the retry after a lost answer to the cardholder if there is no key', async () => {
    const { element, cardId } = await embedScripted({ lost: true, execute: true });
    element.noIdempotencyKey = true;
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('unconfirmed');
    expect(await service.keys(cardId)).to.deep.equal([undefined]);
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
  });

  it('announces nothing about a submit that takes a moment', async () => {
    const { element, cardId } = await embedScripted();
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const ended = element.submit();
      await until(() => element.matches(':state(submitting)'));
      clock.tick(290);
      expect(await status()).to.equal('');
      await service.delay(cardId, 0);
      expect((await ended).kind).to.equal('set');
    } finally {
      clock.restore();
    }
  });

  it('retries after 15 seconds without an answer', async () => {
    const { element, cardId } = await embedScripted({ usual: true, delayMilliseconds: 60_000 });
    await enterPin(element, '4826');
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const ended = element.submit();
      // Real time passes until the request is sent. The fake clock only skips the 15 seconds
      // after.
      await until(() => element.matches(':state(submitting)'));
      clock.tick(14_900);
      expect(await exists('button', 'Cancel')).to.equal(false);
      clock.tick(200);
      await until(() => exists('button', 'Cancel'));
      await service.delay(cardId, 0);
      clock.tick(0);
      expect((await ended).kind).to.equal('set');
    } finally {
      clock.restore();
    }
    expect(new Set(await service.keys(cardId)).size).to.equal(1);
  });

  describe('an unusable answer', () => {
    const success = JSON.stringify({
      data: {
        result: { __typename: 'PaymentCard', id: 'x', bin: '999900', last4: '1001' },
      },
    });
    for (const [name, answer] of [
      [
        'HTML',
        { body: '<!doctype html><title>Hotel</title>', headers: { 'content-type': 'text/html' } },
      ],
      [
        'a success with the content type of HTML',
        { body: success, headers: { 'content-type': 'text/html' } },
      ],
      ['an empty body', { body: '' }],
      ['a 204 without a body', { status: 204 }],
      ['half a document', { body: success.slice(0, 40) }],
      ['a list', { body: `[${success}]` }],
      ['a number', { body: '7' }],
      ['null', { body: 'null' }],
      ['a success with the status 202', { status: 202, body: success }],
      ['a success with errors', { body: success.replace('}}}', '}},"errors":[{"message":"x"}]}') }],
      [
        'a success under __proto__',
        { body: success.replace('"result', '"__proto__":{"result').replace('}}}', '}}}}') },
      ],
      ['a success of more than 256 KiB', { body: success, padding: 256 * 1024 }],
    ] as const satisfies readonly (readonly [string, ScriptedAnswer])[]) {
      it(`leaves the outcome unconfirmed: ${name}`, async () => {
        const { element, cardId } = await embedScripted(answer);
        await enterPin(element, '4826');
        expect((await element.submit()).kind).to.equal('unconfirmed');
        expect(await service.requests(cardId)).to.have.length(1);
        expect(await alert()).to.contain('We can’t tell');
        expect((await element.submit()).kind).to.equal('set');
      });
    }

    it('is requested again if it is truncated', async () => {
      const { element, cardId } = await embedScripted({ body: success, truncate: true });
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('set');
      expect(await service.requests(cardId)).to.have.length(2);
    });
  });
});
