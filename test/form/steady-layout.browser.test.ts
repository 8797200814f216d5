import { expect } from '@open-wc/testing';
import '../../src/index.js';
import { SetCardPinElement } from '../../src/index.js';
import { ar } from '../../src/locales/ar.js';
import { de } from '../../src/locales/de.js';
import { es419 } from '../../src/locales/es-419.js';
import { es } from '../../src/locales/es.js';
import { frCA } from '../../src/locales/fr-CA.js';
import { fr } from '../../src/locales/fr.js';
import { ja } from '../../src/locales/ja.js';
import { ptPT } from '../../src/locales/pt-PT.js';
import { pt } from '../../src/locales/pt.js';
import { zhHans } from '../../src/locales/zh-Hans.js';
import { fill } from '../../src/messages/catalogue.js';
import { en } from '../../src/messages/en.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { useWidthOfArial } from '../support/browser/arial.js';
import { enterPin, exists, press } from '../support/browser/cardholder.js';
import { inModes, mode } from '../support/browser/engine.js';
import { layoutInFrame, type FormLayout } from '../support/browser/frame-content.js';
import { all, one } from '../support/browser/opened-root.js';
import { embed, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const LANGUAGES = {
  en,
  ar,
  de,
  es,
  'es-419': es419,
  fr,
  'fr-CA': frCA,
  ja,
  pt,
  'pt-PT': ptPT,
  'zh-Hans': zhHans,
};

type Tag = keyof typeof LANGUAGES;

/**
 * The languages of the tests. A frame shows the same form, so the longest words and the other
 * direction suffice to show that it keeps still there.
 */
const TAGS: readonly Tag[] = mode === 'isolated' ? ['de', 'ar'] : (Object.keys(LANGUAGES) as Tag[]);

/** Widths of the element in pages of 320, 390 and 768 px. */
const WIDTHS = [288, 358, 384];

type Make = (service: Service) => Promise<SetCardPinElement>;

/** Returns a state that a submit ends in. */
function endOf(behaviour: SandboxBehaviour): Make {
  return async (service) => {
    const { element } = await embed(service, behaviour);
    await enterPin(element, '4826');
    await element.submit();
    return element;
  };
}

/** Returns a state that a submit stays in until it is cancelled. */
function during(behaviour: SandboxBehaviour): Make {
  return async (service) => {
    const { element } = await embed(service, behaviour);
    element.getClientToken = () => new Promise(() => {});
    await enterPin(element, '4826');
    void element.submit();
    await until(() => exists('button', 'Cancel'));
    return element;
  };
}

/** States of a form. In each, its fields and its button are shown. */
const STATES: Record<string, Make> = {
  guessable: async (service) => {
    const { element } = await embed(service, 'accepted');
    element.focus();
    await press(...'2345');
    return element;
  },
  'not confirmed': async (service) => {
    const { element } = await embed(service, 'accepted');
    await enterPin(element, '4826', '4862');
    await element.submit();
    return element;
  },
  'trying again': during('rate-limited-always'),
  waiting: during('token-refused-always'),
  'too simple': endOf('weak-pin'),
  'card not active': endOf('card-not-active'),
  denied: endOf('denied'),
  unconfirmed: endOf('unknown-member'),
  misconfigured: endOf('document-refused'),
};

/** Returns where fields and button are, in each language and at each width. */
async function placesOf(element: SetCardPinElement): Promise<Record<string, readonly number[]>> {
  const places: Record<string, readonly number[]> = {};
  await eachLanguage(element, async (where, tag, width) => {
    let layout: FormLayout;
    await until(async () => {
      layout = await layoutOf(element);
      return layout.lang === tag && layout.width === width;
    });
    places[where] = layout!.places;
  });
  return places;
}

function layoutOf(element: SetCardPinElement): FormLayout | Promise<FormLayout> {
  if (mode === 'isolated') return layoutInFrame();
  const { top } = element.getBoundingClientRect();
  return {
    lang: one(element, 'div').lang,
    width: one(element, '#form').offsetWidth,
    places: all(element, '.field, .submit').flatMap((part) => {
      const box = part.getBoundingClientRect();
      return [box.top - top, box.height];
    }),
  };
}

/** Calls a function for each language and width. */
async function eachLanguage(
  element: SetCardPinElement,
  visit: (where: string, tag: Tag, width: number) => unknown,
): Promise<void> {
  // The largest width is in rem, which are smaller here.
  element.style.maxWidth = 'none';
  for (const tag of TAGS) {
    element.lang = tag;
    await until(() => one(element, 'div').lang === tag);
    for (const width of WIDTHS) {
      element.parentElement!.style.width = `${width}px`;
      await visit(`${tag}, ${width} px`, tag, width);
    }
  }
}

describe('<set-card-pin> keeps its height', () => {
  it('when the panel replaces the form', async () => {
    const { element } = await embed(await startService(), 'accepted');
    element.parentElement!.style.width = '288px';
    await enterPin(element, '4826');
    const { height } = element.getBoundingClientRect();
    await element.submit();
    await until(() => exists('group'));
    expect(element.getBoundingClientRect().height).to.be.closeTo(height, 1);
  });
});

describe('<set-card-pin> keeps still', () => {
  let service: Service;
  before(async () => {
    for (const [tag, messages] of Object.entries(LANGUAGES))
      if (tag !== 'en') SetCardPinElement.addMessages(tag, messages);
    service = await startService();
  });

  after(() => document.documentElement.removeAttribute('style'));

  let still: Record<string, readonly number[]>;
  before(async () => {
    useWidthOfArial();
    const { element } = await embed(service, 'accepted');
    still = await placesOf(element);
    element.remove();
  });

  for (const [name, make] of Object.entries(STATES)) {
    it(`in each language and at each width: ${name}`, async () => {
      for (const [where, places] of Object.entries(await placesOf(await make(service)))) {
        expect(places).to.have.length(6);
        places.forEach((place, index) => {
          // The button is below the notice that explains it.
          if (name === 'unconfirmed' && index === 4) return;
          expect(place, where).to.be.closeTo(still[where]![index]!, 0.5);
        });
      }
    });
  }

  inModes(
    ['inline'],
    'measurements in the element’s opened root, because a frame’s root can’t be opened',
    () => {
      for (const [form, noConfirm, lines] of [
        ['two fields', false, 2],
        ['one field', true, 3],
      ] as const)
        it(`with each message of ${form}, in ${lines} lines at most`, async () => {
          const { element } = await embed(service, 'accepted');
          element.noConfirm = noConfirm;
          const tall: string[] = [];
          await eachLanguage(element, (where, tag) => {
            const { newPinProblems, confirmationProblems, codes } = LANGUAGES[tag];
            const texts = [{ ...newPinProblems, ...codes }, confirmationProblems];
            // The text of the last field flows around the button that reveals the PIN.
            all(element, '.pin > p').forEach((hint, index) => {
              const message = document.createElement('p');
              message.className = 'error';
              hint.before(message);
              const room = message.offsetHeight;
              expect(room).to.be.at.most(20 * lines);
              for (const text of Object.values(texts[index]!)) {
                message.textContent = typeof text === 'string' ? fill(text, { length: '12' }) : '';
                if (message.offsetHeight > room + 1) tall.push(`${where}: ${message.textContent}`);
              }
              message.remove();
            });
          });
          expect(tall).to.deep.equal([]);
        });
    },
  );
});
