import { expect, fixture, html } from '@open-wc/testing';
import {
  alert,
  click,
  exists,
  confirmation,
  drag,
  enterPin,
  find,
  newPin,
  press,
  status,
  type,
} from '../support/browser/cardholder.js';
import { inEngines, inModes } from '../support/browser/engine.js';
import { element } from '../support/browser/new-element.js';
import { runInFormPage, until } from '../support/browser/page.js';

const clickReveal = async () =>
  click('button', (await exists('button', 'Show PIN')) ? 'Show PIN' : 'Hide PIN');

describe('<set-card-pin> reveal', () => {
  it('is one button for both fields, whose name says what a press does', async () => {
    await enterPin(element, '4826');
    expect((await newPin()).value).to.equal('••••');
    await press('Tab');
    const [show, hide] = ['Show PIN in both fields', 'Hide PIN in both fields'];
    expect(await find('button', show)).to.include({ name: show, pressed: false, focused: true });
    await press('Enter');
    expect(await find('button', hide)).to.include({ name: hide, pressed: false, focused: true });
    expect((await newPin()).value).to.equal('4826');
    expect((await confirmation()).value).to.equal('4826');
    await press(' ');
    expect(await find('button', show)).to.include({ name: show, focused: true });
    expect((await newPin()).value).to.equal('••••');
    expect((await confirmation()).value).to.equal('••••');
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

  it('focuses no field', async () => {
    await press('Tab', 'Tab', 'Enter');
    expect((await newPin()).focused).to.equal(false);
    expect(await find('button', 'Hide PIN')).to.include({ focused: true });
    (document.activeElement as HTMLElement).blur();
    await clickReveal();
    expect((await newPin()).focused).to.equal(false);
    expect((await confirmation()).focused).to.equal(false);
  });

  inModes(['inline'], 'the page’s selection, which doesn’t reach into a frame', () => {
    // `test/leaks` has what a script reads of a selection in every engine.
    describe('exposes no digit in the page’s selection', () => {
      let selections: Set<string>;
      const readSelection = () => selections.add(String(getSelection()));
      const types = ['focusin', 'selectionchange', 'select', 'keyup', 'pointermove', 'mouseup'];
      beforeEach(async () => {
        selections = new Set();
        await enterPin(element, '4826');
        for (const type of types) window.addEventListener(type, readSelection, true);
        await press('Tab', 'Enter', 'Shift+Tab', 'Shift+Tab');
      });
      afterEach(() => {
        for (const type of types) window.removeEventListener(type, readSelection, true);
      });

      const expectNoDigit = async () => {
        await element.updateComplete;
        readSelection();
        expect([...selections].join('')).not.to.match(/\d/);
      };

      for (const [selecting, edit, expected] of [
        [[], 'Backspace', ''],
        [['Control+a'], 'Delete', ''],
        [['Shift+Home'], '5', '5'],
        [['Control+a', 'End'], 'Backspace', '482'],
        [['End', 'Shift+ArrowLeft'], 'Backspace', '482'],
      ] as const)
        it(`when ${['Tab', ...selecting].join(', ')} would select digits, and ${edit} edits them`, async () => {
          await press(...selecting);
          expect(await newPin()).to.include({ focused: true, value: '4826' });
          await expectNoDigit();
          await press(edit);
          await expectNoDigit();
          expect((await newPin()).value).to.equal(expected);
        });

      inEngines(
        ['chromium', 'firefox'],
        'a mouse button that stays down, which WebKit’s driver doesn’t have',
        () => {
          it('when the cardholder drags the mouse over the PIN', async () => {
            await drag('textbox', 'New PIN');
            await expectNoDigit();
            expect((await newPin()).value).to.equal('4826');
          });
        },
      );
    });
  });

  it('puts no digit into a live region', async () => {
    const announced: string[] = [];
    const read = async () => announced.push(await status(), await alert());
    // Has no digit 4, because messages name the length, which is 4.
    await enterPin(element, '9630', '9631');
    await type('5');
    await read();
    await press('Tab');
    for (let times = 0; times < 4; times++) {
      await press('Enter');
      await read();
    }
    await press('Tab', 'Enter');
    await read();
    expect(announced.join(' ')).to.contain('all 4 digits').and.contain('don’t match');
    expect(announced.join(' ')).not.to.match(/[1-35-9]|0/);
  });

  // `course.test.ts` has the other ends.
  describe('ends', () => {
    beforeEach(async () => {
      await enterPin(element, '4826');
      await clickReveal();
      expect((await newPin()).value).to.equal('4826');
    });

    const expectMasked = async () => {
      await element.updateComplete;
      expect((await newPin()).value).to.equal('••••');
      expect((await confirmation()).value).to.equal('••••');
      expect(await exists('button', 'Show PIN')).to.equal(true);
    };

    for (const [when, happen] of [
      [
        'hidden',
        () => {
          const value = 'hidden';
          Object.defineProperty(document, 'visibilityState', { configurable: true, value });
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
          Reflect.deleteProperty(document, 'visibilityState');
        },
      ],
      ['printed', () => void window.dispatchEvent(new Event('beforeprint'))],
    ] as const)
      it(`when the page is ${when}`, async () => {
        await runInFormPage(happen);
        await expectMasked();
      });

    it('when the focus leaves the element, and not when it moves between the fields', async () => {
      const other = await fixture<HTMLInputElement>(html`<input />`);
      await press('Shift+Tab');
      expect((await newPin()).value).to.equal('4826');
      other.focus();
      await expectMasked();
    });
  });

  for (const [way, hide] of [
    ['display', (page) => (page.style.display = 'none')],
    ['visibility', (page) => (page.style.visibility = 'hidden')],
    ['content-visibility', (page) => page.style.setProperty('content-visibility', 'hidden')],
    ['opacity', (page) => (page.style.opacity = '0')],
    ['inert', (page) => (page.inert = true)],
  ] as readonly (readonly [string, (page: HTMLElement) => unknown])[])
    it(`ends when the page hides the element by ${way}, also without the focus`, async () => {
      await enterPin(element, '4826');
      (document.activeElement as HTMLElement).blur();
      // As in Safari on macOS, where a pressed button doesn't get the focus.
      await runInFormPage(() =>
        window.addEventListener('mousedown', (event) => event.preventDefault(), {
          capture: true,
          once: true,
        }),
      );
      await clickReveal();
      expect(await newPin()).to.include({ focused: false, value: '4826' });

      const page = element.parentElement!;
      hide(page);
      await new Promise(requestAnimationFrame);
      page.removeAttribute('style');
      page.inert = false;
      await until(async () => (await newPin()).value === '••••');
    });
});
