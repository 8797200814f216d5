import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { PIN } from '../node/sandbox/sandbox-client.js';
import { enterPin } from './cardholder.js';
import { libraryBuild, MODES, Portal, scriptOf, type Mode } from './portal-page.js';
import { Collector } from './recorders/collector.js';
import { findings } from './recorders/search.js';
import { RECORDERS, TABLE, type Row } from './recorders/table.js';

/** Milliseconds for one cell; what a recorder never sends would be waited for for ever. */
const LIMIT = 60_000;

/** Milliseconds for what should be found and has not come when the visit is over. */
const PATIENCE = 10_000;

/** A client token that was good once, in the markup: the element finds that out, and asks the page for another. */
const LAPSED = 'bGFwc2VkLWNsaWVudC10b2tlbg==';

const NICKNAME = 'Robin';

describe('a recorder that is installed before the element', { concurrency: 4 }, () => {
  let portal: Portal;
  /** Those that no cell is in. */
  const profiles: BrowserContext[] = [];
  before(async () => {
    portal = await Portal.start(inFolder('recorders/naive-form.ts'));
  });
  after(() => portal.close());

  /** Has a cardholder set a PIN in a page that is recorded, and tells what can be found in all that the recorder sends. */
  const recordingOf = async (row: Row, mode: Mode, signal: AbortSignal) => {
    const { recorder, settings, [mode]: expected } = row;
    const collector = await Collector.start();
    const profile = profiles.pop() ?? (await portal.profile());
    try {
      const script = await scriptOfRecorder(recorder);
      const opened = await portal.open(profile, {
        mode,
        before: `${script}; var recording = recorder.start('${settings}', '${collector.url}');`,
        attributes: `pin-length="${PIN.length}" client-token="${LAPSED}"`,
        token: 'asked',
      });
      await opened.evaluate('Promise.resolve(recording.started).then(() => {})');
      const { page } = opened;
      await enterPin(opened, PIN, () => Promise.resolve());
      await opened.evaluate('set');
      await page.focus('[name=nickname]');
      await page.keyboard.type(NICKNAME);
      await page.keyboard.press('Tab');
      await opened.evaluate('setInterval(recording.flush, 100); recording.flush()');
      // Whatever comes before these in the page comes before them in the recording. Twice, as what is sent over two connections may
      // come in another order.
      for (const end of ['end', 'very-end']) {
        await opened.evaluate(`fetch('${end}-of-requests');
          document.body.append(Object.assign(document.createElement('p'), { id: '${end}-of-visit' }))`);
        await collector.comes((text) => text.includes(`${end}-of-visit`), signal);
        if (recorder !== 'rrweb')
          await collector.comes((text) => text.includes(`${end}-of-requests`), signal);
      }
      const { token } = opened.published;
      const finds = () => findings(collector.text, { pin: PIN, token, attribute: LAPSED });
      // What a recorder makes of an answer's body can be later still.
      const isAll = () => expected.every((finding) => finds().includes(finding));
      await collector.comes(isAll, AbortSignal.timeout(PATIENCE)).catch(() => undefined);
      const recording = { found: finds(), isRecorded: collector.text.includes(NICKNAME) };
      // Nothing of this recorder's is there for the next one.
      await page.goto(`${opened.published.address}client-token.json`);
      await opened.evaluate('sessionStorage.clear()');
      const { origin } = portal;
      await opened.protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      profiles.push(profile);
      return recording;
    } finally {
      await collector.close();
    }
  };

  for (const row of TABLE)
    for (const mode of ['naive', ...MODES] as const) {
      const { recorder, settings, [mode]: cell, because } = row;
      const { title } = RECORDERS[recorder];
      const finds = cell.join(', ') || 'nothing';
      it(`${title}, ${settings}, ${mode}: ${finds}`, { timeout: LIMIT }, async ({ signal }) => {
        const { found, isRecorded } = await recordingOf(row, mode, signal);
        assert.deepEqual(found, cell, `It finds ${found.join(', ') || 'nothing'}. ${because}`);
        if (settings === 'laxest') assert.ok(isRecorded, 'It records no field.');
      });
    }
});

/** What made a recorder's script, once. */
const scripts = new Map<string, Promise<string>>();

function scriptOfRecorder(name: string): Promise<string> {
  const script =
    scripts.get(name) ?? scriptOf(libraryBuild(inFolder(`recorders/${name}.ts`), 'recorder'));
  scripts.set(name, script);
  return script;
}

function inFolder(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
