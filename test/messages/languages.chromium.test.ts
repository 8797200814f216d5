import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import { SetCardPinElement } from '../../src/index.js';
import { ar } from '../../src/locales/ar.js';
import { de } from '../../src/locales/de.js';
import { fr } from '../../src/locales/fr.js';
import { alert, enterPin, exists, find, status, type } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { addLocales } from '../support/browser/locales.js';
import { all } from '../support/browser/opened-root.js';
import { embed, next, mount, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> language', () => {
  let service: Service;
  before(async () => {
    await addLocales();
    service = await startService();
  });
  afterEach(() => {
    document.documentElement.lang = 'en';
  });

  const embedIn = (lang: string): Promise<SetCardPinElement> =>
    mount(html`<set-card-pin lang=${lang} .frameSrc=${service.frameSrc}></set-card-pin>`);

  /** Waits for a change of language, and asserts that a field has this name. */
  const shows = async (name: string): Promise<void> => {
    await rendered();
    expect(await exists('textbox', name)).to.equal(true);
  };

  inModes(
    ['inline'],
    'live regions of the opened root, because a frame’s root can’t be opened',
    () => {
      it('does not announce a message again when it changes', async () => {
        const element = await embedIn('en');
        await element.submit();
        await rendered();
        const politeness = () =>
          all(element, '[role=status], [role=alert]').map((region) => region.ariaLive);
        expect(politeness()).to.deep.equal([null, 'assertive']);
        expect(await alert()).to.contain('Something’s wrong');
        element.lang = 'de';
        await rendered();
        expect(await alert()).to.contain('Es liegt an dieser Seite');
        expect(politeness()).to.deep.equal(['off', 'off']);
        element.focus();
        await type('12345');
        expect(await status()).to.contain('Sie haben schon alle 4 Ziffern');
        expect(politeness()).to.deep.equal([null, 'assertive']);
        // A framework may set the same words again, which changes nothing.
        element.messages = {};
        await rendered();
        expect(politeness()).to.deep.equal([null, 'assertive']);
      });
    },
  );

  describe('changes', () => {
    it('with the lang attribute of the element or else of the nearest ancestor that has one', async () => {
      const section = await mount<HTMLElement>(
        html`<section><set-card-pin .frameSrc=${service.frameSrc}></set-card-pin></section>`,
      );
      document.documentElement.lang = 'de';
      await shows(String(de.newPin));
      section.lang = 'fr';
      document.documentElement.lang = '';
      await shows(String(fr.newPin));
      const element = section.querySelector('set-card-pin')!;
      element.lang = 'de';
      await shows(String(de.newPin));
      element.removeAttribute('lang');
      section.removeAttribute('lang');
      await shows('New PIN');
    });

    it('with the lang attribute outside the shadow roots around the element', async () => {
      const outer = await fixture(html`<div></div>`);
      const inner = document.createElement('div');
      outer.attachShadow({ mode: 'closed' }).append(inner);
      const element = document.createElement('set-card-pin');
      element.frameSrc = service.frameSrc;
      const ready = next(element, 'pin-ready');
      inner.attachShadow({ mode: 'closed' }).append(element);
      await ready;
      outer.setAttribute('lang', 'de');
      await shows(String(de.newPin));
      inner.setAttribute('lang', 'fr');
      await shows(String(fr.newPin));
    });

    it('with a move to another ancestor, and with the lang attribute of that ancestor', async () => {
      const places = await mount(
        html`<div>
          <p lang="de"><set-card-pin .frameSrc=${service.frameSrc}></set-card-pin></p>
          <p lang="fr"></p>
        </div>`,
      );
      const [, other] = places.children;
      other!.append(places.querySelector('set-card-pin')!);
      await until(() => exists('textbox'));
      await shows(String(fr.newPin));
      other!.setAttribute('lang', 'ar');
      await shows(String(ar.newPin));
    });

    it('while the PIN and the focus stay', async () => {
      const { element } = await embed(service, 'accepted');
      await enterPin(element, '4826', '48');
      element.lang = 'de';
      element.messages = { confirmPin: 'Noch einmal' };
      await rendered();
      expect((await find('textbox', String(de.newPin))).value).to.have.length(4);
      expect(await find('textbox', 'Noch einmal')).to.deep.include({ focused: true });
      await type('26');
      expect((await element.submit()).kind).to.equal('set');
    });
  });

  it('can be added and replaced while the element is shown', async () => {
    await embedIn('nl');
    await shows('New PIN');
    SetCardPinElement.addMessages('nl', { ...de, newPin: 'Nieuwe pincode' });
    await shows('Nieuwe pincode');
    SetCardPinElement.addMessages('NL', { ...de, newPin: 'Uw nieuwe pincode' });
    await shows('Uw nieuwe pincode');
  });

  describe('with messages of the page', () => {
    it('uses them instead of its own until they are removed', async () => {
      const element = await embedIn('de');
      element.messages = { newPin: 'Geheimzahl', newPinProblems: { missing: 'Bitte {length}.' } };
      element.setAttribute('endpoint', service.endpoint);
      element.cardId = 'card_1';
      await element.submit();
      const field = await find('textbox', 'Geheimzahl');
      expect(field.description).to.contain('Bitte 4.');
      expect(await exists('textbox', String(de.confirmPin))).to.equal(true);
      element.messages = undefined;
      await shows(String(de.newPin));
    });
  });
});

/** Resolves when the elements have noticed and rendered a change of language. */
async function rendered(): Promise<void> {
  await new Promise(requestAnimationFrame);
}
