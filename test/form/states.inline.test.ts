import '../../demo/stories/hold-still.js';
import { all } from '../support/browser/opened-root.js';
import 'axe-core/axe.min.js';
import { expect } from '@open-wc/testing';
import type { AxeResults, RunOptions } from 'axe-core';
import {
  isAlone,
  showStory,
  STORIES,
  STORY_NAMES,
  type Story,
  type StoryName,
} from '../../demo/stories/stories.js';
import type { SetCardPinElement } from '../../src/index.js';
import { protocol } from '../support/browser/cardholder.js';
import { addLocales } from '../support/browser/locales.js';
import { service } from '../support/browser/started-service.js';

/** Axe's rules for WCAG 2.2 at level AA, and its best practices for a part of a page. */
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // The test's page has no landmarks, unlike a real page.
  rules: {
    'target-size': { enabled: true },
    'label-content-name-mismatch': { enabled: true },
    region: { enabled: false },
  },
};

/** The rules that depend on colours and sizes. */
const LOOK_RULES = ['color-contrast', 'target-size'];

/** The style of the page around the elements. */
const PAGE_STYLE = 'width: 320px; color-scheme: light; background: light-dark(#fff, #151a23)';

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

describe('<set-card-pin> in each state', () => {
  const elements = new Map<StoryName, SetCardPinElement>();
  let page: HTMLElement;

  async function show(name: StoryName): Promise<SetCardPinElement> {
    const { behaviour, embed, ...story }: Story = STORIES[name];
    const place = document.createElement('div');
    page.append(place);
    // This story's endpoint belongs to the stories' own server, and never responds.
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
    return place.querySelector('set-card-pin')!;
  }

  before(async () => {
    // A look is complete at once.
    const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }];
    await protocol('Emulation.setEmulatedMedia', { features });
    await addLocales();
    await service.delay('card_test_slow', null);
    // The element waits for its next attempt for ever, because no timer ends.
    const busy = { status: 503, headers: { 'Retry-After': '5' } };
    await service.answers('card_test_unavailable_always', [busy]);
    page = document.createElement('div');
    page.style.cssText = PAGE_STYLE;
    document.body.append(page);
    const together = STORY_NAMES.filter((name) => !isAlone(name));
    await Promise.all(together.map(async (name) => elements.set(name, await show(name))));
  });
  afterEach(() => {
    page.style.cssText = PAGE_STYLE;
    page.dir = '';
    for (const element of elements.values())
      Object.assign(element, { appearance: 'boxes', lang: 'en' });
  });
  after(async () => {
    page.remove();
    await protocol('Emulation.setEmulatedMedia', { features: [] });
  });

  it('has no accessibility violations in any colours and appearances, and in Arabic', async () => {
    expect(await violationsIn([...elements.values()], RULES)).to.deep.equal([]);
    for (const [name, element] of elements)
      expect(all(element, STORIES[name].shows), name).not.to.have.length(0);
    page.style.colorScheme = 'dark';
    expect(await violationsIn([...elements.values()])).to.deep.equal([]);
    // Together, these have text in every colour, and every kind of control.
    const stories = ['guessable', 'mismatch', 'waiting', 'set', 'denied', 'unconfirmed'] as const;
    const colourful = stories.map((name) => elements.get(name)!);
    for (const colorScheme of ['light', 'dark'])
      for (const appearance of ['line', 'field']) {
        Object.assign(page.style, { colorScheme });
        for (const element of colourful) Object.assign(element, { appearance });
        expect(await violationsIn(colourful), `${colorScheme} ${appearance}`).to.deep.equal([]);
      }
    page.dir = 'rtl';
    for (const element of colourful) element.lang = 'ar';
    expect(await violationsIn(colourful, RULES)).to.deep.equal([]);
  });

  it('has controls at least 44 pixels high and wide', () => {
    for (const name of ['retrying', 'unconfirmed'] as const) {
      const element = elements.get(name)!;
      const targets = all(element, 'input, button');
      expect(targets).to.have.length(5);
      for (const target of targets) {
        scrollBy(0, target.getBoundingClientRect().top - 200);
        const { left, top, width } = target.getBoundingClientRect();
        expect(width, target.outerHTML).to.be.at.least(44);
        // The hit area may be taller than the visible control.
        const start = target.matches('.reveal') ? -6 : 0;
        for (const y of [top + start + 1, top + start + 43]) {
          const found = element.shadowRoot!.elementFromPoint(left + width / 2, y);
          // Not the nodes, because the runner takes minutes to print two that differ.
          expect(found?.outerHTML, `at ${y}`).to.equal(target.outerHTML);
        }
      }
    }
  });

  it('keeps its fields and its button in the same place in every state', () => {
    const placesOf = (element: SetCardPinElement) => {
      const { top } = element.getBoundingClientRect();
      return all(element, '.field, .submit').flatMap((part) => {
        const box = part.getBoundingClientRect();
        return [box.top - top, box.height];
      });
    };
    const still = placesOf(elements.get('empty')!);
    expect(still).to.have.length(6);
    for (const [name, element] of elements) {
      if (/^(steps|set)$/.test(name)) continue;
      placesOf(element).forEach((place, index) => {
        // The button is below the notice that explains it.
        if (name === 'unconfirmed' && index === 4) return;
        expect(place, name).to.be.closeTo(still[index]!, 0.5);
      });
    }
  });

  // Last, because these stories change the whole page.
  it('has no accessibility violations in states that affect the whole page', async () => {
    for (const name of STORY_NAMES.filter(isAlone))
      expect(await violationsIn([await show(name)], RULES), name).to.deep.equal([]);
  });
});
