import '../../demo/stories/open-roots.js';
import 'axe-core/axe.min.js';
import { expect } from '@open-wc/testing';
import type { AxeResults } from 'axe-core';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { enterPin, press, sees, type } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** Every rule of WCAG 2.2 at level AA that axe has, and its best practices for a part of a page. */
const RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // The page around the element has its landmarks and headings; the test's page has none.
  rules: { region: { enabled: false } },
};

/** What axe finds, and how many rules had something to check. */
async function check(element: Element): Promise<{ violations: string[]; passes: number }> {
  const { axe } = window as unknown as {
    axe: { run(node: Element, options: object): Promise<AxeResults> };
  };
  await Promise.all(
    document
      .getAnimations()
      // A spinner turns for as long as there is something to wait for.
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished.catch(() => {})),
  );
  const { violations, passes } = await axe.run(element, RULES);
  return {
    violations: violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    ),
    passes: passes.length,
  };
}

interface PhaseCase {
  readonly name: string;
  readonly behaviour?: SandboxBehaviour;
  readonly reach: (element: SetCardPinElement) => unknown;
  /** What stands in the root in this phase and in no other. */
  readonly shows: string;
}

const PHASES: readonly PhaseCase[] = [
  { name: 'empty', reach: () => {}, shows: 'form' },
  {
    name: 'filled and revealed',
    reach: async (element) => {
      element.focus();
      await type('4826');
      await press('Tab', 'Enter');
    },
    shows: 'input[type=text]',
  },
  {
    name: 'invalid',
    reach: async (element) => {
      await enterPin(element, '4826', '4827');
      await element.submit();
    },
    shows: '[aria-invalid]',
  },
  {
    name: 'submitting',
    behaviour: 'slow',
    reach: async (element) => {
      await enterPin(element, '4826');
      void element.submit();
      await until(() => element.matches(':state(submitting)'));
    },
    shows: '[aria-busy]',
  },
  {
    name: 'waiting for a token',
    behaviour: 'token-refused-once',
    reach: async (element) => {
      await enterPin(element, '4826');
      void element.submit();
      await until(() => element.matches(':state(waiting)'));
    },
    shows: '[role=status] > span:not(:empty)',
  },
  {
    name: 'trying again',
    behaviour: 'rate-limited-always',
    reach: async (element) => {
      await enterPin(element, '4826');
      void element.submit();
      await until(() => sees('button', 'Cancel'));
    },
    shows: '[aria-busy] ~ * .way-out',
  },
  {
    name: 'unconfirmed',
    behaviour: 'unknown-member',
    reach: async (element) => {
      await enterPin(element, '4826');
      await element.submit();
    },
    shows: '.way-out',
  },
  {
    name: 'rejected',
    behaviour: 'weak-pin',
    reach: async (element) => {
      await enterPin(element, '4826');
      await element.submit();
    },
    shows: '[aria-invalid]',
  },
  {
    name: 'failed',
    behaviour: 'denied',
    reach: async (element) => {
      await enterPin(element, '4826');
      await element.submit();
    },
    shows: '.notice.error',
  },
  {
    name: 'set',
    reach: async (element) => {
      await enterPin(element, '4826');
      await element.submit();
    },
    shows: '[part=success]',
  },
  {
    name: 'disabled',
    reach: (element) => {
      element.disabled = true;
    },
    shows: 'input:disabled',
  },
];

inModes(['inline'], 'axe, which can’t reach into a frame of another origin', () => {
  describe('<set-card-pin> accessibility', () => {
    let service: Service;
    before(async () => {
      service = await startService();
    });
    afterEach(() => {
      document.documentElement.removeAttribute('style');
    });

    for (const scheme of ['light', 'dark']) {
      for (const { name, behaviour = 'accepted', reach, shows } of PHASES) {
        it(`has no violation when it is ${name}, in ${scheme} colours`, async () => {
          document.documentElement.style.cssText = `color-scheme: ${scheme}; background: ${
            scheme === 'dark' ? '#0d1118' : '#fff'
          }`;
          const { element } = await embed(service, behaviour);
          await reach(element);
          await element.updateComplete;
          const { violations, passes } = await check(element);
          expect(element.shadowRoot?.querySelector(shows), shows).not.to.equal(null);
          expect(violations).to.deep.equal([]);
          expect(passes).to.be.greaterThan(5);
        });
      }
    }

    it('would find a fault inside the root', async () => {
      const { element } = await embed(service, 'accepted');
      element.shadowRoot?.querySelector('label')?.remove();
      const { violations } = await check(element);
      expect(violations.some((violation) => /^label: .*card-pin-new/s.test(violation))).to.equal(
        true,
      );
    });
  });
});
