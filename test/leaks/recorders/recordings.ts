/** Sets PINs in pages with a recorder, and searches for secrets in what the recorder sends. */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { PIN } from '../../node/sandbox/sandbox-client.js';
import { bundleScript } from '../../support/builds.js';
import { tabIntoFormAndSetPin } from '../cardholder.js';
import { it, MODES, Portal, type Mode } from '../portal-page.js';
import { Collector } from './collector.js';
import { findingsIn, type Finding } from './findings.js';
import { RECORDERS, type Row, type Suite } from './table.js';

/** Milliseconds to wait for expected findings after the end of the visit. */
const FINDING_TIMEOUT = 10_000;

/** A client token for the attribute. It has expired, so the element requests a new one. */
const EXPIRED_TOKEN = 'bGFwc2VkLWNsaWVudC10b2tlbg==';

const NICKNAME = 'Robin';

/** Registers the tests of a suite's recorders. */
export function testRecorders(suite: Suite): void {
  describe('a recorder that is installed before the element', { concurrency: 4 }, () => {
    let portal: Portal;
    before(async () => {
      portal = await Portal.start();
    });
    after(() => portal.close());

    for (const row of RECORDERS.filter((row) => row.suite === suite))
      for (const mode of ['naive', ...MODES] as const) {
        const expected = mode === 'naive' ? row.naive : row.element;
        it(`sends ${expected.join(', ') || 'no secret'}, ${mode}: ${row.name}`, ({ signal }) =>
          assertSent(expected, portal, row, mode, signal));
      }
  });
}

/** Asserts that a recorder sends these secrets, and no others. */
async function assertSent(
  expected: readonly Finding[],
  portal: Portal,
  { name, file }: Row,
  mode: Mode,
  signal: AbortSignal,
): Promise<void> {
  const collector = await Collector.start();
  const profile = await portal.newProfile();
  try {
    const opened = await portal.open(profile, {
      mode,
      before: `${await bundleScript(`test/leaks/recorders/${file}`, 'recorder')};
        var recording = recorder.start('${collector.url}');`,
      pinLength: PIN.length,
      attributes: `client-token="${EXPIRED_TOKEN}"`,
      token: 'fetched',
    });
    await opened.evaluate('Promise.resolve(recording.started).then(() => {})');
    const { page } = opened;
    await tabIntoFormAndSetPin(opened, PIN);
    await opened.evaluate('set');
    await page.focus('[name=nickname]');
    await page.keyboard.type(NICKNAME);
    await page.keyboard.press('Tab');
    await opened.evaluate('setInterval(recording.flush, 100); recording.flush()');
    // A recording keeps its order, so once these marks arrive, everything before them has arrived.
    // Two rounds, because requests over different connections can arrive in another order.
    for (const end of ['end', 'very-end']) {
      await opened.evaluate(`fetch('${end}-of-requests');
        document.body.append(Object.assign(document.createElement('p'), { id: '${end}-of-visit' }))`);
      await collector.waitUntil((text) => text.includes(`${end}-of-visit`), signal);
      if (name !== 'rrweb')
        await collector.waitUntil((text) => text.includes(`${end}-of-requests`), signal);
    }
    const { token } = opened.published;
    const found = () => findingsIn(collector.text, { pin: PIN, token, attribute: EXPIRED_TOKEN });
    // A recorder may send the body of an answer after the marks.
    const isAll = () => expected.every((finding) => found().includes(finding));
    await collector.waitUntil(isAll, AbortSignal.timeout(FINDING_TIMEOUT)).catch(() => undefined);
    assert.deepEqual(found(), expected);
    assert.ok(collector.text.includes(NICKNAME), 'It records no field.');
  } finally {
    await profile.close();
    await collector.close();
  }
}
