import { all, one } from '../support/browser/opened-root.js';
import { expect } from '@open-wc/testing';
import { enterPin, exists, press, protocol, type } from '../support/browser/cardholder.js';
import { addLocales } from '../support/browser/locales.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { until } from '../support/browser/page.js';

describe('<set-card-pin> style sheet', () => {
  const { documentElement: page } = document;
  const styleOf = (selector: string, pseudo?: string) =>
    getComputedStyle(one(element, selector), pseudo);
  /** Sets a preference that takes effect at once. */
  const prefer = (name: string, value: string) => {
    const features = [
      { name, value },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ];
    return protocol('Emulation.setEmulatedMedia', { features });
  };

  before(addLocales);
  afterEach(async () => {
    page.removeAttribute('dir');
    await protocol('Emulation.setEmulatedMedia', { media: '', features: [] });
  });

  it('uses thicker borders and text in one colour if the cardholder prefers more contrast', async () => {
    await prefer('prefers-contrast', 'more');
    const { color } = getComputedStyle(element);
    expect(styleOf('.hint')).to.include({ color, fontWeight: '500' });
    expect(styleOf('.field')).to.include({ borderTopColor: color });
    expect(styleOf('.field').boxShadow).to.include('1px inset');
  });

  it('shows borders, focus and errors but no boxes in forced colours', async () => {
    await prefer('forced-colors', 'active');
    await enterPin(element, '4826', '4827');
    await element.submit();
    await element.updateComplete;
    const [valid, invalid] = all(element, '.field').map((field) => getComputedStyle(field));
    const page = getComputedStyle(document.body).color;
    expect(styleOf('.field', '::before').content).to.equal('none');
    expect(valid).to.include({ borderTopStyle: 'solid', borderTopColor: page });
    expect(invalid).to.include({ borderTopStyle: 'solid', borderTopWidth: '3px' });
    expect(invalid).to.include({ outlineStyle: 'solid', outlineWidth: '3px' });
    expect(styleOf('.error:not(:empty)').color).to.equal(page);
    expect(styleOf('.submit').borderTopStyle).to.equal('solid');
  });

  it('doesn’t move anything if the cardholder prefers reduced motion', async () => {
    await prefer('prefers-contrast', 'no-preference');
    const animations = () =>
      all(element, '*')
        .map((part) => getComputedStyle(part).animationName)
        .filter((name) => name !== 'none');
    for (const part of ['.field', '.submit', '.reveal'])
      expect(styleOf(part).transitionDuration).to.equal('0s');
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const submit = element.submit();
    await until(() => element.matches(':state(submitting)'));
    // The animation only shows the spinner after 300 ms.
    expect(animations()).to.deep.equal(['appear']);
    await service.delay(cardId, 0);
    await submit;
    await element.updateComplete;
    expect(animations()).to.deep.equal([]);
  });

  // Firefox prints before a script can mask the PIN.
  it('masks a revealed PIN in print with the style sheet alone', async () => {
    await enterPin(element, '4826');
    await press('Tab', 'Enter');
    const mask = () => styleOf('input').getPropertyValue('-webkit-text-security');
    expect(mask()).to.equal('none');
    await protocol('Emulation.setEmulatedMedia', { media: 'print' });
    expect(one<HTMLInputElement>(element, 'input').type).to.equal('text');
    expect(mask()).to.equal('disc');
  });

  it('shows a complete focus ring around each control', async () => {
    for (let stop = 0; stop < 4; stop++) {
      const focused = element.shadowRoot!.activeElement!;
      const ringed = focused.closest('.field') ?? focused;
      const { outlineColor, outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(ringed);
      // A field's ring is inside, where a frame doesn't clip it.
      expect([outlineStyle, outlineWidth, outlineOffset]).to.deep.equal(
        ringed === focused ? ['solid', '2px', '2px'] : ['solid', '3px', '-3px'],
      );
      expect(outlineColor).not.to.equal(getComputedStyle(element).backgroundColor);
      for (let above = ringed.parentElement; above !== null; above = above.parentElement)
        expect(getComputedStyle(above).overflow).to.equal('visible');
      await press('Tab');
    }
  });

  for (const [dir, lang, direction] of [
    ['rtl', 'en', 'ltr'],
    ['ltr', 'ar', 'rtl'],
  ] as const)
    it(`shows text in the direction of its language (${lang}), the form in the page’s direction (${dir}), and digits from left to right`, async () => {
      page.dir = dir;
      element.lang = lang;
      await type('48');
      await press('Tab');
      await until(() => all(element, '.error:not(:empty)').length === 1);
      expect(one(element, 'div')).to.include({ lang, dir: direction });
      for (const selector of ['label', '.error', '.submit', '.reveal'])
        expect(getComputedStyle(one(element, selector)).direction, selector).to.equal(direction);

      const field = one(element, '.field').getBoundingClientRect();
      const side = dir === 'ltr' ? 'left' : 'right';
      const range = document.createRange();
      range.selectNodeContents(one(element, 'label'));
      expect(range.getBoundingClientRect()[side]).to.be.closeTo(field[side], 2);
      for (const input of all(element, 'input')) {
        expect(getComputedStyle(input).direction).to.equal('ltr');
        expect(getComputedStyle(input).textAlign).to.match(/start|left/);
        expect(input.getBoundingClientRect().left).to.be.closeTo(field.left + 1, 0.5);
      }
    });

  it('keeps its height when the success panel replaces the form', async () => {
    await enterPin(element, '4826');
    const { height } = element.getBoundingClientRect();
    await element.submit();
    await until(() => exists('group'));
    expect(element.getBoundingClientRect().height).to.be.closeTo(height, 1);
  });

  it('shows digits of at least 16 pixels, even if the page sets a smaller size', () => {
    const sizes = () => all(element, 'input').map((input) => getComputedStyle(input).fontSize);
    expect(Math.min(...sizes().map(parseFloat))).to.be.at.least(16);
    element.style.setProperty('--set-card-pin-digit-size', '9px');
    expect(sizes()).to.deep.equal(['16px', '16px']);
  });

  // The browser would request the font for each digit that is revealed.
  it('never draws digits with a page’s font, even if the page makes their size invalid', async () => {
    await press('Tab', 'Tab', 'Enter');
    element.style.fontFamily = 'spy';
    for (const [name, value] of [
      ['--set-card-pin-font', 'spy'],
      ['--set-card-pin-digit-size', 'auto'],
      ['--_size', 'red'],
      ['--_pin-pitch', 'red'],
    ] as const) {
      element.style.setProperty(name, value);
      for (const part of ['.field', 'input'])
        expect(styleOf(part).fontFamily, name).to.equal('monospace');
    }
  });
});
