import { expect, fixture, html } from '@open-wc/testing';
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
import { inModes } from '../support/browser/engine.js';
import { element } from '../support/browser/new-element.js';
import { runInFormPage, until } from '../support/browser/page.js';

const clickReveal = async () =>
  click('button', (await exists('button', 'Show PIN')) ? 'Show PIN' : 'Hide PIN');

/** Waits until both fields have this value. */
const shows = (value: string) =>
  until(async () => (await newPin()).value === value && (await confirmation()).value === value);

describe('<set-card-pin> reveal', () => {
  it('is one button for both fields, whose name says what a press does', async () => {
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

  it('keeps the PIN, the caret and the focus', async () => {
    await type('486');
    await press('ArrowLeft');
    // On macOS a pressed button doesn't get the focus, so the field would lose it to the page.
    for (const next of ['Hide PIN', 'Show PIN']) {
      await clickReveal();
      expect((await newPin()).focused).to.equal(true);
      expect(await exists('button', next)).to.equal(true);
    }
    await type('2');
    await clickReveal();
    expect((await newPin()).value).to.equal('4826');
  });

  inModes(['inline'], 'the page’s selection, which doesn’t reach into a frame', () => {
    // `test/leaks` has what a script reads of a selection in every engine.
    it('selects no digit for the page, and yet edits what would be selected', async () => {
      const selections = new Set<string>();
      const read = () => selections.add(String(getSelection()));
      const ended = new AbortController();
      for (const type of ['focusin', 'selectionchange', 'select', 'keyup'])
        window.addEventListener(type, read, { capture: true, signal: ended.signal });
      for (const [selecting, edit, expected] of [
        [[], 'Backspace', ''],
        [['Shift+Home'], '5', '5'],
        [['Control+a', 'End'], 'Backspace', '482'],
        [['End', 'Shift+ArrowLeft'], 'Backspace', '482'],
      ] as const) {
        element.reset();
        await enterPin(element, '4826');
        await press('Tab', 'Enter', 'Shift+Tab', 'Shift+Tab', ...selecting);
        expect(await newPin()).to.include({ focused: true, value: '4826' });
        read();
        await press(edit);
        read();
        expect((await newPin()).value, [...selecting, edit].join()).to.equal(expected);
      }
      ended.abort();
      expect([...selections].join('')).not.to.match(/\d/);
    });
  });

  // `course.test.ts` has the other ends.
  it('ends when the page is hidden or printed, and when the focus leaves the element', async () => {
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

  it('ends when the page hides the element, also without the focus', async () => {
    await enterPin(element, '4826');
    const page = element.parentElement!;
    for (const hide of [
      () => (page.style.display = 'none'),
      () => (page.style.visibility = 'hidden'),
      () => page.style.setProperty('content-visibility', 'hidden'),
      () => (page.style.opacity = '0'),
      () => (page.inert = true),
    ]) {
      (document.activeElement as HTMLElement).blur();
      // As in Safari on macOS, where a pressed button doesn't get the focus.
      await runInFormPage(() =>
        window.addEventListener('mousedown', (event) => event.preventDefault(), {
          capture: true,
          once: true,
        }),
      );
      await clickReveal();
      await shows('4826');
      expect((await newPin()).focused).to.equal(false);
      hide();
      await new Promise(requestAnimationFrame);
      page.removeAttribute('style');
      page.inert = false;
      await shows('••••');
    }
  });
});
