import { expect } from '@open-wc/testing';
import { confirmation, enterPin, press, status, type } from '../support/browser/cardholder.js';
import { element } from '../support/browser/new-element.js';
import { goOffline, goOnline, until } from '../support/browser/page.js';

// `sentences.test.ts` tests the errors that an edit shows and removes, and what is announced.
// `typing.browser.test.ts` tests how the digits of an invalid field are replaced.
describe('<set-card-pin> errors', () => {
  it('focuses an invalid confirmation when the cardholder returns, and lets typing replace it', async () => {
    await enterPin(element, '4826', '4827');
    await press('Tab');
    expect((await confirmation()).invalid).to.equal(true);
    (document.activeElement as HTMLElement).blur();
    element.focus();
    await until(async () => (await confirmation()).focused);
    await type('4826');
    expect(await confirmation()).to.include({ value: '••••', invalid: false });
  });

  it('announces before a submit that the cardholder is offline, and removes the message once they are online', async () => {
    await goOffline();
    await element.updateComplete;
    const notice = 'You seem to be offline. Check your connection and try again.';
    expect(await status()).to.equal(notice);
    await type('7777');
    expect(await status(), 'with a hint').to.match(/^You seem to be offline\. .+ easy to guess\./);
    await press('Backspace');
    expect(await status()).to.equal(notice);
    await goOnline();
    await element.updateComplete;
    expect(await status()).to.equal('');
  });
});
