import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { newPin, type } from '../support/browser/cardholder.js';
import { createElement, next, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> autofocus', () => {
  let service: Service;
  let page: HTMLElement;
  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    page = await fixture<HTMLElement>(html`<div><input aria-label="Search" /></div>`);
  });

  const search = () => page.querySelector('input')!;

  /** Adds an element to a page that has loaded. Its submit ends as `misconfigured`. */
  async function add(autofocus: boolean): Promise<SetCardPinElement> {
    const element = createElement(service, '');
    element.autofocus = autofocus;
    const ready = next(element, 'pin-ready');
    page.append(element);
    await ready;
    return element;
  }

  it('focuses the new PIN of an element that is added later', async () => {
    const element = await add(true);
    await until(async () => (await newPin()).focused);
    await type('48');
    await until(() => element.validity.tooShort);
  });

  for (const [what, autofocus, act, focused] of [
    ['where the page has put it', true, () => search().focus(), 'input'],
    [
      'to what the page focuses on pin-ready',
      true,
      () => page.addEventListener('pin-ready', () => search().focus(), { once: true }),
      'input',
    ],
    ['where it is by default', false, () => undefined, 'body'],
  ] as const)
    it(`leaves the focus ${what}`, async () => {
      act();
      const element = await add(autofocus);
      // A frame has handled everything before by the time that it answers.
      expect((await element.submit()).kind).to.equal('misconfigured');
      expect(document.activeElement?.localName).to.equal(focused);
    });
});
