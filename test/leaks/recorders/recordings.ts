/** Sets PINs in pages with a recorder, and searches for secrets in what the recorder sends. */
import assert from 'node:assert/strict';
import { PIN } from '../../support/sandbox-client.js';
import { bundleScript } from '../../support/builds.js';
import { until } from '../../support/until.js';
import { partOf, tabIntoFormAndSetPin } from '../cardholder.js';
import { it, MODES, type AttackedBrowser } from '../portal-page.js';
import { startCollector } from './collector.js';
import type { Finding, Row } from './table.js';

/** Milliseconds to wait for expected findings after the end of the visit. */
const FINDING_TIMEOUT = 10_000;

/** A client token for the attribute. It has expired, so the element requests a new one. */
const EXPIRED_TOKEN = 'bGFwc2VkLWNsaWVudC10b2tlbg==';

const NICKNAME = 'Robin';

/**
 * Registers the recorder tests for a browser. A recorder is installed before the component's
 * script, or once the form is ready. It has to send the secrets in its row, and no others.
 */
export function testRecorders(browser: () => AttackedBrowser, rows: readonly Row[]): void {
  for (const { name, file, naive, element, missesRequests } of rows)
    for (const mode of ['naive', ...MODES] as const)
      for (const moment of ['before', 'after'] as const) {
        const records = mode === 'naive' ? 'records the PIN' : 'doesn’t record the PIN';
        it(`${records} if ${name} is installed ${moment} the component: ${mode}`, async (test) => {
          const { url, texts, close } = await startCollector();
          test.after(close);
          // Pages share a profile, in which a recorder would find its last session.
          const script = `localStorage.clear(); sessionStorage.clear();
            ${await bundleScript(`test/leaks/recorders/${file}`, 'recorder')};
            var recording = recorder.start('${url}');`;
          const options = {
            mode,
            before: moment === 'before' ? script : undefined,
            attributes: `client-token="${EXPIRED_TOKEN}"`,
          };
          await browser().use(PIN, options, async (page) => {
            if (moment === 'after') await page.evaluate(`${script}; true`);
            await page.evaluate('Promise.resolve(recording.started).then(() => true)');
            await tabIntoFormAndSetPin(page, PIN);
            await page.evaluate('set');
            await page.evaluate(`document.querySelector('[name=nickname]').focus(); true`);
            for (const key of [...NICKNAME, 'Tab']) await page.press(key);
            await page.evaluate('setInterval(recording.flush, 100); recording.flush(); true');
            const isSent = (text: string) => texts.some((each) => each.includes(text));
            // A recording keeps its order, so once these marks arrive, everything before them has
            // arrived. Two rounds, because requests over different connections can arrive in a
            // different order.
            for (const end of ['end', 'very-end']) {
              await page.evaluate(`fetch('${end}-of-requests');
                document.body.append(Object.assign(document.createElement('p'), { id: '${end}-of-visit' }))`);
              for (const mark of ['visit', ...(missesRequests ? [] : ['requests'])])
                await until(`the ${end} of the ${mark} is recorded`, () =>
                  isSent(`${end}-of-${mark}`),
                );
            }
            const expected = mode === 'naive' ? naive : element;
            const found = () => findingsIn(texts.join('\n'), page.published.token);
            // A recorder may send a response's body after the marks.
            const isAll = () => expected.every((finding) => found().includes(finding));
            await until('all is found', isAll, FINDING_TIMEOUT).catch(() => undefined);
            assert.deepEqual(found(), expected);
            assert.ok(isSent(NICKNAME), 'It doesn’t record fields.');
          });
        });
      }
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
