import { expect } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import type { LoggedRequest } from '../../src/node/sandbox/request-log.js';
import type { ScriptedAnswer } from '../../src/node/sandbox/scripted-answers.js';
import type { SetCardPinElement } from '../../src/index.js';
import {
  alert,
  enterPin,
  find,
  press,
  sees,
  setPin,
  status,
} from '../support/browser/cardholder.js';
import { inEngines, inModes } from '../support/browser/engine.js';
import { embed, listen, next, until, withoutJitter } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const AGAIN = 'This is taking longer than usual. Trying again, for up to a minute.';
const UNCHANGED = 'Cancelled. Your PIN has not changed.';
const OPEN = 'Cancelled. Your new PIN may or may not be set. Type it again to be sure.';

/** A refusal with a wait that no test comes to the end of. */
const ASKS_TO_WAIT: ScriptedAnswer = { status: 503, headers: { 'Retry-After': '20' } };

const keysOf = (requests: readonly LoggedRequest[]) =>
  requests.map(
    ({ request }) =>
      (request.body as { variables: { IdempotencyKey?: string } }).variables.IdempotencyKey,
  );

describe('<set-card-pin> retry', () => {
  withoutJitter();

  let service: Service;
  before(async () => {
    service = await startService();
  });

  /** An element whose card answers as told, and then as a card that takes every PIN. */
  const scripted = async (...answers: readonly ScriptedAnswer[]) => {
    const embedded = await embed(service, 'accepted');
    await service.answers(embedded.cardId, answers);
    return embedded;
  };
  const tryingAgain = () => until(async () => (await status()) === AGAIN);
  const cancel = async () => {
    while (!(await find('button', 'Cancel')).focused) await press('Tab');
    await press('Enter');
  };

  it('is told to the cardholder, and ends in success under the same key (transport 7.10, C.35, C.47)', async () => {
    // The second answer leaves a slow pair of eyes the time to look.
    const { element, cardId } = await scripted(
      { status: 429, headers: { 'Retry-After': '1' } },
      { usual: true, delayMilliseconds: 3_000 },
    );
    const done = next(element, 'pin-set');
    await setPin(element, '4826');
    await tryingAgain();
    expect(await find('button', 'Setting your PIN')).to.include({ disabled: true });
    expect((await find('textbox', 'New PIN')).value).to.equal('••••');
    await done;
    expect(await sees('button', 'Cancel')).to.equal(false);
    const keys = keysOf(await service.requests(cardId));
    expect(keys).to.have.length(2);
    expect(new Set(keys).size).to.equal(1);
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('is no matter while the first attempt is out', async () => {
    const { element, cardId } = await scripted();
    await service.delay(cardId, 60_000);
    await setPin(element, '4826');
    expect(await status()).to.equal('');
    expect(await sees('button', 'Cancel')).to.equal(false);
    await service.delay(cardId, 0);
  });

  it('says the same as long as it goes on', async () => {
    const { element, cardId } = await scripted(
      { status: 503 },
      { status: 503 },
      { usual: true, delayMilliseconds: 60_000 },
    );
    await setPin(element, '4826');
    await until(async () => (await service.requests(cardId)).length === 2);
    expect(await status()).to.equal(AGAIN);
    element.reset();
  });

  describe('when the cardholder cancels', () => {
    const cancelled = async (element: SetCardPinElement, meanwhile: () => Promise<void>) => {
      await enterPin(element, '4826');
      const heard = listen(element);
      const ended = element.submit();
      await meanwhile();
      await cancel();
      expect(await ended).to.deep.equal({ kind: 'aborted' });
      expect(await find('textbox', 'New PIN')).to.include({
        value: '',
        focused: true,
        readonly: false,
      });
      expect(await sees('button', 'Cancel')).to.equal(false);
      expect(heard.filter(({ type }) => type !== 'token-expired')).to.have.length(1);
      expect(heard.at(-1)).to.deep.include({ type: 'pin-change', complete: false, valid: false });
    };

    it('a wait, sends nothing more, and says that the PIN has not changed (transport C.7, C.47)', async () => {
      const { element, cardId } = await scripted(ASKS_TO_WAIT);
      await cancelled(element, tryingAgain);
      expect(await status()).to.equal(UNCHANGED);
      expect(await alert()).to.equal('');
      expect(await service.requests(cardId)).to.have.length(1);
      const done = next(element, 'pin-set');
      await setPin(element, '5937');
      await done;
      expect(await service.requests(cardId)).to.have.length(2);
    });

    it('a wait after a lost answer, says that the PIN may be set', async () => {
      const { element } = await scripted({ lost: true, execute: true }, ASKS_TO_WAIT);
      await cancelled(element, tryingAgain);
      expect(await alert()).to.equal(OPEN);
    });

    it('an attempt that is out, hangs up, and says that the PIN may be set', async () => {
      const { element, cardId } = await scripted(
        { status: 503 },
        { usual: true, delayMilliseconds: 60_000 },
      );
      await cancelled(element, async () => {
        await until(async () => (await service.requests(cardId)).length === 1);
        await tryingAgain();
      });
      expect(await alert()).to.equal(OPEN);
      // Once the client has hung up, the log has the request, without an answer.
      await until(async () => (await service.requests(cardId)).length === 2);
      expect((await service.requests(cardId))[1]?.response).to.equal(null);
    });

    it('the wait for a token, and is not taken up again by a late one', async () => {
      const { element, cardId } = await embed(service, 'token-refused-once');
      await cancelled(element, () => until(() => element.matches(':state(waiting)')));
      expect(await status()).to.equal(UNCHANGED);
      element.clientToken = await service.token(cardId);
      await element.updateComplete;
      expect(await service.requests(cardId)).to.have.length(1);
    });
  });

  it('ends with the PIN kept where an answer was lost, and the next try has the same key (transport C.8, C.11)', async () => {
    const { element, cardId } = await scripted(
      { lost: true, execute: true },
      ...Array.from({ length: 3 }, (): ScriptedAnswer => ({ status: 503 })),
    );
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('unconfirmed');
    expect((await find('textbox', 'New PIN')).value).to.equal('••••');
    expect((await element.submit()).kind).to.equal('set');
    const keys = keysOf(await service.requests(cardId));
    expect(keys).to.have.length(5);
    expect(new Set(keys).size).to.equal(1);
  });

  it('is left to the cardholder where there is no key (transport C.46)', async () => {
    const { element, cardId } = await scripted({ lost: true, execute: true });
    element.noIdempotencyKey = true;
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('unconfirmed');
    expect(keysOf(await service.requests(cardId))).to.deep.equal([undefined]);
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
  });

  inModes(['inline'], 'the page’s clock, which is not the frame’s', () => {
    it('follows an answer that does not come within 15 seconds (transport C.31)', async () => {
      const { element, cardId } = await scripted({ usual: true, delayMilliseconds: 60_000 });
      await enterPin(element, '4826');
      const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const ended = element.submit();
        // Real time passes until the request is out, and then fifteen seconds in an instant.
        await until(() => element.matches(':state(submitting)'));
        clock.tick(14_900);
        expect(await sees('button', 'Cancel')).to.equal(false);
        clock.tick(200);
        await until(() => sees('button', 'Cancel'));
        await service.delay(cardId, 0);
        clock.tick(0);
        expect((await ended).kind).to.equal('set');
      } finally {
        clock.restore();
      }
      expect(new Set(keysOf(await service.requests(cardId))).size).to.equal(1);
    });
  });

  describe('has no use for', () => {
    const success = JSON.stringify({
      data: {
        result: { __typename: 'PaymentCard', id: 'x', bin: '999900', last4: '1001' },
      },
    });
    for (const [what, answer] of [
      [
        'HTML',
        { body: '<!doctype html><title>Hotel</title>', headers: { 'content-type': 'text/html' } },
      ],
      [
        'a success that says it is HTML',
        { body: success, headers: { 'content-type': 'text/html' } },
      ],
      ['an empty body', { body: '' }],
      ['no content', { status: 204 }],
      ['half a document', { body: success.slice(0, 40) }],
      ['a list', { body: `[${success}]` }],
      ['a number', { body: '7' }],
      ['null', { body: 'null' }],
      ['a success of another status', { status: 201, body: success }],
      [
        'a success with errors beside it',
        { body: success.replace('}}}', '}},"errors":[{"message":"x"}]}') },
      ],
      [
        'a success that is a prototype',
        { body: success.replace('"setPin', '"__proto__":{"setPin').replace('}}}', '}}}}') },
      ],
      ['a success of more than 256 KiB', { body: success, padding: 256 * 1024 }],
    ] as const satisfies readonly (readonly [string, ScriptedAnswer])[]) {
      it(`${what}, and neither throws nor gets stuck (transport C.10, C.48, C.49, C.50)`, async () => {
        const { element, cardId } = await scripted(answer);
        await enterPin(element, '4826');
        expect((await element.submit()).kind).to.equal('unconfirmed');
        expect(await service.requests(cardId)).to.have.length(1);
        expect(await alert()).to.contain('may or may not be set');
        expect((await element.submit()).kind).to.equal('set');
      });
    }

    inEngines(
      ['chromium', 'firefox'],
      'an answer cut short, which WebKitGTK hands on as a whole one',
      () => {
        it('an answer that is cut short, which is asked for again', async () => {
          const { element, cardId } = await scripted({ body: success, truncate: true });
          await enterPin(element, '4826');
          expect((await element.submit()).kind).to.equal('set');
          expect(await service.requests(cardId)).to.have.length(2);
        });
      },
    );
  });
});
