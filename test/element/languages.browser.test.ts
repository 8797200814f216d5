import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import { SetCardPinElement } from '../../src/index.js';
import { ar } from '../../src/locales/ar.js';
import { de } from '../../src/locales/de.js';
import { fr } from '../../src/locales/fr.js';
import { LOCALES } from '../../tools/build/locales.js';
import { alert, enterPin, find, sees, setPin, type } from '../support/browser/cardholder.js';
import { embed, next, put, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> languages', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  afterEach(() => {
    document.documentElement.lang = 'en';
  });

  const speaking = async (lang: string): Promise<SetCardPinElement> => {
    const element = await put<SetCardPinElement>(
      html`<set-card-pin lang=${lang} .frameSrc=${service.frameSrc}></set-card-pin>`,
    );
    // Firefox begins to build its tree when it is first asked for.
    await until(() => sees('textbox'));
    return element;
  };

  /** Under which name the first field is found. */
  const isFound = (name: string): Promise<boolean> => sees('textbox', name);

  for (const [tag, words] of Object.entries(LOCALES)) {
    it(`speaks ${tag}`, async () => {
      await speaking(tag);
      for (const name of [words.newPin, words.confirmPin])
        expect(await isFound(String(name)), String(name)).to.equal(true);
      for (const name of [words.showPinName, words.submit])
        expect(await sees('button', String(name)), String(name)).to.equal(true);
    });
  }

  it('speaks English to who reads traditional Chinese, and where the page names no language', async () => {
    const element = await speaking('zh-TW');
    expect(await isFound('New PIN')).to.equal(true);
    document.documentElement.lang = '';
    element.removeAttribute('lang');
    await settled();
    expect(await isFound('New PIN')).to.equal(true);
  });

  it('counts as its language counts (entry 61)', async () => {
    const element = await speaking('ar-AE');
    for (const [length, hint] of [
      [4, '4 أرقام.'],
      [6, '6 أرقام.'],
      [11, '11 رقمًا.'],
    ] as const) {
      element.pinLength = length;
      await settled();
      expect((await find('textbox', String(ar.newPin))).description).to.contain(hint);
    }
  });

  describe('follows a language that changes', () => {
    it('in its own attribute', async () => {
      const element = await speaking('de');
      element.lang = 'fr';
      await settled();
      expect(await isFound(String(fr.newPin))).to.equal(true);
    });

    it('in an ancestor’s, unless there is a nearer one', async () => {
      await put(
        html`<section><set-card-pin .frameSrc=${service.frameSrc}></set-card-pin></section>`,
      );
      document.documentElement.lang = 'de';
      await settled();
      expect(await isFound(String(de.newPin))).to.equal(true);
      document.querySelector('section')!.lang = 'fr';
      document.documentElement.lang = 'ar';
      await settled();
      expect(await isFound(String(fr.newPin))).to.equal(true);
    });

    it('around the roots in which it stands', async () => {
      const outer = await fixture(html`<div></div>`);
      const inner = document.createElement('div');
      outer.attachShadow({ mode: 'closed' }).append(inner);
      const element = document.createElement('set-card-pin');
      element.frameSrc = service.frameSrc;
      const ready = next(element, 'pin-ready');
      inner.attachShadow({ mode: 'closed' }).append(element);
      await ready;
      outer.setAttribute('lang', 'de');
      await settled();
      expect(await isFound(String(de.newPin))).to.equal(true);
      inner.setAttribute('lang', 'fr');
      await settled();
      expect(await isFound(String(fr.newPin))).to.equal(true);
    });

    it('by a move to where another one is spoken, there as here', async () => {
      const places = await put(
        html`<div>
          <p lang="de"><set-card-pin .frameSrc=${service.frameSrc}></set-card-pin></p>
          <p lang="fr"></p>
        </div>`,
      );
      const [, other] = places.children;
      other!.append(places.querySelector('set-card-pin')!);
      await until(() => sees('textbox'));
      expect(await isFound(String(fr.newPin))).to.equal(true);
      other!.setAttribute('lang', 'ar');
      await settled();
      expect(await isFound(String(ar.newPin))).to.equal(true);
    });

    it('with what is typed, and the focus, kept', async () => {
      const { element } = await embed(service, 'accepted');
      await enterPin(element, '4826', '48');
      element.lang = 'de';
      element.messages = { confirmPin: 'Noch einmal' };
      await settled();
      expect((await find('textbox', String(de.newPin))).value).to.have.length(4);
      expect(await find('textbox', 'Noch einmal')).to.deep.include({ focused: true });
      await type('26');
      expect((await element.submit()).kind).to.equal('set');
    });

    it('in an error at a field', async () => {
      const { element } = await embed(service, 'accepted');
      await setPin(element, '1111');
      element.lang = 'de';
      await settled();
      const field = await find('textbox', String(de.newPin));
      expect(field).to.include({ invalid: true, focused: true });
      expect(field.description).to.contain(de.newPinProblems.repeated);
    });

    it('in a message of the form', async () => {
      const { element } = await embed(service, 'denied');
      const ended = next(element, 'pin-error');
      await setPin(element, '4826');
      const { requestId } = await ended;
      element.lang = 'de';
      await settled();
      expect(await alert())
        .to.contain(de.outcomes.denied)
        .and.to.contain(`Referenz: ${requestId}`);
    });

    it('where the PIN is set', async () => {
      const { element } = await embed(service, 'accepted');
      const set = next(element, 'pin-set');
      await setPin(element, '4826');
      const { last4 } = (await set).card;
      element.lang = 'de';
      await settled();
      const panel = `Ihre neue PIN für die Karte mit den Endziffern ${last4} ist festgelegt.`;
      expect(await find('group', panel)).to.include({ focused: true });
    });

    it('until it is removed, and no longer', async () => {
      const element = await speaking('de');
      let asked = 0;
      element.messages = {
        get newPin() {
          asked++;
          return 'PIN';
        },
      };
      await settled();
      element.lang = 'fr';
      await settled();
      expect(asked).to.be.greaterThan(1);
      element.remove();
      await settled();
      asked = 0;
      element.lang = 'de';
      document.documentElement.lang = 'de';
      SetCardPinElement.addMessages('de', de);
      await settled();
      expect(asked).to.equal(0);
    });
  });

  it('takes another language while it is shown, and a better one in its place', async () => {
    await speaking('nl');
    expect(await isFound('New PIN')).to.equal(true);
    SetCardPinElement.addMessages('nl', { ...de, newPin: 'Nieuwe pincode' });
    await settled();
    expect(await isFound('Nieuwe pincode')).to.equal(true);
    SetCardPinElement.addMessages('NL', { ...de, newPin: 'Uw nieuwe pincode' });
    await settled();
    expect(await isFound('Uw nieuwe pincode')).to.equal(true);
  });

  describe('has the page’s own words', () => {
    it('over those of its language, and lets them go', async () => {
      const element = await speaking('de');
      element.messages = { newPin: 'Geheimzahl', newPinProblems: { missing: 'Bitte {length}.' } };
      element.setAttribute('endpoint', service.endpoint);
      element.cardId = 'card_1';
      await element.submit();
      const field = await find('textbox', 'Geheimzahl');
      expect(field.description).to.contain('Bitte 4.');
      expect(await sees('textbox', String(de.confirmPin))).to.equal(true);
      element.messages = undefined;
      await settled();
      expect(await isFound(String(de.newPin))).to.equal(true);
    });

    it('for the issuer’s codes, at the form', async () => {
      const { element } = await embed(service, 'unknown-code');
      element.messages = { codes: { PIN_CHANGE_NOT_OFFERED: 'Tonight we are closed.' } };
      const ended = next(element, 'pin-error');
      await setPin(element, '4826');
      await ended;
      expect(await alert()).to.contain('Tonight we are closed.');
      element.messages = { codes: {} };
      await settled();
      expect(await alert()).to.contain('Your card issuer didn’t accept this.');
    });

    it('as text, whatever the page hands in', async () => {
      const element = await speaking('en');
      element.messages = {
        newPin: '<b>PIN</b>',
        confirmPin: html`<input aria-label="Planted" />` as never,
        submit: (() => 'Called') as never,
      };
      await settled();
      expect(await isFound('<b>PIN</b>')).to.equal(true);
      expect(await isFound('Confirm new PIN')).to.equal(true);
      expect(await isFound('Planted')).to.equal(false);
      expect(await sees('button', 'Set PIN')).to.equal(true);
    });
  });
});

/** Resolves when the browser has told of a change of language, and the elements have drawn it. */
async function settled(): Promise<void> {
  await new Promise(requestAnimationFrame);
}
