import { expect, fixture, html } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
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
  protocol,
  status,
  type,
} from '../support/browser/cardholder.js';
import { inEngines, inModes, mode } from '../support/browser/engine.js';
import {
  attributesOf,
  callOnNode,
  documentNode,
  withDescendants,
} from '../support/browser/frame-content.js';
import { holdKey, releaseKey } from '../support/browser/keys.js';
import { embed, runInFormPage, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const clickReveal = async () =>
  click('button', (await exists('button', 'Show PIN')) ? 'Show PIN' : 'Hide PIN');

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

  for (const [kept, keys, expected] of [
    ['the PIN, the caret and the focus', [], '4826'],
    [
      'the selection in a frame, and the caret at its end inline',
      ['Shift+ArrowLeft'],
      mode === 'inline' ? '489' : '486',
    ],
  ] as const) {
    it(`keeps ${kept}`, async () => {
      await type(keys.length === 0 ? '486' : '4896');
      await press('ArrowLeft', ...keys);
      // On macOS a pressed button doesn't get the focus, so the field would lose it to the page.
      for (const next of ['Hide PIN', 'Show PIN']) {
        await clickReveal();
        expect((await newPin()).focused).to.equal(true);
        expect(await exists('button', next)).to.equal(true);
      }
      if (keys.length === 0) await type('2');
      else await press('Delete');
      await clickReveal();
      expect((await newPin()).value).to.equal(expected);
    });
  }

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
    describe('exposes no digit in the page’s selection', () => {
      let selections: Set<string>;
      const readSelection = () => selections.add(String(getSelection()));
      const types = [
        ...['focus', 'focusin', 'selectionchange', 'select', 'keyup', 'pointermove', 'mousemove'],
        ...['pointerup', 'mouseup', 'click', 'dblclick', 'contextmenu'],
      ];
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
        readSelection();
        await element.updateComplete;
        readSelection();
        expect([...selections].join('')).not.to.match(/\d/);
      };

      for (const keys of [[], ['Control+a'], ['Shift+Home']])
        for (const [edit, expected] of [
          ['Backspace', ''],
          ['Delete', ''],
          ['5', '5'],
        ] as const)
          it(`when Tab${keys.map((key) => ` and ${key}`).join('')} would select the PIN: ${edit} replaces it`, async () => {
            await press(...keys);
            expect(await newPin()).to.include({ focused: true, value: '4826' });
            await expectNoDigit();
            await press(edit);
            await expectNoDigit();
            expect((await newPin()).value).to.equal(expected);
          });

      it('when the caret moves afterwards: only one digit goes', async () => {
        await press('Control+a', 'End', 'Backspace');
        expect((await newPin()).value).to.equal('482');
      });

      it('when the cardholder presses Shift+ArrowLeft: the caret stays at the end of the selection', async () => {
        await press('End', 'Shift+ArrowLeft');
        await expectNoDigit();
        expect((await newPin()).value).to.equal('4826');
        await press('Backspace');
        expect((await newPin()).value).to.equal('482');
      });

      for (const keys of [['Tab'], ['Shift', 'Home']])
        it(`while ${keys.join('+')}, which would select it, is down`, async () => {
          for (const key of keys) await holdKey(key);
          await expectNoDigit();
          for (const key of keys) await releaseKey(key);
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

  describe('ends', () => {
    beforeEach(async () => {
      await enterPin(element, '4826');
      await clickReveal();
      expect((await newPin()).value).to.equal('4826');
    });

    const expectMasked = async (value: string) => {
      await element.updateComplete;
      expect((await newPin()).value).to.equal(value);
      expect((await confirmation()).value).to.equal(value);
      expect(await exists('button', 'Show PIN')).to.equal(true);
    };

    it('when the PIN is submitted', async () => {
      await service.delay(cardId, 60_000);
      const ended = element.submit();
      await until(() => element.matches(':state(submitting)'));
      await expectMasked('••••');
      await service.delay(cardId, 0);
      await ended;
    });

    it('when the form is reset, also for the next PIN', async () => {
      element.reset();
      await expectMasked('');
      await enterPin(element, '5937');
      await expectMasked('••••');
    });

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
        await expectMasked('••••');
      });

    it('when the focus leaves the element, and not when it moves between the fields', async () => {
      const other = await fixture<HTMLInputElement>(html`<input />`);
      await press('Shift+Tab');
      expect((await newPin()).value).to.equal('4826');
      other.focus();
      await expectMasked('••••');
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

  inEngines(['chromium'], 'the look on paper, which only its protocol can show', () => {
    // Firefox prints before a script can mask the PIN.
    it('is over on paper by the style sheet alone', async () => {
      await enterPin(element, '4826');
      await clickReveal();
      const nodes = withDescendants(await documentNode());
      const { backendNodeId } = nodes.find((node) => attributesOf(node).id === 'card-pin-new')!;
      const look = () =>
        callOnNode(
          backendNodeId,
          `function () { return [this.type, getComputedStyle(this).webkitTextSecurity]; }`,
        );
      expect(await look()).to.deep.equal(['text', 'none']);
      await protocol('Emulation.setEmulatedMedia', { media: 'print' });
      const onPaper = await look();
      await protocol('Emulation.setEmulatedMedia', { media: '' });
      expect(onPaper).to.deep.equal(['text', 'disc']);
    });
  });

  inModes(['inline'], 'a fake clock of the page, which doesn’t change the frame’s clock', () => {
    it('ends 30 seconds after the last reveal', async () => {
      await type('4826');
      await press('Tab', 'Tab');
      const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const valueNow = async () => {
          await element.updateComplete;
          return (await newPin()).value;
        };
        await press('Enter');
        clock.tick(29_000);
        expect(await valueNow()).to.equal('4826');
        await press('Enter', 'Enter');
        clock.tick(29_000);
        expect(await valueNow()).to.equal('4826');
        clock.tick(1_000);
        expect(await valueNow()).to.equal('••••');
      } finally {
        clock.restore();
      }
    });
  });
});
