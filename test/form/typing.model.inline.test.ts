import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { cases, FUZZ } from '../support/fuzz.js';
import { find, press, protocol, redo, type, undo } from '../support/browser/cardholder.js';
import { embed } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

const LENGTH = 6;

/** Models a field: its digits, and the ends of its selection. */
class ModelField {
  digits = '';
  anchor = 0;
  caret = 0;

  get #range(): [number, number] {
    return [Math.min(this.anchor, this.caret), Math.max(this.anchor, this.caret)];
  }

  /**
   * Inserts all digits if they fit. If they don't, several digits replace the content, and a single
   * digit is ignored.
   */
  insert(digits: string): void {
    if (digits.length > LENGTH) return;
    if (digits.length > 1 && !this.#fits(digits)) this.selectAll();
    if (digits === '' || !this.#fits(digits)) return;
    const [from, to] = this.#range;
    this.digits = this.digits.slice(0, from) + digits + this.digits.slice(to);
    this.#collapse(from + digits.length);
  }

  delete(by: -1 | 1): void {
    if (this.anchor === this.caret) this.move(by, true);
    const [from, to] = this.#range;
    this.digits = this.digits.slice(0, from) + this.digits.slice(to);
    this.#collapse(from);
  }

  /** Moves the caret. Without `selecting`, it goes to the end of a selection first. */
  move(by: -1 | 1, selecting: boolean): void {
    const [from, to] = this.#range;
    if (!selecting && from !== to) return this.#collapse(by < 0 ? from : to);
    this.caret = Math.min(Math.max(this.caret + by, 0), this.digits.length);
    if (!selecting) this.anchor = this.caret;
  }

  moveTo(to: number, selecting = false): void {
    this.caret = to;
    if (!selecting) this.anchor = to;
  }

  selectAll(): void {
    this.anchor = 0;
    this.caret = this.digits.length;
  }

  #fits(digits: string): boolean {
    const [from, to] = this.#range;
    return this.digits.length - (to - from) + digits.length <= LENGTH;
  }

  #collapse(at: number): void {
    this.anchor = this.caret = at;
  }
}

/** Generates digits, in a script. */
const anyDigits = (pattern: RegExp) =>
  fc
    .tuple(
      fc.stringMatching(pattern),
      fc.constantFrom('0123456789', '٠١٢٣٤٥٦٧٨٩', '０１２３４５６７８９'),
    )
    .map(([digits, script]) => ({
      digits,
      text: digits.replace(/./g, (digit) => script[Number(digit)]!),
    }));
const anyNumber = anyDigits(/^\d{2,8}$/);

const KEYS =
  'ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight Home End Shift+Home Shift+End Control+a Backspace Delete';

const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: anyDigits(/^\d$/).map(({ text, digits }) => ({ type: text, digits })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a', '-', ' ', '½').map((type) => ({ type, digits: '' })),
  },
  { weight: 12, arbitrary: fc.constantFrom(...KEYS.split(' ')).map((press) => ({ press })) },
  { weight: 2, arbitrary: anyNumber.map(({ text, digits }) => ({ insert: text, digits })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ insert: '٤8-26', digits: '4826' }, { insert: '1e3', digits: '' }),
  },
  { weight: 1, arbitrary: anyNumber.map(({ text, digits }) => ({ compose: text, digits })) },
  { weight: 1, arbitrary: fc.constant({ undo: 12 }) },
);

type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

describe('<set-card-pin> with generated typing', () => {
  const act = async (step: Step, field: ModelField) => {
    if ('type' in step) {
      await type(step.type);
      field.insert(step.digits);
    } else if ('insert' in step) {
      await protocol('Input.insertText', { text: step.insert });
      field.insert(step.digits);
    } else if ('compose' in step) {
      // A composition can have too many digits, which the submit reports. Here it never does.
      const digits = step.digits.slice(0, Math.max(LENGTH - field.digits.length, 0));
      const text = step.compose.slice(0, digits.length);
      if (text === '') return;
      const end = { selectionStart: text.length, selectionEnd: text.length };
      await protocol('Input.imeSetComposition', { text, ...end });
      await protocol('Input.insertText', { text });
      field.insert(digits);
      // Composed digits are normalised in a later task.
      await new Promise((resolve) => setTimeout(resolve));
    } else if ('undo' in step) {
      for (let times = 0; times < step.undo; times++) await undo();
      for (let times = 0; times < step.undo; times++) await redo();
      await press('End');
      field.moveTo(field.digits.length);
    } else {
      await press(step.press);
      const selecting = step.press.startsWith('Shift');
      if (step.press.includes('Arrow')) field.move(step.press.endsWith('Left') ? -1 : 1, selecting);
      else if (step.press.endsWith('Home')) field.moveTo(0, selecting);
      else if (step.press.endsWith('End')) field.moveTo(field.digits.length, selecting);
      else if (step.press === 'Control+a') field.selectAll();
      else field.delete(step.press === 'Backspace' ? -1 : 1);
    }
  };

  it('has the same digits in its field as the model', async function () {
    this.timeout(480_000);
    const { element } = await embed(service, 'accepted');
    element.pinLength = LENGTH;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 24 }), async (steps) => {
        element.reset();
        await element.updateComplete;
        element.focus();
        const field = new ModelField();
        for (const step of steps) await act(step, field);
        expect((await find('textbox', 'New PIN')).value).to.equal('•'.repeat(field.digits.length));
        await press('Tab', 'Tab', 'Enter');
        expect((await find('textbox', 'New PIN')).value).to.equal(field.digits);
      }),
      { ...FUZZ, numRuns: cases(60) },
    );
  });
});
