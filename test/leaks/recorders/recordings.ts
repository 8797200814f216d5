/** Sets PINs in pages with a recorder, and searches for secrets in what the recorder sends. */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { PIN } from '../../node/sandbox/sandbox-client.js';
import { bundleScript } from '../../support/builds.js';
import { tabIntoFormAndSetPin } from '../cardholder.js';
import { PLACEMENTS, setPinInPlace } from '../placements.js';
import { it, MODES, Portal, type Mode } from '../portal-page.js';
import { Collector } from './collector.js';
import { findingsIn, type Finding } from './findings.js';
import { RECORDERS, TABLE, type Row, type Suite } from './table.js';

/** Milliseconds to wait for expected findings after the end of the visit. */
const FINDING_TIMEOUT = 10_000;

/** A client token for the attribute. It has expired, so the element requests a new one. */
const EXPIRED_TOKEN = 'bGFwc2VkLWNsaWVudC10b2tlbg==';

const NICKNAME = 'Robin';

/** Registers a test for each cell of a suite's recorders. */
export function testRecorders(suite: Suite): void {
  describe('a recorder that is installed before the element', { concurrency: 4 }, () => {
    let recordings: Recordings;
    before(async () => {
      recordings = await Recordings.start();
    });
    after(() => recordings.close());

    for (const row of TABLE.filter(({ recorder }) => RECORDERS[recorder].suite === suite))
      for (const mode of ['naive', ...MODES] as const) {
        const { name } = RECORDERS[row.recorder];
        const sent = row[mode].length > 0 ? `sends ${row[mode].join(', ')}` : 'sends no secret';
        it(`${sent}, ${mode}: ${name}, ${row.settings}`, ({ signal }) =>
          recordings.assertCell(row, mode, signal));
      }
  });
}

interface Recording {
  /** The secrets that the recorder sent. */
  readonly found: readonly Finding[];
  /** Whether it sent the text of an ordinary field. */
  readonly isRecording: boolean;
}

/** A portal whose pages have a recorder. */
class Recordings {
  readonly #portal: Portal;
  readonly #idleProfiles: BrowserContext[] = [];

  static async start(): Promise<Recordings> {
    return new Recordings(await Portal.start('test/leaks/recorders/naive-form.ts'));
  }

  private constructor(portal: Portal) {
    this.#portal = portal;
  }

  close(): Promise<void> {
    return this.#portal.close();
  }

  /** Asserts that a recorder sends what its cell says. */
  async assertCell(row: Row, mode: Mode, signal: AbortSignal): Promise<void> {
    const { found, isRecording } = await this.#record(row, mode, signal);
    assert.deepEqual(found, row[mode], `It sends ${found.join(', ') || 'no secret'}.`);
    if (row.settings === 'laxest') assert.ok(isRecording, 'It records no field.');
  }

  async #record(row: Row, mode: Mode, signal: AbortSignal): Promise<Recording> {
    const { recorder, settings, [mode]: expected } = row;
    const collector = await Collector.start();
    const profile = this.#idleProfiles.pop() ?? (await this.#portal.newProfile());
    try {
      const script = await bundleScript(
        `test/leaks/recorders/${RECORDERS[recorder].file}`,
        'recorder',
      );
      const opened = await this.#portal.open(profile, {
        mode,
        before: `${script}; var recording = recorder.start('${settings}', '${collector.url}');`,
        pinLength: PIN.length,
        attributes: `client-token="${EXPIRED_TOKEN}"`,
        token: 'fetched',
      });
      await opened.evaluate('Promise.resolve(recording.started).then(() => {})');
      const { page } = opened;
      await tabIntoFormAndSetPin(opened, PIN);
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
      const { origin } = this.#portal;
      await opened.protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      this.#idleProfiles.push(profile);
      return recording;
    } finally {
      await collector.close();
    }
  }
}
