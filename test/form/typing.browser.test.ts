import { countInputs } from '../support/browser/input-events.js';
import { expect, fixture, html } from '@open-wc/testing';
import {
  confirmation,
  newPin,
  press,
  protocol,
  redo,
  revealNewPin,
  status,
  type,
  undo,
} from '../support/browser/cardholder.js';
import { inEngines, inModes } from '../support/browser/engine.js';
import { holdKey, releaseKey } from '../support/browser/keys.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { listen, until } from '../support/browser/page.js';

describe('<set-card-pin> typing', () => {
  // No digits beyond U+FFFF: Firefox splits each into two halves, with an event for each half.
  for (const [typed, keys, then, expected] of [
    ['1a2-b ½.', [], '', '12'],
    ['٤8२６', [], '', '4826'],
    ['482', ['Home'], '9', '9482'],
    ['482', ['Shift+ArrowLeft', 'Shift+ArrowLeft'], '9', '49'],
    ['482', ['Home', 'Shift+ArrowRight'], '9', '982'],
    ['482', ['ArrowLeft', 'Control+a'], '9', '9'],
    ['4826', ['ArrowLeft', 'Shift+ArrowLeft'], '97', '4896'],
    ['4826', ['ArrowLeft', 'ArrowLeft', 'Backspace', 'Delete'], '13', '4136'],
  ] as const)
    it(`edits like any field: ${[typed, ...keys, then].join(' ')}`, async () => {
      await type(typed);
      await press(...keys);
      await type(then);
      expect(await newPin()).to.include({ focused: true, invalid: false });
      expect(await revealNewPin()).to.equal(expected);
    });

  it('refuses another digit in a full field, and announces it politely', async () => {
    await type('48265');
    expect(await newPin()).to.include({ value: '••••', invalid: false });
    expect(await status()).to.equal('You’ve entered all 4 digits.');
    await press('Home');
    await type('5');
    expect(await revealNewPin()).to.equal('4826');
  });

  it('raises one input event for each edit, normalised or not, and none for no edit', async () => {
    const events = listen(element);
    for (const [count, act] of [
      [0, () => press('Backspace', 'Delete')],
      [3, () => type('4８٢')],
      // Deletes all digits as one word, like any masked field.
      [1, () => press('Control+Backspace')],
    ] as const)
      expect(await countInputs(act)).to.equal(count);
    expect(await newPin()).to.include({ value: '', focused: true, invalid: false });
    expect(events).to.have.length(0);
  });

  describe('undo', () => {
    it('undoes and redoes what was typed, normalised or not', async () => {
      for (const text of ['482', '4８2']) {
        element.reset();
        element.focus();
        await type(text);
        await undo();
        expect((await newPin()).value.length, 'one step back').to.be.lessThan(3);
        await redo();
        await redo();
        expect((await newPin()).value, 'and forth').to.equal('•••');
        await press('Control+a', 'Delete');
        expect((await newPin()).value).to.equal('');
        await undo();
        expect(await revealNewPin()).to.equal('482');
      }
    });

    it('never changes another field of the page, neither from the field nor from the reveal button', async () => {
      const other = await fixture<HTMLInputElement>(html`<input />`);
      other.focus();
      await type('abc');
      await undo();
      expect(other.value, 'has something to undo').not.to.equal('abc');
      await redo();
      const expectUnchanged = async () => {
        for (const act of [undo, undo, undo, redo, () => press('Control+y')]) {
          await act();
          expect(other.value).to.equal('abc');
          expect(document.activeElement).to.equal(element);
        }
      };
      element.focus();
      await expectUnchanged();
      await type('48');
      await press('Tab', 'Tab', 'Enter');
      await expectUnchanged();
      expect((await newPin()).value, 'revealed').to.equal('48');
      await press('Shift+Tab', 'Shift+Tab');
      await expectUnchanged();
      expect((await newPin()).value, 'nothing to undo after the reveal').to.equal('48');
    });
  });

  inEngines(
    ['chromium'],
    'composition, because only Chromium’s protocol can imitate an input method',
    () => {
      const compose = (text: string) =>
        protocol('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      const commit = (text: string) => protocol('Input.insertText', { text });
      const composed = async (text: string) => {
        await compose(text);
        await commit(text);
      };

      inModes(['inline'], 'composition events that the page dispatches', () => {
        it('doesn’t disturb a composition that begins when another one ends', async () => {
          await compose('４８');
          const inputs = await countInputs(async () => {
            // Unlike an input method, the protocol can't end one and begin another in one task.
            element.dispatchEvent(new CompositionEvent('compositionend'));
            element.dispatchEvent(new CompositionEvent('compositionstart'));
            await new Promise((resolve) => setTimeout(resolve));
          });
          expect(inputs).to.equal(0);
          // Leaving the field commits the text. Chromium 147 sometimes hangs if the protocol does.
          await press('Tab');
          expect((await newPin()).value).to.equal('••');
        });
      });

      it('takes nothing from a composition without digits, or from one that is cancelled', async () => {
        await type('4');
        await compose('８');
        await compose('');
        await composed('かな');
        await until(async () => (await newPin()).value === '•');
        expect(await revealNewPin()).to.equal('4');
      });

      it('takes the digits that are being composed when the focus moves on or at a submit', async () => {
        await compose('４８２６');
        await press('Tab');
        await compose('４８２６');
        expect((await element.submit()).kind).to.equal('set');
        expect(await service.has(cardId, '4826')).to.equal(true);
      });

      it('reports a composition with too many digits, and cuts none off', async () => {
        await composed('４８２６１');
        await press('Tab');
        await type('4826');
        const problem = { kind: 'invalid', field: 'new', problem: 'too-long' };
        expect(await element.submit()).to.deep.equal(problem);
        expect((await newPin()).description).to.contain('more than 4 digits');
      });

      it('submits nothing with an Enter key that ends a composition', async () => {
        await compose('４８');
        await press('Enter');
        expect((await newPin()).invalid).to.equal(false);
        await commit('４８');
        await press('Enter');
        expect((await newPin()).invalid).to.equal(true);
      });
    },
  );

  describe('the Enter key', () => {
    it('moves the focus from a complete new PIN to the empty confirmation, without an error', async () => {
      const events = listen(element);
      await type('4826');
      await press('Enter');
      expect(await confirmation()).to.include({ focused: true, invalid: false });
      expect(events).to.have.length(0);
      await press('Enter');
      expect(await confirmation()).to.include({ focused: true, invalid: true });
    });

    it('counts once while it is held down', async () => {
      await type('4826');
      for (let presses = 0; presses < 3; presses++) await holdKey('Enter');
      await releaseKey('Enter');
      expect(await confirmation()).to.include({ focused: true, invalid: false });
    });

    it('works with Shift, and belongs to the page with the other modifiers', async () => {
      for (const modifier of ['Control', 'Alt', 'Meta']) await press(`${modifier}+Enter`);
      expect((await newPin()).invalid).to.equal(false);
      await press('Shift+Enter');
      expect((await newPin()).invalid).to.equal(true);
    });
  });
});
