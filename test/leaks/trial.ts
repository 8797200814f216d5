/** Tries attacks in pages of one browser, while a cardholder sets a PIN there. */
import assert from 'node:assert/strict';
import { scriptOf, wayOfPin, type Attack, type Capture } from './attack.js';
import { PIN } from '../support/sandbox-client.js';
import { tabIntoFormAndSetPin } from './cardholder.js';
import { it, type AttackedBrowser, type Mode } from './portal-page.js';
import { ATTACKS } from './attacks/table.js';

/** Eight different digits, which no capture contains by chance. */
const EIGHT_DIGITS = PIN.slice(0, 8);

/**
 * When the scripts run, before the element's script or once the element is ready, and the "Inline"
 * cell of each script that captures the PIN. All scripts share a page. The naive component proves
 * that each one works.
 */
const TRIALS: readonly (readonly [title: string, Mode, 'first' | 'later', inline: RegExp])[] = [
  ['captures the PIN of a component without protection', 'naive', 'first', /./],
  [
    'captures an inline PIN only at `window` or deliberately, if it runs first',
    'inline',
    'first',
    /if|yes/,
  ],
  ['captures an inline PIN only deliberately, if it runs later', 'inline', 'later', /yes/],
  ['doesn’t capture a PIN in the frame', 'isolated', 'first', /^$/],
];

/** Registers a test for each trial. */
export function testAttacks(browser: () => AttackedBrowser): void {
  for (const [title, mode, moment, results] of TRIALS)
    it(title, async () => {
      const script = scriptOf(ATTACKS);
      const options = { mode, before: moment === 'first' ? script : undefined };
      const captures = await browser().use(EIGHT_DIGITS, options, async (page) => {
        if (moment === 'later') await page.evaluate(script);
        await tabIntoFormAndSetPin(page, EIGHT_DIGITS, () => page.evaluate('act()'));
        await page.evaluate('set');
        assert.ok(await page.published.isPin(EIGHT_DIGITS), 'The PIN was not set.');
        return JSON.parse(await page.evaluate('captured()')) as Capture[][];
      });
      const ways = ATTACKS.map((_, index) => wayOfPin(captures[index]!, EIGHT_DIGITS));
      const titlesOf = (rows: readonly Attack[]) => rows.map(({ title }) => title);
      assert.deepEqual(
        titlesOf(ATTACKS.filter((_, index) => ways[index])),
        titlesOf(ATTACKS.filter(({ inline }) => results.test(inline))),
        `Through ${ways.join()}. Is its row in the table wrong, or does it disturb others?`,
      );
    });
}
