import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { copy, enterPin, find, perceive, press, protocol, status, type } from './cardholder.js';
import { inEngines } from './engine.js';
import { embed, listen, next, until } from './page.js';
import { startService, type Service } from './service.js';

const newPin = () => find('textbox', 'New PIN');
const confirmation = () => find('textbox', 'Confirm');

describe('<set-card-pin> entry', () => {
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

  const isSet = async (pin: string) => {
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
    return service.has(cardId, pin);
  };

  it('has two masked fields, a reveal button and a submit button, in the order of the Tab key (transport C.3)', async () => {
    const names: string[] = [];
    for (let stop = 0; stop < 4; stop++) {
      const focused = (await perceive()).find(
        (thing) => thing.focused && thing.role !== 'RootWebArea',
      );
      names.push(`${focused?.role} ${focused?.name}`);
      await press('Tab');
    }
    expect(names).to.deep.equal([
      'textbox New PIN',
      'button Show PIN in both fields',
      'textbox Confirm new PIN',
      'button Set PIN',
    ]);
  });

  it('shows bullets to assistive technology until the cardholder asks for the digits', async () => {
    await enterPin(element, '4826');
    expect((await newPin()).value).to.equal('••••');
    await press('Shift+Tab', 'Enter');
    const reveal = await find('button', 'Show PIN');
    expect(reveal).to.include({ pressed: true, focused: true });
    expect((await newPin()).value).to.equal('4826');
    expect((await confirmation()).value).to.equal('4826');
    await press('Enter');
    expect((await newPin()).value).to.equal('••••');
  });

  it('takes digits alone, and announces nothing for other keys', async () => {
    await type('1a2-b');
    expect((await newPin()).value).to.equal('••');
    expect(await status()).to.equal('');
    expect((await newPin()).invalid).to.equal(false);
  });

  it('takes digits of other scripts as ASCII digits', async () => {
    await type('٤٨२６');
    await press('Tab', 'Tab');
    await type('4826');
    expect(await isSet('4826')).to.equal(true);
  });

  it('refuses a digit more in a full field and says so, but lets one replace a selected digit', async () => {
    await type('48265');
    expect(await status()).to.equal('That is already 4 digits.');
    await press('Shift+ArrowLeft');
    await type('1');
    expect(await status()).to.equal('');
    await press('Tab', 'Tab');
    await type('4821');
    expect(await isSet('4821')).to.equal(true);
  });

  it('pastes digits with what people write between them', async () => {
    await copy(' 48\u00a02-6\n');
    element.focus();
    await press('Control+v');
    await copy('48.26');
    element.focus();
    await press('Tab', 'Tab', 'Control+v');
    expect(await isSet('4826')).to.equal(true);
  });

  it('refuses a longer paste as a whole, keeps what stood there, and names the length', async () => {
    await copy('482615');
    element.focus();
    await type('48');
    await press('Control+v');
    expect(await newPin()).to.include({
      value: '••',
      invalid: true,
      description:
        'What you pasted is longer than 4 digits. Type your PIN instead. 4 digits. Avoid dates and sequences.',
    });
    await type('2');
    expect((await newPin()).invalid).to.equal(false);
  });

  it('refuses a paste of anything but digits', async () => {
    await copy('1e3');
    element.focus();
    await press('Control+v');
    expect(await newPin()).to.include({ value: '', invalid: true });
    expect((await newPin()).description).to.contain('not a PIN');
  });

  it('undoes what was typed, in normalised digits too', async () => {
    await type('48２');
    await press('Control+z');
    expect((await newPin()).value.length).to.be.lessThan(3);
    await press('Control+Shift+Z');
    expect((await newPin()).value).to.equal('•••');
  });

  inEngines(
    ['chromium'],
    'composition: only Chromium’s protocol stands in for an input method',
    () => {
      it('takes composed digits once, as ASCII digits', async () => {
        const composed = { text: '４８', selectionStart: 2, selectionEnd: 2 };
        await protocol('Input.imeSetComposition', composed);
        await protocol('Input.insertText', { text: '４８' });
        await until(async () => (await newPin()).value === '••');
        await press('Tab', 'Enter');
        expect((await newPin()).value).to.equal('48');
      });

      it('says so when a composition brings more digits than a PIN has, and cuts none off', async () => {
        const composed = { text: '４８２６１', selectionStart: 5, selectionEnd: 5 };
        await protocol('Input.imeSetComposition', composed);
        await protocol('Input.insertText', { text: '４８２６１' });
        await press('Tab', 'Tab');
        await type('4826');
        expect(await element.submit()).to.deep.equal({
          kind: 'invalid',
          field: 'new',
          problem: 'too-long',
        });
        expect((await newPin()).description).to.contain('Take out the extra ones.');
      });
    },
  );

  it('gives the clipboard nothing, not even of revealed digits', async () => {
    await type('4826');
    await press('Tab', 'Enter', 'Shift+Tab', 'Control+a', 'Control+c', 'Control+x');
    expect((await newPin()).value).to.equal('4826');
    const target = document.createElement('textarea');
    document.body.append(target);
    target.focus();
    await press('Control+v');
    expect(target.value).not.to.contain('4826');
    target.remove();
  });

  it('goes from a complete first field to the second with Enter, without an error', async () => {
    const heard = listen(element);
    await type('4826');
    await press('Enter');
    expect(await confirmation()).to.include({ focused: true, invalid: false });
    expect(heard).to.have.length(0);
  });

  it('raises pin-change when complete or valid changes, and for no other key', async () => {
    const heard: string[] = [];
    element.addEventListener('pin-change', ({ complete, valid }) =>
      heard.push(`${complete} ${valid}`),
    );
    await enterPin(element, '4826', '4827');
    await press('Backspace');
    await type('6');
    expect(heard).to.deep.equal(['true false', 'false false', 'true true']);
  });

  it('takes PINs of another length and other rules, and empties the fields when these change', async () => {
    element.pinLength = 6;
    element.pinRules = 'none';
    await enterPin(element, '123456');
    element.pinRules = 'repeated';
    await element.updateComplete;
    expect((await newPin()).value).to.equal('');
    element.pinRules = 'none';
    await enterPin(element, '123456');
    expect((await newPin()).description).to.contain('6 digits');
    expect(await isSet('123456')).to.equal(true);
  });

  it('does not tell what was typed to a page that changes a rule and submits at once', async () => {
    await enterPin(element, '3456');
    element.pinRules = 'sequence';
    expect(await element.submit()).to.deep.equal({
      kind: 'invalid',
      field: 'new',
      problem: 'missing',
    });
  });

  it('does not take part in editing while it is disabled', async () => {
    await type('48');
    element.disabled = true;
    await element.updateComplete;
    expect(await newPin()).to.include({ value: '', disabled: true });
    expect(await find('button', 'Set PIN')).to.include({ disabled: true });
    expect(await element.submit()).to.deep.equal({ kind: 'aborted' });
  });
});
