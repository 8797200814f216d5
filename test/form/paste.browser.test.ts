/** Only this file uses the clipboard, because the pages that run at the same time share it. */
import { expect, fixture, html } from '@open-wc/testing';
import { restore, stub } from 'sinon';
import {
  confirmation,
  copy,
  newPin,
  press,
  revealNewPin,
  type,
} from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { next } from '../support/browser/page.js';

describe('<set-card-pin> paste', () => {
  afterEach(() => restore());
  const paste = async (text: string) => {
    await copy(text);
    element.focus();
    await press('Control+v');
  };

  it('accepts pasted digits in any script, with common separators, in either field', async () => {
    await paste('\u200b٤8\u200e२\u00a0-6\n');
    await copy('48.26');
    element.focus();
    await press('Tab', 'Control+v');
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('rejects pasted text that is too long or contains characters other than digits, and keeps the field’s digits', async () => {
    await type('48');
    for (const [text, message] of [
      ['482615', 'more than 4 digits'],
      ['4826 x', 'only contain digits'],
    ] as const) {
      await paste(text);
      expect(await newPin()).to.include({ value: '••', invalid: true });
      expect((await newPin()).description).to.contain(message);
      expect((await confirmation()).invalid).to.equal(false);
    }
    await type('26');
    expect(await newPin()).to.include({ value: '••••', invalid: false });
  });

  inModes(['inline'], 'a stub in the page, which a frame doesn’t have', () => {
    it('checks the field after a paste whose text Firefox hides from pages', async () => {
      stub(InputEvent.prototype, 'data').value('');
      await paste('48 26 15');
      expect(await newPin()).to.include({ value: '', invalid: true });
      expect((await newPin()).description).to.contain('more than 4 digits');
      await paste('48 26');
      expect(await revealNewPin()).to.equal('4826');
    });
  });

  it('doesn’t copy or cut the PIN, whether it is masked or revealed', async () => {
    const target = await fixture<HTMLTextAreaElement>(html`<textarea></textarea>`);
    await copy('before');
    element.focus();
    await type('4826');
    await press('Control+a', 'Control+c', 'Control+x');
    expect(await revealNewPin()).to.equal('4826');
    await press('Shift+Tab', 'Shift+Tab', 'Control+a', 'Control+c', 'Control+x');
    expect((await newPin()).value).to.equal('4826');
    target.focus();
    await press('Control+v');
    expect(target.value).to.equal('before');
  });
});
