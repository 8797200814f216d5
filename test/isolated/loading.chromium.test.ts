import { all, one } from '../support/browser/opened-root.js';
import { expect, fixture, html } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { restore, stub, useFakeTimers } from 'sinon';
import { SetCardPinElement, type PinErrorEvent } from '../../src/isolated.js';
import { de } from '../../src/locales/de.js';
import { evaluateInFrames } from '../support/browser/accessibility-tree.js';
import { alert, click, enterPin, exists, find, newPin } from '../support/browser/cardholder.js';
import { frameFits } from '../support/browser/frame-content.js';
import { describeFramed } from '../support/browser/framed.js';
import { listen, next, submitPin, until } from '../support/browser/page.js';

describeFramed('<set-card-pin> while its frame loads', (framed) => {
  before(() => SetCardPinElement.addMessages('de', de));
  afterEach(() => restore());

  it('has the form’s height from the start, even in German and in a narrow column', async () => {
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

  /** Stops the page's timers. Restore them before reading the accessibility tree. */
  const stopTimers = () => useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const isLoaded = () => one(framed.element, 'iframe').className === '';

  /** Expects that the form, once the cardholder has asked for it again, sets a PIN. */
  const expectRecovery = async () => {
    const { element, service, cardId } = framed;
    await click('button', 'Try again');
    await until(isLoaded);
    element.clientToken = await service.token(cardId);
    expect((await submitPin(element)).kind).to.equal('set');
  };

  it('shows a loading message 1 second after the page is shown, tries again without the cache after 8, and then shows the load error with the focus on the button', async () => {
    const { element, frameSrc } = framed;
    const clock = stopTimers();
    const pass = (milliseconds: number): Promise<unknown> => {
      clock.tick(milliseconds);
      return element.updateComplete;
    };
    const status = () => one(element, '[role=status]').textContent;
    const { href } = new URL('/missing', frameSrc);
    // The carried Chromium doesn't prerender pages, so the test simulates it. No time passes then.
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    element.frameSrc = href;
    await element.updateComplete;
    const events = listen(element);
    await pass(60_000);
    Reflect.deleteProperty(document, 'prerendering');
    document.dispatchEvent(new Event('prerenderingchange'));
    await pass(900);
    expect(status()).to.equal('');
    await pass(200);
    expect(status()).to.equal('Loading the form…');
    element.focus();
    const frame = one<HTMLIFrameElement>(element, 'iframe');
    await pass(6_899);
    expect(frame.src).to.equal(href);
    await pass(1);
    expect(frame.src.replace(/\d+$/, '')).to.equal(`${href}?again=`);
    await pass(7_999);
    expect(events).to.deep.equal([]);
    await pass(1);
    clock.restore();
    const [{ outcome, cause }, ...others] = events as [PinErrorEvent];
    expect([outcome.kind, cause, ...others]).to.deep.equal(['unavailable', 'frame']);
    expect(outcome)
      .to.have.property('explanation')
      .that.matches(/frame-src did not answer/);
    expect(await exists('status')).to.equal(false);
    expect(await alert()).to.equal('This form didn’t load. Try again.');
    expect((await find('button', 'Try again')).focused).to.equal(true);
  });

  it('shows the load error if a moved element’s frame doesn’t load, and removes it once the frame loads', async () => {
    const { page, element, cardId } = framed;
    const clock = stopTimers();
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
    element.cardId = cardId;
    await expectRecovery();
  });

  it('sends nothing to another page in the frame, and fails after 8 seconds', async () => {
    const { element, service } = framed;
    // This is also a frame page, so it would answer.
    const other = await executeServerCommand<string, string>('start-frame', service.endpoint);
    const clock = stopTimers();
    await evaluateInFrames(`location.assign('${other}')`);
    await until(() => !isLoaded());
    const ended = element.submit();
    clock.tick(8_000);
    clock.restore();
    expect((await ended).kind).to.equal('unavailable');
    await expectRecovery();
  });

  for (const [how, reload] of [
    ['is moved', () => framed.page.append(framed.element)],
    ['loads again', () => evaluateInFrames('location.reload()')],
  ] as const)
    it(`reports that the PIN might have been set if the frame ${how} during a request, and keeps the settings for the next PIN`, async () => {
      const { element, service, cardId } = framed;
      element.messages = { submit: 'Do it' };
      await service.delay(cardId, 60_000);
      await enterPin(element, '4826');
      const ended = element.submit();
      await until(() => service.has(cardId, '4826'));
      await reload();
      expect((await ended).kind).to.equal('unconfirmed');
      // The frame page also has its own alert.
      const notice = () => one(element, '[role=alert]').textContent;
      await until(() => notice().includes('We can’t tell'));
      await find('button', 'Do it');
      await service.delay(cardId, 0);
      expect((await submitPin(element, '7391')).kind).to.equal('set');
    });

  // As if the browser had ended the frame's process.
  it('fails with unconfirmed if the frame page doesn’t respond for two minutes, and reloads the frame', async () => {
    const { element, service, cardId } = framed;
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const clock = stopTimers();
    const ended = element.submit();
    await until(() => element.matches(':state(submitting)'));
    await until(() => service.has(cardId, '4826'));
    await evaluateInFrames('MessagePort.prototype.postMessage = () => {}');
    await service.delay(cardId, 0);
    const events = listen(element);
    clock.tick(119_999);
    expect(events).to.deep.equal([]);
    clock.tick(1);
    expect((await ended).kind).to.equal('unconfirmed');
    clock.restore();
    await until(isLoaded);
    expect(one(element, '[role=alert]').textContent).to.contain('We can’t tell');
    element.clientToken = await service.token(cardId);
    expect((await submitPin(element, '7391')).kind).to.equal('set');
  });

  it('focuses its field if the page calls focus() before it sets cardId', async () => {
    const element = document.createElement('set-card-pin');
    element.frameSrc = framed.frameSrc;
    framed.page.replaceChildren(element);
    element.focus();
    element.cardId = 'card_1';
    await until(async () => (await newPin()).focused);
  });

  for (const [address, explanation] of [
    ['', /: frame-src must be an absolute/],
    [`${location.origin}/frame/`, /: frame-src must be on a different origin/],
  ] as const)
    it(`doesn’t load “${address}”, and explains why in the console at once and at each submit`, async () => {
      const errors = stub(console, 'error');
      const invalid = document.createElement('set-card-pin');
      const events = listen(invalid);
      framed.page.append(invalid);
      invalid.frameSrc = address;
      await invalid.updateComplete;
      expect(errors.args.flat().join()).to.match(explanation);
      expect(events).to.deep.equal([]);
      const outcome = await invalid.submit();
      expect(outcome).to.include({ kind: 'misconfigured', attribute: 'frame-src' });
      expect(events.map(({ type }) => type)).to.deep.equal(['pin-error']);
      expect(one(invalid, 'p').textContent).to.contain('Something’s wrong with this page.');
      expect(all(invalid, 'iframe')).to.deep.equal([]);
    });
});
