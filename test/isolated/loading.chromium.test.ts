import '../support/browser/opened-root.js';
import { expect, fixture, html } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import { SetCardPinElement } from '../../src/index.js';
import { de } from '../../src/locales/de.js';
import { alert, enterPin, exists, find, newPin } from '../support/browser/cardholder.js';
import { frameFits } from '../support/browser/frame-content.js';
import { describeFramed } from '../support/browser/framed.js';
import { next, until } from '../support/browser/page.js';

describeFramed('<set-card-pin> while its frame loads', (framed) => {
  before(() => SetCardPinElement.addMessages('de', de));

  it('has the height of the form at once, and keeps it, in German and in a narrow column', async () => {
    framed.element.remove();
    const page = await fixture<HTMLElement>(html`<div style="width: 288px"></div>`);
    const element = document.createElement('set-card-pin');
    Object.assign(element, { frameSrc: framed.frameSrc, lang: 'de' });
    const heights = new Set<number>();
    new ResizeObserver(() => heights.add(Math.round(element.offsetHeight))).observe(element);
    const ready = next(element, 'pin-ready');
    page.append(element);
    await element.updateComplete;
    const first = element.offsetHeight;
    await ready;
    await until(frameFits);
    expect(first).to.be.greaterThan(150);
    for (const height of heights) expect(height).to.be.closeTo(first, 1);
  });

  it('says after a second that it loads, and then that it could not, with the focus at the button', async () => {
    const { element, frameSrc } = framed;
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const textAfter = async (milliseconds: number): Promise<string | undefined> => {
      clock.tick(milliseconds);
      await element.updateComplete;
      return element.shadowRoot?.querySelector('[role=status]')?.textContent;
    };
    element.frameSrc = new URL('/missing', frameSrc).href;
    await element.updateComplete;
    const texts = [await textAfter(900), await textAfter(200)];
    element.focus();
    await textAfter(8_000);
    await textAfter(8_000);
    // Reading the accessibility tree needs the real clock.
    clock.restore();
    expect(texts).to.deep.equal(['', 'Loading the form…']);
    expect(await exists('status')).to.equal(false);
    expect(await alert()).to.equal('This form didn’t load. Try again.');
    expect((await find('button', 'Try again')).focused).to.equal(true);
  });

  it('fails like at first if the frame of a moved element doesn’t load, and says so until it does', async () => {
    const { page, element } = framed;
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    page.append(element);
    const ended = element.submit();
    clock.tick(8_000);
    clock.restore();
    expect((await ended).kind).to.equal('unavailable');
    for (const act of [() => {}, () => (element.cardId = 'another'), () => element.reset()]) {
      act();
      await element.updateComplete;
      expect(await alert()).to.equal('This form didn’t load. Try again.');
    }
  });

  it('says that a PIN that was sent may be set if the frame loads again', async () => {
    const { page, element, service, cardId } = framed;
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const ended = element.submit();
    await until(() => element.matches(':state(submitting)'));
    page.append(element);
    expect((await ended).kind).to.equal('unconfirmed');
    // The frame page has an alert of its own.
    const notice = () => element.shadowRoot!.querySelector('[role=alert]')!.textContent;
    await until(() => notice().includes('We can’t tell'));
  });

  it('takes the focus for which the page asks before it sets the card', async () => {
    const element = document.createElement('set-card-pin');
    element.frameSrc = framed.frameSrc;
    framed.page.replaceChildren(element);
    element.focus();
    element.cardId = 'card_1';
    await until(async () => (await newPin()).focused);
  });

  it('reports an invalid frame-src to a listener that is added after the connection', async () => {
    const invalid = document.createElement('set-card-pin');
    invalid.frameSrc = '';
    framed.page.append(invalid);
    const { outcome, cause } = await next(invalid, 'pin-error');
    expect([outcome.kind, cause]).to.deep.equal(['misconfigured', 'frame']);
  });

  it('says why the frame page takes no words of this size', async () => {
    const { element } = framed;
    const ended = next(element, 'pin-error');
    const codes = Array.from({ length: 1_001 }, (_, code) => [`CODE_${code}`, 'No.']);
    element.messages = { codes: Object.fromEntries(codes) };
    const { outcome, cause } = await ended;
    expect(cause).to.equal('frame');
    expect('explanation' in outcome && outcome.explanation).to.match(/more than 1,000 entries/);
  });

  it('keeps the focus when its frame fails', async () => {
    const { element } = framed;
    element.focus();
    const ended = next(element, 'pin-error');
    element.frameSrc = 'about:blank';
    await ended;
    await until(async () => (await find('button', 'Try again')).focused);
  });
});
