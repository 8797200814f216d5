import '../support/browser/opened-root.js';
import { expect, fixture, html } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import { SetCardPinElement } from '../../src/index.js';
import { de } from '../../src/locales/de.js';
import { alert, exists, find } from '../support/browser/cardholder.js';
import { inEngines } from '../support/browser/engine.js';
import { frameFits } from '../support/browser/frame-content.js';
import { describeFramed } from '../support/browser/framed.js';
import { next, until } from '../support/browser/page.js';

inEngines(['chromium'], 'the content of a frame, which only its protocol exposes', () => {
  describeFramed('<set-card-pin> while its frame loads', (framed) => {
    before(() => SetCardPinElement.addMessages('de', de));
    afterEach(() => document.documentElement.removeAttribute('style'));

    for (const [name, lang, width, confirms, style] of [
      ['in English', 'en', 400, true, ''],
      ['in German, in a narrow column', 'de', 288, true, ''],
      ['with large text', 'en', 320, true, 'font-size: 200%'],
      ['without a confirmation, in a narrow column', 'en', 288, false, ''],
    ] as const)
      it(`has the height of the form at once, and keeps it: ${name}`, async () => {
        framed.element.remove();
        document.documentElement.style.cssText = style;
        const page = await fixture<HTMLElement>(html`<div style=${`width: ${width}px`}></div>`);
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
