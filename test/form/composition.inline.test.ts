/**
 * An input method, which only Chromium's protocol can imitate. `typing.model.inline.test.ts` tests
 * compositions with digits that fit.
 */
import { expect } from '@open-wc/testing';
import { newPin, press, protocol, revealNewPin, type } from '../support/browser/cardholder.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { until } from '../support/browser/page.js';

describe('<set-card-pin> composition', () => {
  const compose = (text: string) => {
    const [selectionStart, selectionEnd] = [text.length, text.length];
    return protocol('Input.imeSetComposition', { text, selectionStart, selectionEnd });
  };
  const commit = (text: string) => protocol('Input.insertText', { text });

  it('ignores a composition that is cancelled or has no digits', async () => {
    await type('4');
    await compose('８');
    await compose('');
    await compose('かな');
    await commit('かな');
    await until(async () => (await newPin()).value === '•');
    expect(await revealNewPin()).to.equal('4');
  });

  it('adds a composition’s digits when the focus moves or the PIN is submitted', async () => {
    await compose('４８２６');
    await press('Tab');
    await compose('４８２６');
    expect((await element.submit()).kind).to.equal('set');
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('reports a composition with too many digits, and doesn’t drop any digits', async () => {
    await compose('４８２６１');
    await commit('４８２６１');
    await press('Tab');
    await type('4826');
    const problem = { kind: 'invalid', field: 'new', problem: 'too-long' };
    expect(await element.submit()).to.deep.equal(problem);
    expect((await newPin()).description).to.contain('more than 4 digits');
  });

  it('doesn’t submit when Enter ends a composition', async () => {
    await compose('４８');
    await press('Enter');
    expect((await newPin()).invalid).to.equal(false);
    await commit('４８');
    await press('Enter');
    expect((await newPin()).invalid).to.equal(true);
  });
});
