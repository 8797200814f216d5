/** Sets PINs in pages with a recorder, and searches for secrets in what the recorder sends. */
import assert from 'node:assert/strict';
import { describe, type TestContext } from 'node:test';
import { PIN } from '../../node/sandbox/sandbox-client.js';
import { bundleScript } from '../../support/builds.js';
import { until } from '../../support/until.js';
import { tabIntoFormAndSetPin } from '../cardholder.js';
import { it, MODES, usePortal, type Mode, type Portal } from '../portal-page.js';
import { startCollector } from './collector.js';
import { RECORDERS, type Finding, type Row } from './table.js';

/** Milliseconds to wait for expected findings after the end of the visit. */
const FINDING_TIMEOUT = 10_000;

/** A client token for the attribute. It has expired, so the element requests a new one. */
const EXPIRED_TOKEN = 'bGFwc2VkLWNsaWVudC10b2tlbg==';

const NICKNAME = 'Robin';

/** Registers the tests of the recorders that are installed, or of those in `slow`. */
export function testRecorders(areSlow: boolean): void {
  describe('a recorder that is installed before the element', { concurrency: 4 }, () => {
    const portal = usePortal();
    for (const row of RECORDERS.filter(({ file }) => file.startsWith('slow/') === areSlow))
      for (const mode of ['naive', ...MODES] as const) {
        const expected = mode === 'naive' ? row.naive : row.element;
        it(`sends ${expected.join(', ') || 'no secret'}, ${mode}: ${row.name}`, (test) =>
          assertSent(test, expected, portal(), row, mode));
      }
  });
}

/** Asserts that a recorder sends these secrets, and no others. */
async function assertSent(
  test: TestContext,
  expected: readonly Finding[],
  portal: Portal,
  { name, file }: Row,
  mode: Mode,
): Promise<void> {
  const collector = await startCollector();
  test.after(() => collector.close());
  const opened = await portal.open(await portal.newProfile(test), {
    mode,
    before: `${await bundleScript(`test/leaks/recorders/${file}`, 'recorder')};
      var recording = recorder.start('${collector.url}');`,
    pinLength: PIN.length,
    attributes: `client-token="${EXPIRED_TOKEN}"`,
  });
  await opened.evaluate('Promise.resolve(recording.started).then(() => {})');
  const { page } = opened;
  await tabIntoFormAndSetPin(opened, PIN);
  await opened.evaluate('set');
  await page.focus('[name=nickname]');
  await page.keyboard.type(NICKNAME);
  await page.keyboard.press('Tab');
  await opened.evaluate('setInterval(recording.flush, 100); recording.flush()');
  const isSent = (text: string) => collector.texts.some((each) => each.includes(text));
  // A recording keeps its order, so once these marks arrive, everything before them has arrived.
  // Two rounds, because requests over different connections can arrive in another order.
  for (const end of ['end', 'very-end']) {
    await opened.evaluate(`fetch('${end}-of-requests');
      document.body.append(Object.assign(document.createElement('p'), { id: '${end}-of-visit' }))`);
    for (const mark of ['visit', ...(name === 'rrweb' ? [] : ['requests'])])
      await until(`the ${end} is recorded`, () => isSent(`${end}-of-${mark}`));
  }
  const found = () => findingsIn(collector.texts.join('\n'), opened.published.token);
  // A recorder may send the body of an answer after the marks.
  const isAll = () => expected.every((finding) => found().includes(finding));
  await until('all is found', isAll, FINDING_TIMEOUT).catch(() => undefined);
  assert.deepEqual(found(), expected);
  assert.ok(isSent(NICKNAME), 'It records no field.');
}

/** The PIN in a request's body. Recorders put JSON into JSON strings, which adds backslashes. */
const REQUEST = /newPin[\\":]+\d+/g;

/** Returns the secrets that a text contains. */
function findingsIn(text: string, token: string): Finding[] {
  const found: Record<Finding, boolean> = {
    PIN: text.replace(REQUEST, '').includes(PIN),
    request: (text.match(REQUEST) ?? []).some((match) => match.endsWith(PIN)),
    header: text.includes(`Bearer ${token}`),
    answer: text.replaceAll(`Bearer ${token}`, '').includes(token),
    attribute: text.includes(EXPIRED_TOKEN),
  };
  return (Object.keys(found) as Finding[]).filter((finding) => found[finding]);
}
