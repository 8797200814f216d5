import { all } from '../support/browser/opened-root.js';
import 'axe-core/axe.min.js';
import { expect } from '@open-wc/testing';
import type { AxeResults } from 'axe-core';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { enterPin, exists, press, type } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** Axe's rules for WCAG 2.2 at level AA, and its best practices for a part of a page. */
const RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // The test's page has no landmarks, unlike a real page.
  rules: { region: { enabled: false } },
};

/** Returns axe's violations, and the number of rules that passed. */
async function runAxe(element: Element): Promise<{ violations: string[]; passes: number }> {
  const { axe } = window as unknown as {
    axe: { run(node: Element, options: object): Promise<AxeResults> };
  };
  await Promise.all(
    document
      .getAnimations()
      // The spinner's animation doesn't end before the submit does.
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
  /** Matches an element that is rendered in this phase only. */
  readonly selector: string;
}

const PHASES: readonly PhaseCase[] = [
  { name: 'empty', reach: () => {}, selector: 'form' },
  {
    name: 'filled and revealed',
    reach: async (element) => {
      element.focus();
      await type('4826');
      await press('Tab', 'Enter');
    },
    selector: 'input[type=text]',
  },
  {
    name: 'invalid',
    reach: async (element) => {
      await enterPin(element, '4826', '4827');
      await element.submit();
    },
    selector: '[aria-invalid]',
  },
  {
    name: 'submitting',
    behaviour: 'slow',
    reach: async (element) => {
      await enterPin(element, '4826');
      void element.submit();
      await until(() => element.matches(':state(submitting)'));
    },
    selector: '[aria-busy]',
  },
  {
    name: 'waiting for a token',
    behaviour: 'token-refused-once',
    reach: async (element) => {
      await enterPin(element, '4826');
      void element.submit();
      await until(() => element.matches(':state(waiting)'));
    },
    selector: '[role=status] > span:not(:empty)',
  },
  {
    name: 'retrying',
    behaviour: 'rate-limited-always',
    reach: async (element) => {
      await enterPin(element, '4826');
      void element.submit();
      await until(() => exists('button', 'Cancel'));
    },
    selector: '[aria-busy] ~ * .way-out',
  },
  {
    name: 'unconfirmed',
    behaviour: 'unknown-member',
    reach: async (element) => {
      await enterPin(element, '4826');
      await element.submit();
    },
    selector: '.way-out',
  },
  {
    name: 'rejected',
    behaviour: 'weak-pin',
    reach: async (element) => {
      await enterPin(element, '4826');
      await element.submit();
    },
    selector: '[aria-invalid]',
  },
  {
    name: 'failed',
    behaviour: 'denied',
    reach: async (element) => {
      await enterPin(element, '4826');
      await element.submit();
    },
    selector: '.notice.error',
  },
  {
    name: 'set',
    reach: async (element) => {
      await enterPin(element, '4826');
      await element.submit();
    },
    selector: '[part=success]',
  },
  {
    name: 'disabled',
    reach: (element) => {
      element.disabled = true;
    },
    selector: 'input:disabled',
  },
];

inModes(['inline'], 'axe, which can’t read a frame of another origin', () => {
  describe('<set-card-pin> accessibility', () => {
    let service: Service;
    before(async () => {
      service = await startService();
    });
    afterEach(() => {
      document.documentElement.removeAttribute('style');
    });

    for (const scheme of ['light', 'dark']) {
      for (const { name, behaviour = 'accepted', reach, selector } of PHASES) {
        it(`has no violation: ${name}, in ${scheme} colours`, async () => {
          document.documentElement.style.cssText = `color-scheme: ${scheme}; background: ${
            scheme === 'dark' ? '#0d1118' : '#fff'
          }`;
          const { element } = await embed(service, behaviour);
          await reach(element);
          await element.updateComplete;
          const { violations, passes } = await runAxe(element);
          expect(all(element, selector), selector).not.to.have.length(0);
          expect(violations).to.deep.equal([]);
          expect(passes).to.be.greaterThan(5);
        });
      }
    }

    it('has a violation if a label inside the root is missing', async () => {
      const { element } = await embed(service, 'accepted');
      all(element, 'label')[0]!.remove();
      const { violations } = await runAxe(element);
      expect(violations.some((violation) => /^label: .*card-pin-new/s.test(violation))).to.equal(
        true,
      );
    });
  });
});
