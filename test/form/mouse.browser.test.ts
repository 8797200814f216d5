import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import {
  confirmation,
  middleOf,
  newPin,
  press,
  protocol,
  revealNewPin,
  type,
} from '../support/browser/cardholder.js';
import { inEngines } from '../support/browser/engine.js';
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

  it('puts the caret at the end when a box is clicked, but where the cardholder clicks if there are no boxes', async () => {
    for (const boxes of [0.2, 1.8, 3.6]) await expectNine('482', () => clickAt(boxes), '4829');
    const clickFromOutside = async () => {
      await press('Tab');
      await clickAt(0.2);
    };
    await expectNine('482', clickFromOutside, '4829');
    element.appearance = 'field';
    // Not where the last click was, because the engine could treat both as a double click.
    await expectNine('482', () => clickAt(0.05), '9482');
  });

  inEngines(['chromium'], 'taps and double clicks, which only Chromium’s protocol imitates', () => {
    it('selects all digits on a double click, and puts the caret at the end when a box is tapped', async () => {
      await expectNine('4826', () => doubleClick(1.5), '9');
      await expectNine('482', async () => tap(...(await placeOf(1.8))), '4829');
    });

    it('focuses a tapped field in a draggable widget', async () => {
      element.appearance = 'line';
      const ended = new AbortController();
      window.addEventListener('touchstart', (event) => event.preventDefault(), {
        capture: true,
        passive: false,
        signal: ended.signal,
      });
      await tap(...(await middleOf(await confirmation())));
      ended.abort();
      await until(async () => (await confirmation()).focused);
    });
  });
});
