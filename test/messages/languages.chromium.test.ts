import { expect, fixture, html } from '@open-wc/testing';
import { ar } from '../../src/locales/ar.js';
import { de } from '../../src/locales/de.js';
import { fr } from '../../src/locales/fr.js';
import { exists } from '../support/browser/cardholder.js';
import { addLocales } from '../support/browser/locales.js';
import { createElement, next, mount, until } from '../support/browser/page.js';
import { service, SetCardPinElement } from '../support/browser/started-service.js';

describe('<set-card-pin> language', () => {
  before(addLocales);
  afterEach(() => {
    document.documentElement.lang = 'en';
  });

  /** Waits for a change of language, and asserts that a field has this name. */
  const shows = async (name: string): Promise<void> => {
    await new Promise(requestAnimationFrame);
    expect(await exists('textbox', name)).to.equal(true);
  };

  it('follows the lang attribute of the element, or else of its nearest ancestor that has one', async () => {
    const places = await mount<HTMLElement>(
      html`<section>
        <p><set-card-pin .frameSrc=${service.frameSrc}></set-card-pin></p>
        <p lang="fr"></p>
      </section>`,
    );
    const element = places.querySelector('set-card-pin')!;
    document.documentElement.lang = 'de';
    await shows(String(de.newPin));
    places.lang = 'fr';
    document.documentElement.lang = '';
    await shows(String(fr.newPin));
    element.lang = 'de';
    await shows(String(de.newPin));
    element.removeAttribute('lang');
    places.removeAttribute('lang');
    await shows('New PIN');
    // The element may also be moved to another ancestor.
    const other = places.lastElementChild!;
    other.append(element);
    await until(() => exists('textbox'));
    await shows(String(fr.newPin));
    other.setAttribute('lang', 'ar');
    await shows(String(ar.newPin));
  });

  it('follows the lang attribute outside the closed shadow root around the element', async () => {
    const outer = await fixture(html`<div></div>`);
    const inner = document.createElement('div');
    outer.attachShadow({ mode: 'closed' }).append(inner);
    const ready = next(inner, 'pin-ready');
    inner.append(createElement(service, 'card_1'));
    await ready;
    outer.setAttribute('lang', 'de');
    await shows(String(de.newPin));
    inner.setAttribute('lang', 'fr');
    await shows(String(fr.newPin));
  });

  it('shows messages that addMessages() adds or replaces later', async () => {
    await mount(html`<set-card-pin lang="nl" .frameSrc=${service.frameSrc}></set-card-pin>`);
    await shows('New PIN');
    SetCardPinElement.addMessages('NL', { ...de, newPin: 'Nieuwe pincode' });
    await shows('Nieuwe pincode');
  });
});
