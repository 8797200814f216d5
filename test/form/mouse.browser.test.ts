import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
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
import { element } from '../support/browser/new-element.js';
import { until } from '../support/browser/page.js';

describe('<set-card-pin> mouse', () => {
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
  const selectByClicks = async (from: number, to: number) => {
    await clickAt(from);
    await holdKey('Shift');
    await clickAt(to);
    await releaseKey('Shift');
  };
  const doubleClick = async (boxes: number) => {
    const [x, y] = await placeOf(boxes);
    for (const clickCount of [1, 2])
      for (const type of ['mousePressed', 'mouseReleased'])
        await protocol('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount });
  };
  const tap = async (x: number, y: number): Promise<void> => {
    await protocol('Emulation.setTouchEmulationEnabled', { enabled: true });
    for (const [type, touchPoints] of [
      ['touchStart', [{ x, y }]],
      ['touchEnd', []],
    ] as const)
      await protocol('Input.dispatchTouchEvent', { type, touchPoints });
    await protocol('Emulation.setTouchEmulationEnabled', { enabled: false });
  };

  /** Expects the PIN after a 9 is typed where the mouse has put the caret or the selection. */
  const expectNine = async (pin: string, act: () => Promise<unknown>, expected: string) => {
    element.reset();
    element.focus();
    await type(pin);
    await press('Home');
    await act();
    await type('9');
    expect(await revealNewPin(), String(act)).to.equal(expected);
  };

  it('puts the caret at the edge of a box that is nearest to a click, and selects with Shift', async () => {
    await expectNine('482', () => clickAt(0.2), '9482');
    await expectNine('482', () => clickAt(1.8), '4892');
    await expectNine('482', () => clickAt(3.6), '4829');
    await expectNine('4826', () => selectByClicks(1.2, 2.8), '496');
  });

  it('puts the caret there if the field did not have the focus, and with 12 digits', async () => {
    element.pinLength = 12;
    const clickFromOutside = async () => {
      await press('Tab');
      await clickAt(9.8);
    };
    await expectNine('12345678901', clickFromOutside, '123456789091');
  });

  it('leaves the caret to the engine in a theme without boxes', async () => {
    element.appearance = 'line';
    await expectNine('482', () => clickAt(1.8), '4829');
  });

  it('replaces what is wrong when it is clicked', async () => {
    await enterPin(element, '4826', '4827');
    await press('Tab');
    await click('textbox', 'Confirm');
    await type('48');
    expect(await confirmation()).to.include({ value: '••', invalid: false });
  });

  inEngines(
    ['chromium', 'firefox'],
    'a mouse button that stays down, which WebKit’s driver doesn’t have',
    () => {
      it('selects what it is dragged over, which the page can’t read while it is revealed', async () => {
        await expectNine('4826', () => dragFrom(1.2, 2.8), '496');
        await expectNine('4826', () => dragFrom(1.8, -0.5), '926');
        element.reset();
        element.focus();
        await type('4826');
        await revealNewPin();
        await dragFrom(3.9, 0.1);
        expect(String(getSelection())).to.equal('');
        await type('9');
        // Half a minute may have passed, and then it is masked.
        expect((await newPin()).value).to.have.lengthOf(1);
      });
    },
  );

  inEngines(['chromium'], 'taps and double clicks, which only Chromium’s protocol imitates', () => {
    it('selects all by a double click, and puts the caret where the field is tapped', async () => {
      await expectNine('4826', () => doubleClick(1.5), '9');
      await expectNine('482', async () => tap(...(await placeOf(1.8))), '4892');
    });

    for (const [how, pressAt] of [
      ['clicked', (x: number, y: number) => sendMouse({ type: 'click', position: [x, y] })],
      ['tapped', tap],
    ] as const)
      it(`focuses a field that is ${how} in a widget that a library lets people drag`, async () => {
        element.appearance = 'line';
        const ended = new AbortController();
        for (const type of ['mousedown', 'touchstart'])
          window.addEventListener(type, (event) => event.preventDefault(), {
            capture: true,
            passive: false,
            signal: ended.signal,
          });
        await pressAt(...(await middleOf(await confirmation())));
        ended.abort();
        await until(async () => (await confirmation()).focused);
      });
  });
});
