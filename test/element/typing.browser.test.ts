import { countInputs } from '../support/browser/input-events.js';
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import {
  enterPin,
  find,
  perceive,
  press,
  protocol,
  redo,
  status,
  type,
  undo,
} from '../support/browser/cardholder.js';
import { inEngines, inModes } from '../support/browser/engine.js';
import { embed, listen, put, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const newPin = () => find('textbox', 'New PIN');
const confirmation = () => find('textbox', 'Confirm');

describe('<set-card-pin> typing', () => {
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

  /** Has the digits shown from the first field, which gives the focus to the reveal button. */
  const revealed = async () => {
    await press('Tab', 'Enter');
    return (await newPin()).value;
  };

  it('takes a PIN key by key, and leaves the focus where it is when the PIN is complete (entry 1, 13)', async () => {
    await type('4826');
    expect(await newPin()).to.include({ value: '••••', focused: true, invalid: false });
    expect(await status()).to.equal('');
    expect(await revealed()).to.equal('4826');
  });

  it('sends nothing before the cardholder asks for it, though both PINs are complete (entry 13)', async () => {
    await enterPin(element, '4826');
    expect(await confirmation()).to.include({ value: '••••', focused: true });
    expect(await find('button', 'Set PIN')).to.include({ disabled: false });
    expect(await service.requests(cardId)).to.have.length(0);
  });

  it('takes digits alone, and announces nothing for other keys (entry 2)', async () => {
    await type('1a2-b ½.');
    expect(await newPin()).to.include({ value: '••', invalid: false });
    expect(await status()).to.equal('');
    expect(await revealed()).to.equal('12');
  });

  it('refuses a digit more in a full field, and says so politely (entry 3)', async () => {
    await type('48265');
    expect(await newPin()).to.include({ value: '••••', invalid: false });
    expect(await status()).to.equal('That is already 4 digits.');
    await press('Home');
    await type('5');
    expect(await revealed()).to.equal('4826');
  });

  it('replaces the selected digit of a full field, and no other (entry 4)', async () => {
    await type('4826');
    await press('ArrowLeft', 'Shift+ArrowLeft');
    await type('97');
    expect(await status()).to.equal('That is already 4 digits.');
    expect(await revealed()).to.equal('4896');
  });

  it('closes up when a digit in the middle is deleted, before the caret or after it (entry 5)', async () => {
    await type('4826');
    await press('ArrowLeft', 'ArrowLeft', 'Backspace');
    expect((await newPin()).value).to.equal('•••');
    await press('Delete');
    await type('13');
    expect(await revealed()).to.equal('4136');
  });

  it('does nothing for Backspace in an empty field (entry 6)', async () => {
    const heard = listen(element);
    const inputs = await countInputs(() => press('Backspace', 'Delete'));
    expect(inputs).to.equal(0);
    expect(heard).to.have.length(0);
    expect(await newPin()).to.include({ value: '', focused: true, invalid: false });
  });

  for (const [keys, typed, expected] of [
    [['Home'], '9', '9482'],
    [['Home', 'End'], '9', '4829'],
    [['Shift+ArrowLeft', 'Shift+ArrowLeft'], '9', '49'],
    [['Home', 'Shift+ArrowRight'], '9', '982'],
    [['Shift+Home'], '9', '9'],
    [['ArrowLeft', 'Control+a'], '9', '9'],
  ] as const) {
    it(`has the selection of any field for ${keys.join(', ')} (entry 7)`, async () => {
      await type('482');
      await press(...keys);
      await type(typed);
      expect(await revealed()).to.equal(expected);
    });
  }

  it('deletes a word as any masked field does, with one input event (entry 8)', async () => {
    await type('4826');
    const inputs = await countInputs(() => press('Control+Backspace'));
    expect(inputs).to.equal(1);
    expect((await newPin()).value).to.equal('');
  });

  it('raises one input event for each key, normalised or not (entry 8, 16)', async () => {
    expect(await countInputs(() => type('4８٢'))).to.equal(3);
    expect(await revealed()).to.equal('482');
  });

  it('takes typed digits of every script as ASCII digits (entry 16)', async () => {
    // Not the digits beyond the first plane: Firefox brings them in halves, each in an event of its own.
    for (const text of ['٤٨٢٦', '۴۸۲۶', '४८२६', '４８２６', '٤8२６']) {
      element.reset();
      element.focus();
      await type(text);
      expect(await revealed(), text).to.equal('4826');
    }
  });

  describe('undo', () => {
    it('takes back what was typed and brings it again, normalised or not (entry 9)', async () => {
      for (const text of ['482', '4８2']) {
        element.reset();
        element.focus();
        await type(text);
        await undo();
        expect((await newPin()).value.length, 'one step back').to.be.lessThan(3);
        await redo();
        await redo();
        expect(await revealed()).to.equal('482');
      }
    });

    it('brings deleted digits back (entry 9)', async () => {
      await type('4826');
      await press('Control+a', 'Delete');
      expect((await newPin()).value).to.equal('');
      await undo();
      expect(await revealed()).to.equal('4826');
    });

    it('never reaches another field of the page, from the field or from the reveal button (entry 9)', async () => {
      const other = await fixture<HTMLInputElement>(html`<input />`);
      other.focus();
      await type('abc');
      await undo();
      expect(other.value, 'there is something to undo').not.to.equal('abc');
      await redo();
      const stays = async () => {
        for (const act of [undo, undo, undo, redo, () => press('Control+y')]) {
          await act();
          expect(other.value).to.equal('abc');
          expect(document.activeElement).to.equal(element);
        }
      };
      element.focus();
      await stays();
      await type('48');
      await press('Tab', 'Enter');
      await stays();
      expect((await newPin()).value, 'revealed').to.equal('48');
      await press('Shift+Tab');
      await stays();
      expect((await newPin()).value, 'its history ended with the reveal').to.equal('48');
    });

    it('changes no PIN from the reveal button, another field or another element (entry 9)', async () => {
      const page = await put(
        html`<p><input /><set-card-pin .frameSrc=${service.frameSrc}></set-card-pin></p>`,
      );
      const [other, another] = page.children as unknown as [HTMLElement, SetCardPinElement];
      await enterPin(element, '4826');
      const heard = listen(element);
      await press('Shift+Tab');
      for (const goElsewhere of [() => {}, () => other.focus(), () => another.focus()]) {
        goElsewhere();
        const place = document.activeElement;
        await undo();
        expect(document.activeElement === place, 'the focus stays').to.equal(true);
      }
      expect(heard.map(({ type }) => type)).to.deep.equal([]);
      expect((await element.submit()).kind).to.equal('set');
    });

    it('tells the page of a PIN that is complete no more (entry 9, 10)', async () => {
      await enterPin(element, '4826');
      const heard = listen(element);
      await undo();
      expect(heard.map(({ type }) => type)).to.deep.equal(['pin-change']);
    });
  });

  inEngines(
    ['chromium'],
    'composition: only Chromium’s protocol stands in for an input method',
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

      it('takes composed digits once, as ASCII digits (entry 21)', async () => {
        await composed('１２');
        await until(async () => (await newPin()).value === '••');
        expect(await revealed()).to.equal('12');
      });

      it('keeps the caret where digits were composed (entry 21)', async () => {
        await type('46');
        await press('ArrowLeft');
        await composed('８');
        await type('2');
        expect(await revealed()).to.equal('4826');
      });

      inModes(['inline'], 'events of a composition that a page makes up', () => {
        it('leaves a composition alone that begins as another one ends (entry 21)', async () => {
          await compose('４８');
          const inputs = await countInputs(async () => {
            // The protocol can't end one and begin another in one task, as input methods do.
            element.dispatchEvent(new CompositionEvent('compositionend'));
            element.dispatchEvent(new CompositionEvent('compositionstart'));
            await new Promise((resolve) => setTimeout(resolve));
          });
          expect(inputs).to.equal(0);
          await commit('４８');
          await until(async () => (await newPin()).value === '••');
          expect(await revealed()).to.equal('48');
        });
      });

      it('takes nothing of a composition without digits, or one that is given up (entry 21)', async () => {
        await type('4');
        await compose('８');
        await compose('');
        await composed('かな');
        await until(async () => (await newPin()).value === '•');
        expect(await revealed()).to.equal('4');
      });

      it('takes what is being composed when the cardholder goes on, and lets the focus go (entry 21)', async () => {
        await compose('４８２６');
        await press('Tab', 'Tab');
        await compose('４８２６');
        expect((await element.submit()).kind).to.equal('set');
        expect(await service.has(cardId, '4826')).to.equal(true);
      });

      it('says so when a composition brings more digits than a PIN has, and cuts none off (entry 18, 21)', async () => {
        await composed('４８２６１');
        await press('Tab', 'Tab');
        await type('4826');
        const problem = { kind: 'invalid', field: 'new', problem: 'too-long' };
        expect(await element.submit()).to.deep.equal(problem);
        expect((await newPin()).description).to.contain('Take out the extra ones.');
      });

      it('undoes and redoes what was composed (entry 9, 21)', async () => {
        await composed('４８');
        await until(async () => (await newPin()).value === '••');
        await press('Control+z', 'Control+z');
        expect((await newPin()).value).to.equal('');
        await press('Control+Shift+Z', 'Control+Shift+Z');
        expect(await revealed()).to.equal('48');
      });
    },
  );

  describe('the Enter key', () => {
    it('answers in an empty field and in one that is half typed (entry 12)', async () => {
      await press('Enter');
      expect(await newPin()).to.include({ focused: true, invalid: true });
      await type('48');
      expect((await newPin()).invalid).to.equal(false);
      await press('Enter');
      expect(await newPin()).to.include({ focused: true, invalid: true });
      expect((await newPin()).description).to.contain('Add the missing ones.');
    });

    it('goes from a complete first field to the empty second one, without an error (entry 12)', async () => {
      const heard = listen(element);
      await type('4826');
      await press('Enter');
      expect(await confirmation()).to.include({ focused: true, invalid: false });
      expect(heard).to.have.length(0);
      await press('Enter');
      expect(await confirmation()).to.include({ focused: true, invalid: true });
    });

    it('sends a complete entry from either field (entry 12)', async () => {
      for (const back of [[], ['Shift+Tab', 'Shift+Tab']]) {
        element.reset();
        element.clientToken = await service.token(cardId);
        await enterPin(element, '4826');
        await press(...back, 'Enter');
        await until(() => element.matches(':state(set)'));
      }
    });
  });

  it('goes with Tab through new PIN, reveal, confirmation and submit, one stop each, and back (entry 11)', async () => {
    const stops = ['New PIN', 'Show PIN in both fields', 'Confirm new PIN', 'Set PIN'];
    const focused = async () =>
      (await perceive()).find(({ focused, name }) => focused && stops.includes(name))?.name;
    const seen: unknown[] = [];
    for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      seen.push(await focused());
      await press(key);
    }
    seen.push(await focused());
    expect(seen).to.deep.equal([...stops, ...stops.slice(0, -1).reverse()]);
  });

  describe('out of use', () => {
    it('takes nothing while it is disabled, and says that it is (entry 50)', async () => {
      await type('48');
      element.disabled = true;
      await type('26');
      await press('Backspace', 'Delete', 'Control+v');
      for (const thing of [await newPin(), await confirmation(), await find('button', 'Set PIN')])
        expect(thing).to.include({ disabled: true });
      element.disabled = false;
      await element.updateComplete;
      expect(await newPin()).to.include({ value: '', disabled: false });
    });

    it('takes nothing while it sends, and says that it can’t be edited (entry 50)', async () => {
      await service.delay(cardId, 60_000);
      await enterPin(element, '4826');
      await press('Enter');
      await until(() => element.matches(':state(submitting)'));
      expect(await confirmation()).to.include({ readonly: true, focused: true });
      await press('Backspace', 'Home', 'Delete', 'Control+z');
      await type('7');
      expect((await confirmation()).value).to.equal('••••');
      await service.delay(cardId, 0);
      await until(() => service.has(cardId, '4826'));
    });
  });
});
