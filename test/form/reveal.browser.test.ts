import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import {
  click,
  exists,
  confirmation,
  enterPin,
  find,
  newPin,
  press,
  type,
} from '../support/browser/cardholder.js';
import { element } from '../support/browser/new-element.js';
import { runInFormPage, until } from '../support/browser/page.js';

const clickReveal = async () =>
  click('button', (await exists('button', 'Show PIN')) ? 'Show PIN' : 'Hide PIN');

/** Waits until both fields have this value, for less than the 30 s after which a PIN is masked. */
const shows = (value: string) =>
  until(
    async () => (await newPin()).value === value && (await confirmation()).value === value,
    20_000,
  );

describe('<set-card-pin> reveal', () => {
  it('has one button for both fields, which is named after its next action', async () => {
    await enterPin(element, '4826');
    await press('Tab');
    const [show, hide] = ['Show PIN in both fields', 'Hide PIN in both fields'];
    expect(await find('button', show)).to.include({ name: show, pressed: false, focused: true });
    await press('Enter');
    expect(await find('button', hide)).to.include({ name: hide, pressed: false, focused: true });
    await shows('4826');
    await press(' ');
    expect(await find('button', show)).to.include({ focused: true });
    await shows('••••');
  });

  it('keeps the PIN, the caret and the focus when the PIN is revealed or masked', async () => {
    await type('486');
    await press('ArrowLeft');
    // On macOS, a pressed button doesn't receive focus, so the field would lose it to the page.
    for (const next of ['Hide PIN', 'Show PIN']) {
      await clickReveal();
      expect((await newPin()).focused).to.equal(true);
      expect(await exists('button', next)).to.equal(true);
    }
    await type('2');
    await clickReveal();
    expect((await newPin()).value).to.equal('4826');
  });

  // `form-state.test.ts` tests the other ways in which a reveal ends.
  it('masks the PIN when the page is hidden or printed, and when the focus leaves the element', async () => {
    const other = await fixture<HTMLInputElement>(html`<input />`);
    await enterPin(element, '4826');
    for (const happen of [
      () => {
        const value = 'hidden';
        Object.defineProperty(document, 'visibilityState', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        Reflect.deleteProperty(document, 'visibilityState');
      },
      () => void window.dispatchEvent(new Event('beforeprint')),
    ]) {
      await clickReveal();
      await shows('4826');
      await runInFormPage(happen);
      await shows('••••');
    }
    await clickReveal();
    await press('Shift+Tab');
    await shows('4826');
    other.focus();
    await shows('••••');
  });

  it('masks the PIN when the element is scrolled away', async () => {
    await enterPin(element, '4826');
    await clickReveal();
    await shows('4826');
    element.style.marginBlockEnd = '300vh';
    window.scrollTo(0, document.documentElement.scrollHeight);
    // The observer reports in the next frames of the page.
    for (let frame = 0; frame < 3; frame++) await nextFrame();
    window.scrollTo(0, 0);
    await shows('••••');
  });
});
