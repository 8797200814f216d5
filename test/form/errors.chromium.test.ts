import { expect } from '@open-wc/testing';
import { alert, press, status, type } from '../support/browser/cardholder.js';
import { element } from '../support/browser/new-element.js';
import { failToSetPin, goOffline, goOnline } from '../support/browser/page.js';

// `form-state.test.ts` tests when errors appear, and `sentences.test.ts` what is announced.
// `typing.browser.test.ts` tests the focus on an invalid field, and how its digits are replaced.
describe('<set-card-pin> errors', () => {
  it('announces before a submit that the cardholder is offline, and removes the message once they are online', async () => {
    await goOffline();
    await element.updateComplete;
    const notice = 'You seem to be offline. Check your connection and try again.';
    expect(await status()).to.equal(notice);
    await type('7777');
    expect(await status(), 'with a hint').to.match(/^You seem to be offline\. .+ easy to guess\./);
    await press('Control+a', 'Backspace');
    expect(await status()).to.equal(notice);
    expect((await failToSetPin(element)).retryable).to.equal(true);
    expect([await alert(), await status()], 'only once').to.deep.equal([notice, '']);
    await goOnline();
    await element.updateComplete;
    expect(await status()).to.equal('');
  });
});
