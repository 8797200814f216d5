import '../support/browser/opened-root.js';
import { expect, fixture, html } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import { SetCardPinElement } from '../../src/index.js';
import { de } from '../../src/locales/de.js';
import { alert, enterPin, exists, find, newPin } from '../support/browser/cardholder.js';
import { inEngines } from '../support/browser/engine.js';
import { frameFits } from '../support/browser/frame-content.js';
import { describeFramed } from '../support/browser/framed.js';
import { next, until } from '../support/browser/page.js';

inEngines(['chromium'], 'the content of a frame, which only its protocol exposes', () => {
  describeFramed('<set-card-pin> while its frame loads', (framed) => {
    before(() => SetCardPinElement.addMessages('de', de));
    afterEach(() => document.documentElement.removeAttribute('style'));

    for (const [name, lang, confirms, style] of [
      ['in German', 'de', true, ''],
      ['with large text, without a confirmation', 'en', false, 'font-size: 200%'],
    ] as const)
      it(`has the height of the form at once, and keeps it: ${name}, in a narrow column`, async () => {
        framed.element.remove();
        document.documentElement.style.cssText = style;
        const page = await fixture<HTMLElement>(html`<div style="width: 288px"></div>`);
        const element = document.createElement('set-card-pin');
        Object.assign(element, { frameSrc: framed.frameSrc, lang, noConfirm: !confirms });
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

    it('says after a second that it loads, and in its own words that it could not', async () => {
      const { element, frameSrc } = framed;
      const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      // Reading the accessibility tree needs the real clock.
      const pass = async (milliseconds: number): Promise<void> => {
        clock.tick(milliseconds);
        await element.updateComplete;
      };
      const texts: string[] = [];
      const read = (selector: string): void => {
        const { shadowRoot } = element;
        texts.push(shadowRoot?.querySelector(selector)?.textContent ?? 'none');
      };
      try {
        element.frameSrc = new URL('/missing', frameSrc).href;
        await element.updateComplete;
        await pass(900);
        read('[role=status]');
        await pass(200);
        read('[role=status]');
        // An empty notice has no frame of its own.
        const notice = element.shadowRoot?.querySelector('[role=alert]');
        expect(notice?.getBoundingClientRect().height).to.equal(0);
        element.focus();
        await pass(8_000);
        read('[role=alert]');
        await pass(8_000);
      } finally {
        clock.restore();
      }
      expect(texts).to.deep.equal(['', 'Loading the form…', '']);
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

    it('says that a sent PIN is lost with the frame, until the form is for another card', async () => {
      const { page, element } = framed;
      const ended = next(element, 'pin-error');
      element.addEventListener('token-expired', (event) => event.preventDefault());
      // In the task that supplied a token, another card doesn't drop it.
      await new Promise((done) => setTimeout(done));
      element.cardId = 'another';
      await enterPin(element, '4826');
      void element.submit();
      await until(() => element.matches(':state(waiting)'));
      page.append(element);
      const { outcome, retryable } = await ended;
      expect([outcome.kind, retryable]).to.deep.equal(['unconfirmed', false]);
      const notice = () => element.shadowRoot!.querySelector('[role=alert]')!.textContent;
      await until(() => notice().includes('We can’t tell'));
      element.cardId = framed.cardId;
      await until(() => notice() === '');
    });

    it('takes the focus for which the page asks before it sets the card', async () => {
      const element = document.createElement('set-card-pin');
      element.frameSrc = framed.frameSrc;
      framed.page.replaceChildren(element);
      element.focus();
      element.cardId = 'card_1';
      await until(async () => (await newPin()).focused);
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

    it('leaves the focus where the page has put it meanwhile', async () => {
      const { element, frameSrc } = framed;
      const ready = next(element, 'pin-ready');
      element.frameSrc = `${frameSrc}?again`;
      element.focus();
      framed.focus('after');
      await ready;
      expect(framed.focused()).to.equal('after');
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
});
