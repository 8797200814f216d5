import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { PIN } from '../node/sandbox/sandbox-client.js';
import { bundleScript } from '../support/builds.js';
import { tabIntoFormAndSetPin } from './cardholder.js';
import { PLACEMENTS, setPinInPlace } from './placements.js';
import { MODES, Portal, type Mode } from './portal-page.js';
import { Collector } from './recorders/collector.js';
import { findingsIn } from './recorders/findings.js';
import { RECORDERS, TABLE, type Row } from './recorders/table.js';

/** Milliseconds for one cell. If a recorder sends nothing, the test would wait forever. */
const TIMEOUT = 180_000;

/** Milliseconds to wait for expected findings after the end of the visit. */
const FINDING_TIMEOUT = 10_000;

/** A client token for the attribute. It has expired, so the element requests a new one. */
const EXPIRED_TOKEN = 'bGFwc2VkLWNsaWVudC10b2tlbg==';

const NICKNAME = 'Robin';

describe('a recorder that is installed before the element', { concurrency: 4 }, () => {
  let portal: Portal;
  const idleProfiles: BrowserContext[] = [];
  before(async () => {
    portal = await Portal.start('test/leaks/recorders/naive-form.ts');
  });
  after(() => portal.close());

  /** Sets a PIN in a page with a recorder. Returns the secrets that the recorder sends. */
  const record = async (row: Row, mode: Mode, signal: AbortSignal) => {
    const { recorder, settings, [mode]: expected } = row;
    const collector = await Collector.start();
    const profile = idleProfiles.pop() ?? (await portal.newProfile());
    try {
      const script = await bundleScript(`test/leaks/recorders/${recorder}.ts`, 'recorder');
      const opened = await portal.open(profile, {
        mode,
        before: `${script}; var recording = recorder.start('${settings}', '${collector.url}');`,
        attributes: `pin-length="${PIN.length}" client-token="${EXPIRED_TOKEN}"`,
        token: 'fetched',
      });
      await opened.evaluate('Promise.resolve(recording.started).then(() => {})');
      const { page } = opened;
      await tabIntoFormAndSetPin(opened, PIN, () => Promise.resolve());
      await opened.evaluate('set');
      // The default settings record less. In isolated mode, the page's roots hold only a frame.
      if (settings === 'laxest' && mode === 'inline')
        for (const placement of PLACEMENTS) await setPinInPlace(opened, placement, PIN);
      await page.focus('[name=nickname]');
      await page.keyboard.type(NICKNAME);
      await page.keyboard.press('Tab');
      await opened.evaluate('setInterval(recording.flush, 100); recording.flush()');
      // A recording keeps its order, so once these marks arrive, everything before them has
      // arrived. Two rounds, because requests over different connections can arrive in another
      // order.
      for (const end of ['end', 'very-end']) {
        await opened.evaluate(`fetch('${end}-of-requests');
          document.body.append(Object.assign(document.createElement('p'), { id: '${end}-of-visit' }))`);
        await collector.waitUntil((text) => text.includes(`${end}-of-visit`), signal);
        if (recorder !== 'rrweb')
          await collector.waitUntil((text) => text.includes(`${end}-of-requests`), signal);
      }
      const { token } = opened.published;
      const found = () => findingsIn(collector.text, { pin: PIN, token, attribute: EXPIRED_TOKEN });
      // A recorder may send the body of an answer after the marks.
      const isAll = () => expected.every((finding) => found().includes(finding));
      await collector.waitUntil(isAll, AbortSignal.timeout(FINDING_TIMEOUT)).catch(() => undefined);
      const recording = { found: found(), isRecording: collector.text.includes(NICKNAME) };
      // Deletes all data of this recorder before the profile is used again.
      await page.goto(`${opened.published.address}client-token.json`);
      await opened.evaluate('sessionStorage.clear()');
      const { origin } = portal;
      await opened.protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      idleProfiles.push(profile);
      return recording;
    } finally {
      await collector.close();
    }
  };

  for (const row of TABLE)
    for (const mode of ['naive', ...MODES] as const) {
      const { recorder, settings, [mode]: cell, reason } = row;
      const { name } = RECORDERS[recorder];
      const title = cell.length > 0 ? `sends ${cell.join(', ')}` : 'sends no secret';
      it(`${title}, ${mode}: ${name}, ${settings}`, { timeout: TIMEOUT }, async ({ signal }) => {
        const { found, isRecording } = await record(row, mode, signal);
        assert.deepEqual(found, cell, `It sends ${found.join(', ') || 'no secret'}. ${reason}`);
        if (settings === 'laxest') assert.ok(isRecording, 'It records no field.');
      });
    }
});
