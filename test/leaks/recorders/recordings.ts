/** Sets PINs in pages with a recorder, and searches for secrets in what the recorder sends. */
import assert from 'node:assert/strict';
import { PIN } from '../../support/sandbox-client.js';
import { bundleScript } from '../../support/builds.js';
import { until } from '../../support/until.js';
import { partOf, tabIntoFormAndSetPin } from '../cardholder.js';
import type { OtherEngineName } from '../other-engines.js';
import { it, MODES, type AttackedBrowser, type Mode } from '../portal-page.js';
import { startCollector, type Collector } from './collector.js';
import type { Finding, Row } from './table.js';

/** Milliseconds to wait for expected findings after the end of the visit. */
const FINDING_TIMEOUT = 10_000;

/** A client token for the attribute. It has expired, so the element requests a new one. */
const EXPIRED_TOKEN = 'bGFwc2VkLWNsaWVudC10b2tlbg==';

const NICKNAME = 'Robin';

/** Registers the recorder tests for a browser. */
export function testRecorders(
  browser: () => AttackedBrowser,
  rows: readonly Row[],
  engine?: OtherEngineName,
): void {
  for (const row of rows)
    for (const mode of ['naive', ...MODES] as const)
      for (const moment of ['before', 'after'] as const) {
        const records = mode === 'naive' ? 'records the PIN' : 'doesn’t record the PIN';
        it(`${records} if ${row.name} is installed ${moment} the component: ${mode}`, async (test) => {
          const collector = await startCollector();
          test.after(() => collector.close());
          const ignored = mode !== 'naive' && engine === 'webkit' ? (row.webkit ?? []) : [];
          await assertSent(browser(), collector, row, mode, moment, ignored);
        });
      }
}

/**
 * Asserts that a recorder sends these secrets, and no others.
 *
 * @param moment - When it is installed: before the component's script, or once the form is ready.
 * @param ignored - Secrets that it may send.
 */
async function assertSent(
  browser: AttackedBrowser,
  { url, texts }: Collector,
  { file, naive, element, misses = [] }: Row,
  mode: Mode,
  moment: 'before' | 'after',
  ignored: readonly Finding[],
): Promise<void> {
  // Pages share a profile, in which a recorder would find its last session.
  const script = `localStorage.clear(); sessionStorage.clear();
    ${await bundleScript(`test/leaks/recorders/${file}`, 'recorder')};
    var recording = recorder.start('${url}');`;
  const options = {
    mode,
    before: moment === 'before' ? script : undefined,
    attributes: `client-token="${EXPIRED_TOKEN}"`,
  };
  await browser.use(PIN, options, async (page) => {
    if (moment === 'after') await page.evaluate(`${script}; true`);
    await page.evaluate('Promise.resolve(recording.started).then(() => true)');
    await tabIntoFormAndSetPin(page, PIN);
    await page.evaluate('set');
    await page.evaluate(`document.querySelector('[name=nickname]').focus(); true`);
    for (const key of [...NICKNAME, 'Tab']) await page.press(key);
    await page.evaluate('setInterval(recording.flush, 100); recording.flush(); true');
    const isSent = (text: string) => texts.some((each) => each.includes(text));
    // A recording keeps its order, so once these marks arrive, everything before them has arrived.
    // Two rounds, because requests over different connections can arrive in a different order.
    for (const end of ['end', 'very-end']) {
      await page.evaluate(`fetch('${end}-of-requests');
        document.body.append(Object.assign(document.createElement('p'), { id: '${end}-of-visit' }))`);
      for (const mark of ['visit', ...(misses.includes('requests') ? [] : ['requests'])])
        await until(`the ${end} of the ${mark} is recorded`, () => isSent(`${end}-of-${mark}`));
    }
    const expected = mode === 'naive' ? naive : element;
    const found = () =>
      findingsIn(texts.join('\n'), page.published.token).filter((each) => !ignored.includes(each));
    // A recorder may send a response's body after the marks.
    const isAll = () => expected.every((finding) => found().includes(finding));
    await until('all is found', isAll, FINDING_TIMEOUT).catch(() => undefined);
    assert.deepEqual(found(), expected);
    assert.equal(isSent(NICKNAME), !misses.includes('field'), 'Does it record fields?');
  });
}

/** The PIN in a request's body. Recorders put JSON into JSON strings, which adds backslashes. */
const REQUEST = /newPin[\\":\s]+\d+/g;

/** A property that is one digit, or the code of its key. */
const KEY = /"(\w+)\\*":\s*\\*"(?:Digit|Numpad)?(\d)\\*"/g;

/** Returns the secrets that a text contains. */
export function findingsIn(text: string, token: string): Finding[] {
  const rest = text.replace(REQUEST, '');
  const keys = new Map<string, string>();
  for (const [, name = '', digit = ''] of rest.matchAll(KEY)) {
    const digits = keys.get(name) ?? '';
    // Several of a key's events have the digit.
    if (!digits.endsWith(digit)) keys.set(name, digits + digit);
  }
  const found: Record<Finding, boolean> = {
    PIN: [rest, ...keys.values()].some((each) => partOf(PIN).test(each)),
    request: (text.match(REQUEST) ?? []).some((match) => match.endsWith(PIN)),
    header: text.includes(`Bearer ${token}`),
    response: text.replaceAll(`Bearer ${token}`, '').includes(token),
    attribute: text.includes(EXPIRED_TOKEN),
  };
  return (Object.keys(found) as Finding[]).filter((finding) => found[finding]);
}
