import { all, one } from '../support/browser/opened-root.js';
import { expect } from '@open-wc/testing';
import { enterPin, exists, press, protocol } from '../support/browser/cardholder.js';
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

  it('uses thicker borders and only one text colour if the cardholder prefers more contrast', async () => {
    await prefer('prefers-contrast', 'more');
    const { color } = getComputedStyle(element);
    expect(styleOf('.hint')).to.include({ color, fontWeight: '500' });
    expect(styleOf('.field')).to.include({ borderTopColor: color });
    expect(styleOf('.field').boxShadow).to.include('1px inset');
  });

  it('doesn’t move anything if the cardholder prefers reduced motion', async () => {
    await prefer('prefers-contrast', 'no-preference');
    const animations = () => all(element, '*').map((part) => getComputedStyle(part).animationName);
    for (const part of ['.field', '.submit', '.reveal'])
      expect(styleOf(part).transitionDuration).to.equal('0s');
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const submit = element.submit();
    await until(() => element.matches(':state(submitting)'));
    // The animation only shows the spinner after 300 ms.
    expect([...new Set(animations())].sort()).to.deep.equal(['appear', 'none']);
    await service.delay(cardId, 0);
    await submit;
    await element.updateComplete;
    expect([...new Set(animations())]).to.deep.equal(['none']);
  });

  // Firefox prints before a script can mask the PIN.
  it('uses only the style sheet to mask a revealed PIN in print', async () => {
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
      const field = focused.closest('.field');
      // A field's ring is inside, where a frame doesn't clip it.
      const [outlineWidth, outlineOffset] = field ? ['3px', '-3px'] : ['2px', '2px'];
      const ring = { outlineStyle: 'solid', outlineWidth, outlineOffset };
      expect(getComputedStyle(field ?? focused)).to.include(ring);
      await press('Tab');
    }
  });

  it('shows text in the direction of its language, the form in the page’s direction, and digits from left to right', async () => {
    for (const [dir, lang, direction] of [
      ['rtl', 'en', 'ltr'],
      ['ltr', 'ar', 'rtl'],
    ] as const) {
      page.dir = dir;
      element.lang = lang;
      await until(() => one(element, 'div').lang === lang);
      for (const selector of ['label', '.hint', '.submit', '.reveal'])
        expect(styleOf(selector).direction, selector).to.equal(direction);
      const field = one(element, '.field').getBoundingClientRect();
      const side = dir === 'ltr' ? 'left' : 'right';
      const range = document.createRange();
      range.selectNodeContents(one(element, 'label'));
      expect(range.getBoundingClientRect()[side]).to.be.closeTo(field[side], 2);
      expect(styleOf('input').direction).to.equal('ltr');
      expect(styleOf('input').textAlign).to.match(/start|left/);
      expect(one(element, 'input').getBoundingClientRect().left).to.be.closeTo(field.left + 1, 0.5);
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
  it('never draws digits with a page’s font, even if the page makes their size invalid', () => {
    element.style.fontFamily = 'spy';
    element.style.setProperty('--set-card-pin-font', 'spy');
    for (const size of ['1rem', 'auto']) {
      element.style.setProperty('--set-card-pin-digit-size', size);
      expect(styleOf('input').fontFamily).to.equal('monospace');
    }
  });
});
