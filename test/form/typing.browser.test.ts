import { expect, fixture, html } from '@open-wc/testing';
import {
  click,
  confirmation,
  enterPin,
  newPin,
  press,
  redo,
  revealNewPin,
  status,
  type,
  undo,
} from '../support/browser/cardholder.js';
import { holdKey, releaseKey } from '../support/browser/keys.js';
import { element, service } from '../support/browser/new-element.js';
import { failToSetPin, until } from '../support/browser/page.js';

describe('<set-card-pin> typing', () => {
  const startOver = () => {
    element.reset();
    element.focus();
  };

  it('edits digits as any other field does', async () => {
    // No digits beyond U+FFFF, because Firefox splits each into two halves, with an event for each.
    for (const [typed, keys, then, expected] of [
      ['1a2-b ½.', [], '', '12'],
      ['٤8२６', [], '', '4826'],
      ['482', ['Shift+ArrowLeft', 'Shift+ArrowLeft'], '9', '49'],
      ['4826', ['ArrowLeft', 'Shift+ArrowLeft'], '97', '4896'],
      ['4826', ['ArrowLeft', 'ArrowLeft', 'Backspace', 'Delete'], '13', '4136'],
      // Deletes all digits as one word, like any masked field.
      ['482', ['Control+Backspace'], '9', '9'],
    ] as const) {
      startOver();
      await type(typed);
      await press(...keys);
      await type(then);
      expect(await newPin()).to.include({ focused: true, invalid: false });
      expect(await revealNewPin(), [typed, ...keys, then].join(' ')).to.equal(expected);
    }
  });

  it('ignores another digit in a full field, and announces that the field is full', async () => {
    await type('48265');
    expect(await newPin()).to.include({ value: '••••', invalid: false });
    expect(await status()).to.equal('You’ve entered all 4 digits.');
    await press('Home');
    await type('5');
    expect(await revealNewPin()).to.equal('4826');
  });

  it('doesn’t change the digits of a locked field', async () => {
    element.cardId = await service.card('unknown-member');
    element.clientToken = await service.token(element.cardId);
    expect((await failToSetPin(element)).retryable).to.equal(true);
    element.focus();
    await press('Backspace');
    await type('7');
    expect(await newPin()).to.include({ value: '••••', readonly: true });
  });

  it('undoes and redoes typing, normalised or not, but doesn’t restore an earlier entry', async () => {
    for (const text of ['482', '4８2']) {
      startOver();
      await undo();
      expect((await newPin()).value, 'of the earlier entry').to.equal('');
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

  it('never undoes or redoes changes in another field, even from the reveal button', async () => {
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

  it('moves the focus to the empty confirmation, but doesn’t submit while Enter is held down', async () => {
    await type('4826');
    for (let presses = 0; presses < 3; presses++) await holdKey('Enter');
    await releaseKey('Enter');
    expect(await confirmation()).to.include({ focused: true, invalid: false });
    await press('Enter');
    expect(await confirmation()).to.include({ focused: true, invalid: true });
  });

  it('submits with Shift+Enter, and leaves Enter with other modifiers to the page', async () => {
    for (const modifier of ['Control', 'Alt', 'Meta']) await press(`${modifier}+Enter`);
    expect((await newPin()).invalid).to.equal(false);
    await press('Shift+Enter');
    expect((await newPin()).invalid).to.equal(true);
  });

  it('replaces or deletes all digits of a field that was invalid on submit, even after the cardholder returns to it, unless the caret has moved', async () => {
    const clickConfirmation = async () => {
      await press('Tab');
      await click('textbox', 'Confirm');
    };
    const comeBack = async () => {
      (document.activeElement as HTMLElement).blur();
      element.focus();
      await until(async () => (await confirmation()).focused);
    };
    for (const [act, expected] of [
      [() => type('5'), 1],
      [() => press('Backspace'), 0],
      [() => press('Delete'), 0],
      [() => press('End', 'Backspace'), 3],
      [() => clickConfirmation().then(() => type('5')), 1],
      [() => comeBack().then(() => type('5')), 1],
    ] as const) {
      startOver();
      await enterPin(element, '4826', '4827');
      await press('Enter');
      expect(await confirmation()).to.include({ focused: true, invalid: true });
      await act();
      const { value, invalid } = await confirmation();
      expect(value).to.have.length(expected);
      expect(invalid).to.equal(false);
    }
  });
});
