import { expect, fixture, html } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import {
  alert,
  click,
  drag,
  enterPin,
  find,
  press,
  status,
  type,
} from '../support/browser/cardholder.js';
import { inEngines, inModes, mode } from '../support/browser/engine.js';
import { embed, toFormsPage, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const newPin = () => find('textbox', 'New PIN');
const confirmation = () => find('textbox', 'Confirm');
const toggle = () => click('button', 'Show PIN');

describe('<set-card-pin> reveal', () => {
  let service: Service;
  let element: SetCardPinElement;
  let cardId: string;
  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    ({ element, cardId } = await embed(service, 'accepted'));
    element.focus();
  });

  it('shows bullets to assistive technology until the cardholder asks for the digits (entry 30)', async () => {
    await enterPin(element, '4826');
    expect((await newPin()).value).to.equal('••••');
    expect((await confirmation()).value).to.equal('••••');
    await press('Shift+Tab', 'Enter');
    expect((await newPin()).value).to.equal('4826');
    await press('Enter');
    expect((await newPin()).value).to.equal('••••');
  });

  it('is one button for both fields, whose name says so and stays, and whose state tells (entry 31, 32)', async () => {
    await enterPin(element, '4826');
    await press('Shift+Tab');
    const name = 'Show PIN in both fields';
    expect(await find('button', 'Show PIN')).to.include({ name, pressed: false, focused: true });
    await press('Enter');
    expect(await find('button', 'Show PIN')).to.include({ name, pressed: true, focused: true });
    expect((await newPin()).value).to.equal('4826');
    expect((await confirmation()).value).to.equal('4826');
    await press(' ');
    expect(await find('button', 'Show PIN')).to.include({ name, pressed: false, focused: true });
    expect((await confirmation()).value).to.equal('••••');
  });

  for (const [way, typed, shown] of [
    ['keeps the PIN, the caret and the focus', [], '4826'],
    [
      'keeps what is selected, or inline the caret where that ended',
      ['Shift+ArrowLeft'],
      mode === 'inline' ? '489' : '486',
    ],
  ] as const) {
    it(`${way} (entry 33)`, async () => {
      await type(typed.length === 0 ? '486' : '4896');
      await press('ArrowLeft', ...typed);
      // On a Mac a button that is pressed gets no focus, which would then be nowhere.
      for (const pressed of [true, false]) {
        await toggle();
        expect((await newPin()).focused).to.equal(true);
        expect(await find('button', 'Show PIN')).to.include({ pressed });
      }
      if (typed.length === 0) await type('2');
      else await press('Delete');
      await toggle();
      expect((await newPin()).value).to.equal(shown);
    });
  }

  it('takes no focus into a field (entry 33)', async () => {
    await press('Tab', 'Enter');
    expect((await newPin()).focused).to.equal(false);
    expect(await find('button', 'Show PIN')).to.include({ pressed: true, focused: true });
    (document.activeElement as HTMLElement).blur();
    await toggle();
    expect((await newPin()).focused).to.equal(false);
    expect((await confirmation()).focused).to.equal(false);
  });

  inModes(['inline'], 'the page’s selection, which has nothing of a frame', () => {
    describe('gives the page no selection with digits', () => {
      let read: Set<string>;
      const note = () => read.add(String(getSelection()));
      const types = [
        ...['focus', 'focusin', 'selectionchange', 'select', 'keyup', 'pointermove', 'mousemove'],
        ...['pointerup', 'mouseup', 'click', 'dblclick', 'contextmenu'],
      ];
      beforeEach(async () => {
        read = new Set();
        await enterPin(element, '4826');
        for (const type of types) window.addEventListener(type, note, true);
        await press('Shift+Tab', 'Enter', 'Shift+Tab');
      });
      afterEach(() => {
        for (const type of types) window.removeEventListener(type, note, true);
      });

      const readsNothing = async () => {
        note();
        await element.updateComplete;
        note();
        expect([...read].join('')).not.to.match(/\d/);
      };

      it('when the Tab key goes to a field: the PIN stays shown, with the caret at its end', async () => {
        expect(await newPin()).to.include({ focused: true, value: '4826' });
        await readsNothing();
        await press('Backspace');
        expect((await newPin()).value).to.equal('482');
      });

      for (const keys of ['Shift+ArrowLeft', 'Control+a', 'Shift+Home'])
        it(`when the cardholder presses ${keys}: the caret stays where the selection ended`, async () => {
          await press(keys);
          await readsNothing();
          expect((await newPin()).value).to.equal('4826');
          await press('Backspace');
          expect((await newPin()).value).to.equal('482');
        });

      inEngines(['chromium', 'firefox'], 'mouse buttons that stay down', () => {
        it('when the cardholder draws the mouse over it', async () => {
          await drag('textbox', 'New PIN');
          await readsNothing();
          expect((await newPin()).value).to.equal('4826');
        });
      });
    });
  });

  it('brings no digit into a live region (entry 34)', async () => {
    const heard: string[] = [];
    const hear = async () => heard.push(await status(), await alert());
    // None of its digits is that of the length.
    await enterPin(element, '9630', '9631');
    await type('5');
    await hear();
    await press('Shift+Tab');
    for (let times = 0; times < 4; times++) {
      await press('Enter');
      await hear();
    }
    await press('Tab', 'Enter');
    await hear();
    expect(heard.join(' ')).to.contain('already 4 digits').and.contain('don’t match');
    expect(heard.join(' ')).not.to.match(/[1-35-9]|0/);
  });

  describe('ends', () => {
    beforeEach(async () => {
      await enterPin(element, '4826');
      await toggle();
      expect((await newPin()).value).to.equal('4826');
    });

    const isMasked = async (value: string) => {
      await element.updateComplete;
      expect((await newPin()).value).to.equal(value);
      expect((await confirmation()).value).to.equal(value);
      expect((await find('button', 'Show PIN')).pressed).to.equal(false);
    };

    /** What is typed next is masked, too. */
    const staysMasked = async () => {
      await enterPin(element, '5937');
      await isMasked('••••');
    };

    it('when the PIN is sent (entry 35)', async () => {
      await service.delay(cardId, 60_000);
      const ended = element.submit();
      await until(() => element.matches(':state(submitting)'));
      await isMasked('••••');
      await service.delay(cardId, 0);
      await ended;
    });

    it('when the form is emptied (entry 35)', async () => {
      element.reset();
      await isMasked('');
      await staysMasked();
    });

    it('when the element is disabled (entry 35)', async () => {
      element.disabled = true;
      await isMasked('');
      element.disabled = false;
      await element.updateComplete;
      await staysMasked();
    });

    it('when the page is hidden (entry 35)', async () => {
      await toFormsPage(() => {
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          value: 'hidden',
        });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        Reflect.deleteProperty(document, 'visibilityState');
      });
      await isMasked('••••');
    });

    it('when the page is printed (entry 35)', async () => {
      await toFormsPage(() => void window.dispatchEvent(new Event('beforeprint')));
      await isMasked('••••');
    });

    it('when the focus leaves the element, and not while it goes from one field to the other (entry 35)', async () => {
      const other = await fixture<HTMLInputElement>(html`<input />`);
      await press('Shift+Tab', 'Shift+Tab');
      expect((await newPin()).value).to.equal('4826');
      other.focus();
      await isMasked('••••');
    });
  });

  inModes(['inline'], 'the page’s clock, which is not the frame’s', () => {
    it('ends after 30 seconds, counted anew each time (entry 35)', async () => {
      await type('4826');
      await press('Tab');
      const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const shown = async () => {
          await element.updateComplete;
          return (await newPin()).value;
        };
        await press('Enter');
        clock.tick(29_000);
        expect(await shown()).to.equal('4826');
        await press('Enter', 'Enter');
        clock.tick(29_000);
        expect(await shown()).to.equal('4826');
        clock.tick(1_000);
        expect(await shown()).to.equal('••••');
      } finally {
        clock.restore();
      }
    });
  });
});
