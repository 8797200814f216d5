import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { PROJECT } from '../../tools/project.js';
import { isInstalled, OTHER_LANGUAGES, programIn } from './documentation/other-languages.js';
import { runServerHalf } from './documentation/server-half.js';

/** Milliseconds for a sample, which may have to be compiled. */
const LIMIT = { timeout: 180_000 };

describe('a server half in another language than JavaScript', () => {
  const client = useSandbox();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-server-languages-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [language, file] of Object.entries(OTHER_LANGUAGES)) {
    if (!isInstalled(language)) continue;
    it(`mints for the cardholder’s own card only: ${file}`, LIMIT, async () => {
      const code = await readFile(join(PROJECT, 'demo', 'server-halves', file), 'utf8');
      await runServerHalf(programIn(language, code), folder, client());
    });
  }
});
