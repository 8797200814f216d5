import { all, one } from '../support/browser/opened-root.js';
import { expect } from '@open-wc/testing';
import { enterPin, press, protocol } from '../support/browser/cardholder.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { until } from '../support/browser/page.js';

describe('<set-card-pin> with a preference of the cardholder’s system', () => {
  const prefer = (name: string, value: string) =>
    protocol('Emulation.setEmulatedMedia', { features: [{ name, value }] });
  const styleOf = (selector: string, pseudo?: string) =>
    getComputedStyle(one(element, selector), pseudo);

  afterEach(async () => {
    await protocol('Emulation.setEmulatedMedia', { media: '', features: [] });
  });

  it('has thicker borders and text, in one colour, if more contrast is preferred', async () => {
    await prefer('prefers-contrast', 'more');
    const { color } = getComputedStyle(element);
    expect(styleOf('.hint')).to.include({ color, fontWeight: '500' });
    element.blur();
    expect(styleOf('.field')).to.include({ borderTopColor: color });
    expect(styleOf('.field').boxShadow).to.include('1px inset');
  });

  it('draws no boxes, but visible borders, focus and errors, in forced colours', async () => {
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

  it('moves nothing if less motion is preferred', async () => {
    await prefer('prefers-reduced-motion', 'reduce');
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
    // It only shows the spinner after 300 ms.
    expect(animations()).to.deep.equal(['appear']);
    await service.delay(cardId, 0);
    await submit;
    await element.updateComplete;
    expect(animations()).to.deep.equal([]);
  });

  // Firefox prints before a script can mask the PIN.
  it('masks a revealed PIN on paper by the style sheet alone', async () => {
    await enterPin(element, '4826');
    await press('Tab', 'Enter');
    const mask = () => styleOf('input').getPropertyValue('-webkit-text-security');
    expect(mask()).to.equal('none');
    await protocol('Emulation.setEmulatedMedia', { media: 'print' });
    expect(one<HTMLInputElement>(element, 'input').type).to.equal('text');
    expect(mask()).to.equal('disc');
  });
});
