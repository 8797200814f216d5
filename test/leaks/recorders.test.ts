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

  /** Has a cardholder set a PIN in a page that is recorded, and gives all that the recorder sends. */
  const recordingOf = async ({ recorder, settings }: Row, mode: Mode, signal: AbortSignal) => {
    const collector = await Collector.start();
    const profile = profiles.pop() ?? (await portal.profile());
    try {
      const script = await scriptOfRecorder(recorder);
      const opened = await portal.open(profile, {
        mode,
        before: `${script}; var flush = recorder.start('${settings}', '${collector.url}');`,
        attributes: `pin-length="${PIN.length}" client-token="${LAPSED}"`,
        token: 'asked',
      });
      const { page } = opened;
      await enterPin(opened, PIN, () => Promise.resolve());
      await opened.evaluate('set');
      await page.focus('[name=nickname]');
      await page.keyboard.type(NICKNAME);
      await page.keyboard.press('Tab');
      // Whatever comes before these in the page comes before them in the recording.
      await opened.evaluate(`fetch('end-of-requests');
        document.body.append(Object.assign(document.createElement('p'), { id: 'end-of-visit' }));
        setInterval(flush, 100); flush();`);
      await collector.comes('end-of-visit', signal);
      if (recorder !== 'rrweb') await collector.comes('end-of-requests', signal);
      const { text } = collector;
      // Nothing of this recorder's is there for the next one.
      await page.goto(`${opened.published.address}client-token.json`);
      await opened.evaluate('sessionStorage.clear()');
      const { origin } = portal;
      await opened.protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      profiles.push(profile);
      return { text, token: opened.published.token };
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
        const { text, token } = await recordingOf(row, mode, signal);
        const found = findings(text, { pin: PIN, token, attribute: LAPSED });
        assert.deepEqual(found, cell, `It finds ${found.join(', ') || 'nothing'}. ${because}`);
        if (settings === 'laxest') assert.ok(text.includes(NICKNAME), 'It records no field.');
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
