import { expect, fixture, html } from '@open-wc/testing';
import { SetCardPinElement, type ClientToken, type TokenExpiredEvent } from '../../src/index.js';
import { alert, enterPin, find, setPin, status } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, listen, next, put, shown, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** A date so far from now, as the service writes it. */
const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

/** Runs while the machine's clock is so far on, and leaves it right. */
const clockAhead = async <T>(milliseconds: number, run: () => Promise<T>): Promise<T> => {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
  try {
    return await run();
  } finally {
    Date.now = now;
  }
};

const reasons = (element: HTMLElement): string[] => {
  const heard: string[] = [];
  element.addEventListener('token-expired', ({ reason, pending }) =>
    heard.push(`${reason}${pending ? ' pending' : ''}`),
  );
  return heard;
};

describe('<set-card-pin> client token', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  const keysOf = async (cardId: string) =>
    (await service.requests(cardId)).map(
      ({ request }) =>
        (request.body as { variables: { IdempotencyKey: string } }).variables.IdempotencyKey,
    );

  it('waits for a fresh token when the service refuses it, and goes on with the same PIN and key (transport 5.6, 7.5, C.17, C.19, C.35, C.42)', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once');
    const needed = next(element, 'token-expired');
    const done = next(element, 'pin-set');
    await setPin(element, '4826');
    const { reason, pending, requestId } = await needed;
    expect({ reason, pending }).to.deep.equal({ reason: 'refused', pending: true });
    expect(requestId).to.be.a('string');
    await until(() => element.matches(':state(waiting)'));
    expect(await status()).to.contain('Your PIN is kept, there is nothing to type again.');
    expect(await find('textbox', 'New PIN')).to.include({ value: '••••', readonly: true });

    element.clientToken = await service.token(cardId);
    await done;
    const keys = await keysOf(cardId);
    expect(keys).to.have.length(2);
    expect(keys[0]).to.equal(keys[1]);
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('takes the page’s answer to the event (transport C.19)', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once');
    element.addEventListener('token-expired', (event) => event.respondWith(service.token(cardId)));
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('set');
  });

  it('takes token, provider and denied PINs as properties by the names that a template of Vue’s has for them', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    Object.assign(element, {
      'denied-pins': ['4826'],
      'client-token': await service.token(cardId),
    });
    await enterPin(element, '4826');
    expect(await element.submit()).to.include({ kind: 'invalid', problem: 'personal' });
    element.reset();
    await enterPin(element, '7391');
    expect((await element.submit()).kind).to.equal('set');

    const other = await embed(service, 'accepted', { token: false });
    Object.assign(other.element, { 'get-client-token': () => service.token(other.cardId) });
    await enterPin(other.element, '4826');
    expect((await other.element.submit()).kind).to.equal('set');
  });

  it('asks for a token when none was given, at the submit and not before (transport C.15)', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const heard = reasons(element);
    element.addEventListener('token-expired', (event) => event.respondWith(service.token(cardId)));
    await enterPin(element, '4826');
    expect(heard).to.deep.equal([]);
    expect((await element.submit()).kind).to.equal('set');
    expect(heard).to.deep.equal(['missing pending']);
  });

  it('says once that a token lapses, half a minute before its time, with nothing pending (transport C.16)', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const heard = reasons(element);
    const lapsed = next(element, 'token-expired');
    const { value } = await service.token(cardId);
    element.clientToken = { value, expirationDate: fromNow(30_100) };
    await lapsed;
    expect(heard).to.deep.equal(['lapsed']);
    // A framework sets it again on its next render.
    element.clientToken = { value, expirationDate: fromNow(30_100) };
    element.addEventListener('token-expired', (event) => event.respondWith(service.token(cardId)));
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('set');
    expect(heard).to.deep.equal(['lapsed', 'missing pending']);
  });

  it('notices at the submit that a token has lapsed while the machine slept (transport 3.1)', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const heard = reasons(element);
    element.clientToken = { ...(await service.token(cardId)), expirationDate: fromNow(900_000) };
    element.addEventListener('token-expired', (event) => event.respondWith(service.token(cardId)));
    await enterPin(element, '4826');
    expect((await clockAhead(3_600_000, () => element.submit())).kind).to.equal('set');
    expect(heard).to.deep.equal(['lapsed pending']);
  });

  it('ends, and wipes the PIN, when the machine slept longer than a submit may wait (transport C.22)', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const needed = next(element, 'token-expired');
    await enterPin(element, '4826');
    const ended = element.submit();
    await needed;
    await clockAhead(3_600_000, async () => {
      element.clientToken = await service.token(cardId);
      expect((await ended).kind).to.equal('token-expired');
    });
    expect((await find('textbox', 'New PIN')).value).to.equal('');
    expect(await service.requests(cardId)).to.have.length(0);
  });

  it('renews a token that the service finds expired before the machine does, whose clock is behind (transport 3.1, 8.1, C.17)', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    const heard = reasons(element);
    element.addEventListener('token-expired', (event) => event.respondWith(service.token(cardId)));
    await service.advance(15 * 60);
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('set');
    expect(heard).to.deep.equal(['refused pending']);
  });

  it('tries again after a wait for a token that was longer than the time in which is retried (transport C.23)', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    element.tokenTimeout = 120;
    await service.answers(cardId, [{ status: 503 }, { status: 401 }, { status: 503 }]);
    const needed = next(element, 'token-expired');
    await enterPin(element, '4826');
    const ended = element.submit();
    await needed;
    await clockAhead(60_000, async () => {
      element.clientToken = await service.token(cardId);
      expect((await ended).kind).to.equal('set');
    });
  });

  it('goes on with a token that came while the old one was out and refused (transport C.19)', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once');
    const heard = reasons(element);
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const ended = element.submit();
    // By the time that there is another one the first is on its way.
    element.clientToken = await service.token(cardId);
    await service.delay(cardId, 0);
    expect((await ended).kind).to.equal('set');
    expect(heard).to.deep.equal([]);
    expect(await keysOf(cardId)).to.have.length(2);
  });

  it('goes on with a token that the listener sets at once, and with the last of two (transport C.19)', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const token = await service.token(cardId);
    element.addEventListener('token-expired', () => {
      element.clientToken = 'stale';
      element.clientToken = token;
    });
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('set');
    expect(await service.requests(cardId)).to.have.length(1);
  });

  it('tells one element of its need, and gives it no token of another one (transport C.54)', async () => {
    const first = await embed(service, 'accepted');
    const second = await embed(service, 'accepted', { token: false });
    const heard = [reasons(first.element), reasons(second.element)];
    await enterPin(first.element, '4826');
    await enterPin(second.element, '5937');
    const [one, two] = [first.element.submit(), second.element.submit()];
    expect((await one).kind).to.equal('set');
    second.element.clientToken = await service.token(second.cardId);
    expect((await two).kind).to.equal('set');
    expect(heard).to.deep.equal([[], ['missing pending']]);
  });

  it('takes a lapsed token from a page that was asked, as clocks are wrong (transport C.20)', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const token = { ...(await service.token(cardId)), expirationDate: fromNow(30_050) };
    const lapsed = next(element, 'token-expired');
    element.clientToken = token;
    await lapsed;
    element.addEventListener('token-expired', (event) => event.respondWith(Promise.resolve(token)));
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('set');
  });

  it('asks anew when the answer fails that a submit found under way', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const heard = reasons(element);
    let fail: (error: Error) => void = () => {};
    element.addEventListener(
      'token-expired',
      (event) => event.respondWith(new Promise((_, reject) => (fail = reject))),
      { once: true },
    );
    const lapsed = next(element, 'token-expired');
    element.clientToken = { ...(await service.token(cardId)), expirationDate: fromNow(30_050) };
    await lapsed;
    element.addEventListener('token-expired', (event) => event.respondWith(service.token(cardId)));
    await enterPin(element, '4826');
    const ended = element.submit();
    await until(() => element.matches(':state(waiting)'));
    expect(heard).to.deep.equal(['lapsed']);
    fail(new Error('signed out'));
    expect((await ended).kind).to.equal('set');
    expect(heard).to.deep.equal(['lapsed', 'missing pending']);
  });

  inModes(['inline'], 'the pristine realm, which a frame does without', () => {
    it('goes on when the page threw the pristine realm away while it waited', async () => {
      const { element, cardId } = await embed(service, 'accepted', { token: false });
      await enterPin(element, '4826');
      const ended = element.submit();
      await until(() => element.matches(':state(waiting)'));
      document.documentElement.lastElementChild?.remove();
      element.clientToken = await service.token(cardId);
      expect((await ended).kind).to.equal('set');
    });
  });

  it('ends, and is not stuck, when a property that the page defined anew throws', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    Object.defineProperty(element, 'getClientToken', {
      get() {
        throw new Error('not now');
      },
    });
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('token-expired');
    element.clientToken = await service.token(cardId);
    await element.updateComplete;
    expect(element.matches(':state(submitting)')).to.equal(false);
  });

  it('uses a token just supplied whatever its date says (transport C.20)', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const heard = reasons(element);
    element.clientToken = { ...(await service.token(cardId)), expirationDate: fromNow(-60_000) };
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('set');
    expect(heard).to.deep.equal([]);
  });

  it('takes a date it can’t read, or one that is farther than a timer reaches, for no reason to ask', async () => {
    for (const expirationDate of ['soon', fromNow(30 * 86_400_000)]) {
      const { element, cardId } = await embed(service, 'accepted', { token: false });
      const heard = reasons(element);
      element.clientToken = { ...(await service.token(cardId)), expirationDate };
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('set');
      expect(heard).to.deep.equal([]);
    }
  });

  it('ends when a fresh token is refused too, without a third try (transport C.21)', async () => {
    const { element, cardId } = await embed(service, 'token-refused-always');
    const heard = reasons(element);
    element.addEventListener('token-expired', (event) => event.respondWith(service.token(cardId)));
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('token-expired');
    expect(await service.requests(cardId)).to.have.length(2);
    expect(heard).to.deep.equal(['refused pending', 'refused']);
  });

  it('does nothing when a refused token is set again (transport C.14)', async () => {
    const { element, cardId } = await embed(service, 'token-refused-once', { token: false });
    const stale = await service.token(cardId);
    element.clientToken = stale;
    const needed = next(element, 'token-expired');
    await enterPin(element, '4826');
    const ended = element.submit();
    await needed;
    element.clientToken = stale;
    element.setAttribute('client-token', stale.value);
    expect(await service.requests(cardId)).to.have.length(1);
    element.clientToken = await service.token(cardId);
    element.clientToken = stale;
    expect((await ended).kind).to.equal('set');
  });

  it('ends and wipes the PIN when no token comes in time (transport C.22)', async () => {
    const { element } = await embed(service, 'accepted', { token: false });
    element.tokenTimeout = 0.05;
    const ended = next(element, 'pin-error');
    await setPin(element, '4826');
    expect((await ended).outcome).to.deep.equal({ kind: 'token-expired' });
    expect(await alert()).to.contain('Your session has ended.');
    expect((await find('textbox', 'New PIN')).value).to.equal('');
  });

  it('ends at once when the page’s promise is rejected (transport C.25)', async () => {
    const { element } = await embed(service, 'accepted', { token: false });
    element.addEventListener('token-expired', (event) =>
      event.respondWith(Promise.reject(new Error('signed out'))),
    );
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('token-expired');
  });

  it('takes one answer, and only while the event is on its way (transport C.24)', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const token = service.token(cardId);
    let event: TokenExpiredEvent | undefined;
    let second: unknown;
    element.addEventListener('token-expired', (given) => {
      event = given;
      given.respondWith(token);
      try {
        given.respondWith(token);
      } catch (error) {
        second = error;
      }
    });
    await enterPin(element, '4826');
    expect((await element.submit()).kind).to.equal('set');
    expect((second as DOMException).name).to.equal('InvalidStateError');

    const { element: other } = await embed(service, 'accepted', { token: false });
    other.tokenTimeout = 0.05;
    const needed = next(other, 'token-expired');
    await enterPin(other, '4826');
    const ended = other.submit();
    const late = await needed;
    expect(() => late.respondWith(token)).to.throw(DOMException, 'token-expired is over');
    await ended;
    expect(event?.reason).to.equal('missing');
  });

  it('is one submit for a listener that submits again, and none for one that resets', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    let inner: Promise<unknown> | undefined;
    element.addEventListener('token-expired', (event) => {
      inner = element.submit();
      event.respondWith(service.token(cardId));
    });
    await enterPin(element, '4826');
    const outer = element.submit();
    expect((await outer).kind).to.equal('set');
    expect(inner).to.equal(outer);
    expect(await service.requests(cardId)).to.have.length(1);

    const { element: other } = await embed(service, 'accepted', { token: false });
    other.addEventListener('token-expired', () => other.reset());
    await enterPin(other, '4826');
    expect(await other.submit()).to.deep.equal({ kind: 'aborted' });
    expect((await find('button', 'Set PIN')).disabled).to.equal(false);
  });

  describe('with a provider', () => {
    it('asks it for a token when one is needed, and raises no event (transport C.18)', async () => {
      const { element, cardId } = await embed(service, 'token-refused-once', { token: false });
      const heard = listen(element);
      let asked = 0;
      element.getClientToken = () => {
        asked++;
        return service.token(cardId);
      };
      await enterPin(element, '4826');
      expect(asked).to.equal(0);
      expect((await element.submit()).kind).to.equal('token-expired');
      // The first token was fresh, so that its refusal ended the submit; the next one is there already.
      await until(() => asked === 2);
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('set');
      expect(heard.map(({ type }) => type)).not.to.include('token-expired');
    });

    it('asks it again when a token that it had is refused', async () => {
      const { element, cardId } = await embed(service, 'token-refused-once');
      element.getClientToken = () => service.token(cardId);
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('set');
    });

    it('raises the event when it rejects, throws or gives nothing new (transport C.18)', async () => {
      const providers: (() => Promise<string | ClientToken>)[] = [
        () => Promise.reject(new Error('no')),
        () => {
          throw new Error('no');
        },
        () => Promise.resolve(''),
      ];
      for (const provider of providers) {
        const { element, cardId } = await embed(service, 'accepted', { token: false });
        const heard = reasons(element);
        element.getClientToken = provider;
        element.addEventListener('token-expired', (event) =>
          event.respondWith(service.token(cardId)),
        );
        await enterPin(element, '4826');
        expect((await element.submit()).kind).to.equal('set');
        expect(heard).to.deep.equal(['missing pending']);
      }
    });

    it('ends when it does not answer in time, tells it by its signal, and ignores what comes late (transport C.18, C.22)', async () => {
      const { element, cardId } = await embed(service, 'accepted', { token: false });
      element.tokenTimeout = 0.05;
      let answer: (token: ClientToken) => void = () => {};
      let signal: AbortSignal | undefined;
      element.getClientToken = (options) => {
        signal = options.signal;
        return new Promise((resolve) => (answer = resolve));
      };
      const heard = reasons(element);
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('token-expired');
      await until(() => signal?.aborted === true);
      expect(heard).to.deep.equal(['missing']);
      answer(await service.token(cardId));
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('token-expired');
      expect(await service.requests(cardId)).to.have.length(0);
    });

    it('lets a token that is set meanwhile overtake it (transport C.19)', async () => {
      const { element, cardId } = await embed(service, 'accepted', { token: false });
      element.getClientToken = () => new Promise(() => {});
      await enterPin(element, '4826');
      const ended = element.submit();
      element.clientToken = await service.token(cardId);
      expect((await ended).kind).to.equal('set');
    });

    it('does not ask a second time while a token that lapses is being fetched', async () => {
      const { element, cardId } = await embed(service, 'accepted', { token: false });
      let asked = 0;
      let answer: (token: ClientToken) => void = () => {};
      element.getClientToken = () => {
        asked++;
        return new Promise((resolve) => (answer = resolve));
      };
      element.clientToken = { ...(await service.token(cardId)), expirationDate: fromNow(30_050) };
      await until(() => asked === 1);
      await enterPin(element, '4826');
      const ended = element.submit();
      answer(await service.token(cardId));
      expect((await ended).kind).to.equal('set');
      expect(asked).to.equal(1);
    });
  });

  describe('however it is given', () => {
    it('takes it from the attribute and removes that from the DOM at once', async () => {
      const { element, cardId } = await embed(service, 'accepted', { token: false });
      const { value } = await service.token(cardId);
      element.setAttribute('client-token', value);
      expect(element.hasAttribute('client-token')).to.equal(false);
      expect(element.clientToken).to.equal(undefined);
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('set');
    });

    for (const [route, give] of [
      ['by property', (element, token) => (element.clientToken = token)],
      ['by attribute', (element, { value }) => element.setAttribute('client-token', value)],
      [
        'by a provider',
        (element, token) => (element.getClientToken = () => Promise.resolve(token)),
      ],
    ] as [string, (element: SetCardPinElement, token: ClientToken) => void][]) {
      it(`takes it ${route}, in any order with the settings and the connection`, async () => {
        const cardId = await service.card('accepted');
        const stage = await fixture(html`<div></div>`);
        for (const order of ['tsc', 'tcs', 'stc', 'sct', 'cts', 'cst']) {
          const element = document.createElement('set-card-pin');
          const ready = next(element, 'pin-ready');
          const heard = reasons(element);
          const token = await service.token(cardId);
          for (const step of order) {
            if (step === 't') give(element, token);
            else if (step === 's')
              Object.assign(element, {
                endpoint: service.endpoint,
                frameSrc: service.frameSrc,
                cardId,
              });
            else stage.append(element);
          }
          await ready;
          await enterPin(element, '4826');
          expect((await element.submit()).kind, order).to.equal('set');
          expect(heard).to.deep.equal([]);
          element.remove();
        }
      });
    }

    it('takes the property that was set before the element was defined, later than the markup’s attribute', async () => {
      for (const [tag, early] of [
        ['early-property', (value) => ({ attribute: 'stale', clientToken: value })],
        ['early-nothing', (value) => ({ attribute: value, clientToken: undefined })],
        ['early-provider', (value) => ({ getClientToken: () => Promise.resolve(value) })],
      ] as [string, (value: string) => { attribute?: string }][]) {
        const cardId = await service.card('accepted');
        const { attribute = '', ...properties } = early((await service.token(cardId)).value);
        const element = document.createElement(tag) as SetCardPinElement;
        element.setAttribute('client-token', attribute);
        const { endpoint, frameSrc } = service;
        Object.assign(element, { endpoint, frameSrc, cardId, ...properties });
        const ready = next(element, 'pin-ready');
        (await fixture(html`<div></div>`)).append(element);
        customElements.define(tag, class extends SetCardPinElement {});
        expect(element.hasAttribute('client-token')).to.equal(false);
        await ready;
        await enterPin(element, '4826');
        expect((await element.submit()).kind, tag).to.equal('set');
        expect(await service.requests(cardId)).to.have.length(1);
      }
    });

    it('tells, once it is in the page, that a token lapsed before (transport C.16)', async () => {
      const { element, cardId } = await embed(service, 'accepted', { token: false });
      const heard = reasons(element);
      const stage = element.parentElement!;
      element.remove();
      await Promise.resolve();
      element.clientToken = { ...(await service.token(cardId)), expirationDate: fromNow(900_000) };
      await clockAhead(3_600_000, async () => {
        const needed = next(element, 'token-expired');
        stage.append(element);
        await needed;
      });
      expect(heard).to.deep.equal(['lapsed']);
    });

    it('takes it from the page’s own markup', async () => {
      const cardId = await service.card('accepted');
      const { value } = await service.token(cardId);
      const element = await put<SetCardPinElement>(
        html`<set-card-pin
          .frameSrc=${service.frameSrc}
          client-token=${value}
          card-id=${cardId}
          endpoint=${service.endpoint}
        ></set-card-pin>`,
      );
      expect(element.outerHTML).not.to.contain(value);
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('set');
    });

    it('keeps it over reset and move, and forgets it with removal (transport C.13)', async () => {
      const { element } = await embed(service, 'accepted');
      element.reset();
      const other = document.createElement('div');
      element.after(other);
      other.append(element);
      await shown();
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('set');

      const parent = element.parentElement;
      element.remove();
      await Promise.resolve();
      parent?.append(element);
      // In the page it still says that the PIN is set.
      element.reset();
      await shown();
      element.tokenTimeout = 0.05;
      const heard = reasons(element);
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('token-expired');
      expect(heard).to.deep.equal(['missing pending']);
    });

    it('reports what is no token as the page’s mistake, also when a submit waits for it', async () => {
      const { element } = await embed(service, 'accepted', { token: false });
      element.addEventListener('token-expired', (event) =>
        event.respondWith(Promise.resolve({ token: 'x' } as unknown as ClientToken)),
      );
      await enterPin(element, '4826');
      expect(await element.submit()).to.include({
        kind: 'misconfigured',
        attribute: 'client-token',
      });
    });
  });

  it('gives up waiting when the cardholder’s page resets it, and asks no more', async () => {
    const { element } = await embed(service, 'accepted', { token: false });
    let signal: AbortSignal | undefined;
    element.getClientToken = (options) => {
      signal = options.signal;
      return new Promise(() => {});
    };
    await enterPin(element, '4826');
    const ended = element.submit();
    await until(() => signal !== undefined);
    const heard = listen(element);
    element.reset();
    expect(await ended).to.deep.equal({ kind: 'aborted' });
    expect(signal?.aborted).to.equal(true);
    expect(heard).to.have.length(0);
  });
});
