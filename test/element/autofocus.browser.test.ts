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

  it('leaves the focus where the page has put it', async () => {
    page.querySelector('input')?.focus();
    const element = await add(true);
    // A frame has handled everything before by the time that it answers.
    expect((await element.submit()).kind).to.equal('misconfigured');
    expect(document.activeElement?.localName).to.equal('input');
  });

  it('leaves the focus to what the page focuses on pin-ready', async () => {
    const search = page.querySelector('input');
    page.addEventListener('pin-ready', () => search?.focus(), { once: true });
    const element = await add(true);
    expect((await element.submit()).kind).to.equal('misconfigured');
    expect(document.activeElement?.localName).to.equal('input');
  });

  it('is off by default', async () => {
    const element = await add(false);
    expect((await element.submit()).kind).to.equal('misconfigured');
    expect(document.activeElement?.localName).to.equal('body');
  });
});
