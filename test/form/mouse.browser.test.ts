import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import {
  click,
  confirmation,
  enterPin,
  middleOf,
  newPin,
  press,
  protocol,
  revealNewPin,
  type,
} from '../support/browser/cardholder.js';
import { inEngines } from '../support/browser/engine.js';
import { holdKey, releaseKey } from '../support/browser/keys.js';
import { embed, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> mouse', () => {
  let service: Service;
  let element: SetCardPinElement;
  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    ({ element } = await embed(service, 'accepted'));
    element.focus();
  });

  /** Returns a place in the field of the new PIN, counted in boxes from its left end. */
  const placeOf = async (boxes: number): Promise<[number, number]> => {
    const { left, width } = element.getBoundingClientRect();
    const [, y] = await middleOf(await newPin());
    return [Math.max(0, Math.round(left + (width * boxes) / element.pinLength)), y];
  };
  const clickAt = async (boxes: number) =>
    sendMouse({ type: 'click', position: await placeOf(boxes) });
  const dragFrom = async (from: number, to: number) => {
    await sendMouse({ type: 'move', position: await placeOf(from) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: await placeOf((from + to) / 2) });
    await sendMouse({ type: 'move', position: await placeOf(to) });
    await sendMouse({ type: 'up' });
  };

  for (const [boxes, expected] of [
    [0.2, '9482'],
    [1.8, '4892'],
    [3.6, '4829'],
  ] as const)
    it(`puts the caret at the edge of a box that is nearest to a click, ${boxes} boxes from the left`, async () => {
      await type('482');
      await press('Home');
      await clickAt(boxes);
      await type('9');
      expect(await revealNewPin()).to.equal(expected);
    });

  it('puts the caret there if the field did not have the focus, and with 12 digits', async () => {
    element.pinLength = 12;
    element.focus();
    await type('12345678901');
    await press('Tab');
    await clickAt(9.8);
    expect((await newPin()).focused).to.equal(true);
    await type('5');
    expect(await revealNewPin()).to.equal('123456789051');
  });

  it('selects up to the edge that is nearest to a click with Shift', async () => {
    await type('4826');
    await clickAt(1.2);
    await holdKey('Shift');
    await clickAt(2.8);
    await releaseKey('Shift');
    await type('9');
    expect(await revealNewPin()).to.equal('496');
  });

  it('leaves the caret to the engine in a theme without boxes', async () => {
    element.appearance = 'line';
    await type('482');
    await clickAt(3.9);
    await type('6');
    expect(await revealNewPin()).to.equal('4826');
  });

  it('replaces what is wrong when it is clicked', async () => {
    await enterPin(element, '4826', '4827');
    await press('Tab');
    await click('textbox', 'Confirm');
    await type('48');
    expect(await confirmation()).to.include({ value: '••', invalid: false });
  });

  /** Prevents what libraries that drag widgets prevent, and returns a function that ends that. */
  const preventPresses = (): (() => void) => {
    const ended = new AbortController();
    const { signal } = ended;
    for (const type of ['mousedown', 'touchstart'])
      window.addEventListener(type, (event) => event.preventDefault(), {
        capture: true,
        passive: false,
        signal,
      });
    return () => ended.abort();
  };

  it('focuses a field that is clicked in a widget that can be dragged', async () => {
    const allowPresses = preventPresses();
    await click('textbox', 'Confirm');
    allowPresses();
    await until(async () => (await confirmation()).focused);
  });

  it('focuses nothing when a text is clicked', async () => {
    element.blur();
    const { left, top } = element.getBoundingClientRect();
    // The hint is there, below the first field.
    await sendMouse({ type: 'click', position: [Math.ceil(left) + 20, Math.ceil(top) + 96] });
    // Frames have handled the click by then.
    await press();
    expect((await newPin()).focused).to.equal(false);
    await click('textbox', 'Confirm');
    await until(async () => (await confirmation()).focused);
  });

  inEngines(
    ['chromium', 'firefox'],
    'a mouse button that stays down, which WebKit’s driver doesn’t have',
    () => {
      for (const [from, to, expected] of [
        [1.2, 2.8, '496'],
        [1.8, -0.5, '926'],
      ] as const)
        it(`selects the digits that the mouse is dragged over, from ${from} to ${to} boxes`, async () => {
          await type('4826');
          await dragFrom(from, to);
          await type('9');
          expect(await revealNewPin()).to.equal(expected);
        });

      it('replaces a revealed PIN that the mouse is dragged over', async () => {
        await type('4826');
        await revealNewPin();
        await dragFrom(3.9, 0.1);
        await type('9');
        expect((await newPin()).value).to.equal('9');
      });
    },
  );

  inEngines(['chromium'], 'taps and double clicks, which only Chromium’s protocol imitates', () => {
    it('selects all digits at a double click', async () => {
      await type('4826');
      const [x, y] = await placeOf(1.5);
      for (const clickCount of [1, 2])
        for (const type of ['mousePressed', 'mouseReleased'])
          await protocol('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount });
      await press('Backspace');
      expect((await newPin()).value).to.equal('');
    });

    const tap = async (x: number, y: number): Promise<void> => {
      await protocol('Emulation.setTouchEmulationEnabled', { enabled: true });
      for (const [type, touchPoints] of [
        ['touchStart', [{ x, y }]],
        ['touchEnd', []],
      ] as const)
        await protocol('Input.dispatchTouchEvent', { type, touchPoints });
      await protocol('Emulation.setTouchEmulationEnabled', { enabled: false });
    };

    it('focuses a field that is tapped in a widget that can be dragged', async () => {
      const allowPresses = preventPresses();
      await tap(...(await middleOf(await confirmation())));
      allowPresses();
      await until(async () => (await confirmation()).focused);
    });

    it('puts the caret at the edge of a box that is nearest to a tap', async () => {
      await type('482');
      await press('Home');
      await tap(...(await placeOf(1.8)));
      await type('9');
      expect(await revealNewPin()).to.equal('4892');
    });
  });
});
