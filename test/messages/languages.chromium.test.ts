import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import { SetCardPinElement } from '../../src/index.js';
import { ar } from '../../src/locales/ar.js';
import { de } from '../../src/locales/de.js';
import { fr } from '../../src/locales/fr.js';
import { en } from '../../src/messages/en.js';
import type { Catalogue } from '../../src/messages/catalogue.js';
import { useWidthOfArial } from '../support/browser/arial.js';
import { alert, enterPin, exists, find, setPin, type } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { one } from '../support/browser/opened-root.js';
import { embed, next, mount, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> language', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  afterEach(() => {
    document.documentElement.lang = 'en';
  });

  const embedIn = (lang: string): Promise<SetCardPinElement> =>
    mount(html`<set-card-pin lang=${lang} .frameSrc=${service.frameSrc}></set-card-pin>`);

  const hasField = (name: string): Promise<boolean> => exists('textbox', name);

  // `tools/test/browser-tests.ts` sets the tags, because a page can't list the files of a folder,
  // and bundles the modules at these addresses.
  const catalogueOf = async (tag: string): Promise<Catalogue> => {
    if (tag === 'en') return en;
    const module = (await import(`/src/locales/${tag}.ts`)) as Record<string, Catalogue>;
    return Object.values(module)[0]!;
  };

  for (const tag of String(process.env.LOCALE_TAGS).split(' ')) {
    it(`can be ${tag}`, async () => {
      const words = await catalogueOf(tag);
      await embedIn(tag);
      for (const name of [words.newPin, words.confirmPin])
        expect(await hasField(String(name)), String(name)).to.equal(true);
      for (const name of [words.showPinName, words.submit])
        expect(await exists('button', String(name)), String(name)).to.equal(true);
    });
  }

  inModes(['inline'], 'the height of a button, which a page can’t see in a frame', () => {
    afterEach(() => document.documentElement.removeAttribute('style'));
    for (const tag of ['en', ...String(process.env.LOCALE_TAGS).split(' ')]) {
      it(`has labels of one line for the buttons of ${tag}, in a form of 288 px`, async () => {
        const { submit, submitting, tryAgain, startOver } = await catalogueOf(tag);
        useWidthOfArial();
        const place = await mount(
          html`<div style="width: 288px"><set-card-pin lang=${tag}></set-card-pin></div>`,
        );
        const element = place.querySelector('set-card-pin')!;
        const heightWith = async (label: string): Promise<number> => {
          element.messages = { submit: label };
          await rendered();
          return one(element, '[part=submit]').offsetHeight;
        };
        const oneLine = await heightWith('-');
        expect(await heightWith('- '.repeat(80))).to.be.greaterThan(oneLine);
        for (const label of [submit, submitting, tryAgain, startOver])
          expect(await heightWith(String(label)), String(label)).to.equal(oneLine);
      });
    }
  });

  it('is English for traditional Chinese, and if the page has no language', async () => {
    const element = await embedIn('zh-TW');
    expect(await hasField('New PIN')).to.equal(true);
    document.documentElement.lang = '';
    element.removeAttribute('lang');
    await rendered();
    expect(await hasField('New PIN')).to.equal(true);
  });

  it('has its plural forms', async () => {
    const element = await embedIn('ar-AE');
    for (const [length, hint] of [
      [4, '4 أرقام.'],
      [6, '6 أرقام.'],
      [11, '11 رقمًا.'],
    ] as const) {
      element.pinLength = length;
      await rendered();
      expect((await find('textbox', String(ar.newPin))).description).to.contain(hint);
    }
  });

  describe('changes', () => {
    it('with the lang attribute of the element', async () => {
      const element = await embedIn('de');
      element.lang = 'fr';
      await rendered();
      expect(await hasField(String(fr.newPin))).to.equal(true);
    });

    it('with the lang attribute of the nearest ancestor that has one', async () => {
      await mount(
        html`<section><set-card-pin .frameSrc=${service.frameSrc}></set-card-pin></section>`,
      );
      document.documentElement.lang = 'de';
      await rendered();
      expect(await hasField(String(de.newPin))).to.equal(true);
      document.querySelector('section')!.lang = 'fr';
      document.documentElement.lang = 'ar';
      await rendered();
      expect(await hasField(String(fr.newPin))).to.equal(true);
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
      await rendered();
      expect(await hasField(String(de.newPin))).to.equal(true);
      inner.setAttribute('lang', 'fr');
      await rendered();
      expect(await hasField(String(fr.newPin))).to.equal(true);
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
      expect(await hasField(String(fr.newPin))).to.equal(true);
      other!.setAttribute('lang', 'ar');
      await rendered();
      expect(await hasField(String(ar.newPin))).to.equal(true);
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

    it('no longer after the element is removed', async () => {
      const element = await embedIn('de');
      let reads = 0;
      element.messages = {
        get newPin() {
          reads++;
          return 'PIN';
        },
      };
      await rendered();
      element.lang = 'fr';
      await rendered();
      expect(reads).to.be.greaterThan(1);
      element.remove();
      await rendered();
      reads = 0;
      element.lang = 'de';
      document.documentElement.lang = 'de';
      SetCardPinElement.addMessages('de', de);
      await rendered();
      expect(reads).to.equal(0);
    });
  });

  it('can be added and replaced while the element is shown', async () => {
    await embedIn('nl');
    expect(await hasField('New PIN')).to.equal(true);
    SetCardPinElement.addMessages('nl', { ...de, newPin: 'Nieuwe pincode' });
    await rendered();
    expect(await hasField('Nieuwe pincode')).to.equal(true);
    SetCardPinElement.addMessages('NL', { ...de, newPin: 'Uw nieuwe pincode' });
    await rendered();
    expect(await hasField('Uw nieuwe pincode')).to.equal(true);
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
      await rendered();
      expect(await hasField(String(de.newPin))).to.equal(true);
    });

    it('uses them for the codes of the issuer', async () => {
      const { element } = await embed(service, 'unknown-code');
      element.messages = { codes: { PIN_CHANGE_NOT_OFFERED: 'Tonight we are closed.' } };
      const ended = next(element, 'pin-error');
      await setPin(element, '4826');
      await ended;
      expect(await alert()).to.contain('Tonight we are closed.');
      element.messages = { codes: {} };
      await rendered();
      expect(await alert()).to.contain(en.outcomes.rejected);
    });

    it('renders them as text, even if they contain HTML', async () => {
      const element = await embedIn('en');
      element.messages = {
        newPin: '<b>PIN</b>',
        confirmPin: html`<input aria-label="Planted" />` as never,
        submit: (() => 'Called') as never,
      };
      await rendered();
      expect(await hasField('<b>PIN</b>')).to.equal(true);
      expect(await hasField('Confirm new PIN')).to.equal(true);
      expect(await hasField('Planted')).to.equal(false);
      expect(await exists('button', 'Set PIN')).to.equal(true);
    });
  });
});

/** Resolves when the elements have noticed and rendered a change of language. */
async function rendered(): Promise<void> {
  await new Promise(requestAnimationFrame);
}
