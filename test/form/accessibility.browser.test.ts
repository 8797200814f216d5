import '../../demo/stories/hold-still.js';
import { all } from '../support/browser/opened-root.js';
import 'axe-core/axe.min.js';
import { expect } from '@open-wc/testing';
import type { AxeResults, RunOptions } from 'axe-core';
import { THEMES } from '../../demo/looks/themes.js';
import { showStory } from '../../demo/stories/show-story.js';
import { STORIES, type Story, type StoryName } from '../../demo/stories/stories.js';
import { SetCardPinElement } from '../../src/index.js';
import { ar } from '../../src/locales/ar.js';
import { isAlone, STORY_NAMES } from '../../tools/pictures/story-pages.js';
import { inModes } from '../support/browser/engine.js';
import { startService, type Service } from '../support/browser/service.js';

/** Axe's rules for WCAG 2.2 at level AA, and its best practices for a part of a page. */
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // The test's page has no landmarks, unlike a real page.
  rules: { 'target-size': { enabled: true }, region: { enabled: false } },
};

/** The rules that depend on colours and sizes. */
const LOOK_RULES = ['color-contrast', 'target-size'];

/** The page around the elements. */
const PAGE_STYLE = 'width: 320px; color-scheme: light; background: light-dark(#fff, #151a23)';

/** Makes a look complete at once. */
const WITHOUT_MOTION = new CSSStyleSheet();
WITHOUT_MOTION.replaceSync('* { transition: none !important; animation: none !important }');

/** Stories that together have words in every colour, and every kind of control. */
const COLOURFUL = ['guessable', 'mismatch', 'waiting', 'set', 'denied', 'unconfirmed'] as const;

/** The parts that show these colours. */
const COLOURED_PARTS = ['label', 'hint', 'advice', 'error', 'reveal', 'submit', 'way-out'];

/** Returns axe's violations. Without `rules`, applies only those that depend on the look. */
async function violationsIn(
  elements: readonly SetCardPinElement[],
  rules: RunOptions = { runOnly: { type: 'rule', values: LOOK_RULES } },
): Promise<readonly string[]> {
  const { axe } = window as unknown as {
    axe: { run(context: object, options: RunOptions): Promise<AxeResults> };
  };
  await Promise.all(elements.map(({ updateComplete }) => updateComplete));
  const { violations, passes } = await axe.run({ include: elements }, rules);
  const applied = [...violations, ...passes].map(({ id }) => id);
  expect(applied).to.include.members(LOOK_RULES);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

inModes(['inline'], 'axe, which can’t read a frame of another origin', () => {
  describe('<set-card-pin> accessibility', () => {
    const elements = new Map<StoryName, SetCardPinElement>();
    let service: Service;
    let page: HTMLElement;
    let colourful: readonly SetCardPinElement[];

    async function show(name: StoryName): Promise<SetCardPinElement> {
      const { behaviour, embed, ...story }: Story = STORIES[name];
      const place = document.createElement('div');
      page.append(place);
      // Its endpoint, which never answers, is one of the stories' own server.
      const isHeld = name === 'submitting';
      const adapted: Story = {
        ...story,
        behaviour: isHeld ? 'slow' : (behaviour ?? 'accepted'),
        embed(element) {
          element.getClientToken = () => service.token(element.cardId);
          if (!isHeld) embed?.(element);
        },
      };
      await showStory(adapted, place, service.endpoint, 'boxes');
      const element = place.querySelector('set-card-pin')!;
      element.shadowRoot!.adoptedStyleSheets.push(WITHOUT_MOTION);
      return element;
    }

    before(async () => {
      SetCardPinElement.addMessages('ar', ar);
      service = await startService();
      await service.delay('card_test_slow', 60_000);
      // The element has to be waiting for its next attempt while axe reads all states.
      const busy = { status: 503, headers: { 'Retry-After': '28' } };
      await service.answers('card_test_unavailable_always', [busy]);
      page = document.createElement('div');
      page.style.cssText = PAGE_STYLE;
      document.body.append(page);
      const together = STORY_NAMES.filter((name) => !isAlone(name));
      await Promise.all(together.map(async (name) => elements.set(name, await show(name))));
      colourful = COLOURFUL.map((name) => elements.get(name)!);
    });
    afterEach(() => {
      document.querySelector('link')?.remove();
      page.style.cssText = PAGE_STYLE;
      page.dir = '';
      for (const element of colourful) Object.assign(element, { appearance: 'boxes', lang: 'en' });
    });
    after(() => page.remove());

    it('has no violation in any state', async () => {
      expect(await violationsIn([...elements.values()], RULES)).to.deep.equal([]);
      for (const [name, element] of elements)
        expect(all(element, STORIES[name].shows), name).not.to.have.length(0);
    });

    it('has no violation in any state in dark colours', async () => {
      page.style.colorScheme = 'dark';
      expect(await violationsIn([...elements.values()])).to.deep.equal([]);
    });

    it('has no violation in Arabic, from right to left', async () => {
      page.dir = 'rtl';
      for (const element of colourful) element.lang = 'ar';
      expect(await violationsIn(colourful, RULES)).to.deep.equal([]);
    });

    for (const scheme of ['light', 'dark']) {
      for (const appearance of ['line', 'field'] as const) {
        it(`has no violation as appearance="${appearance}" in ${scheme} colours`, async () => {
          page.style.colorScheme = scheme;
          for (const element of colourful) element.appearance = appearance;
          expect(await violationsIn(colourful)).to.deep.equal([]);
        });
      }

      for (const { value: theme } of THEMES.filter(({ value }) => value !== 'none')) {
        it(`has no violation in the theme ${theme} in ${scheme} colours`, async () => {
          page.style.colorScheme = scheme;
          const sheet = document.createElement('link');
          sheet.rel = 'stylesheet';
          sheet.href = `/demo/themes/${theme}.css`;
          await new Promise((resolve, reject) => {
            sheet.addEventListener('load', resolve);
            sheet.addEventListener('error', reject);
            document.head.append(sheet);
          });
          expect(await violationsIn(colourful)).to.deep.equal([]);
        });
      }
    }

    it('has a violation if colours are pale', async () => {
      for (const colour of ['text', 'text-muted', 'warning', 'error', 'accent'])
        page.style.setProperty(`--set-card-pin-${colour}`, '#aaa');
      const violations = await violationsIn(colourful);
      for (const part of COLOURED_PARTS)
        expect(
          violations.some((violation) =>
            new RegExp(`^color-contrast: <[^>]* part="${part}"`).test(violation),
          ),
          part,
        ).to.equal(true);
    });

    it('has a violation if a label inside the root is missing', async () => {
      const element = await show('empty');
      all(element, 'label')[0]!.remove();
      const violations = await violationsIn([element], RULES);
      expect(violations.some((violation) => /^label: .*card-pin-new/s.test(violation))).to.equal(
        true,
      );
    });

    // Last, because they change the whole page.
    for (const name of STORY_NAMES.filter(isAlone)) {
      it(`has no violation in a state of the whole page: ${name}`, async () => {
        expect(await violationsIn([await show(name)], RULES)).to.deep.equal([]);
      });
    }
  });
});
