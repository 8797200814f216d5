import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PROJECT } from '../../tools/project.js';
import { runCommand } from '../node/run-command.js';
import { buildPart, writeFiles } from '../support/builds.js';

const PAGE = fileURLToPath(new URL('unit-test-dom/page.js', import.meta.url));

/** What the page sees in every imitation of a browser. */
const SEEN = [
  true,
  'onPinReady',
  '<set-card-pin></set-card-pin>',
  ['https://api.example.com/graphql', 'card_1', null],
  [4, 'repeated sequence', 'boxes', false],
  true,
  ['onPinSet', 'card_1'],
  ['set', true, '1001'],
  'set',
  [true, true],
  ['error', 'unavailable', true],
  'token after missing',
  'token after refused',
  'a token, false',
  false,
  true,
  'aborted',
];

describe('a unit test of a page', { concurrency: 2 }, () => {
  let folder: string;

  before(async () => {
    // Inside the project, so that they find Lit.
    const cache = join(PROJECT, 'node_modules', '.cache');
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'unit-test-'));
    await writeFiles(folder, await buildPart('modules'));
    await writeFiles(folder, new Map([['package.json', '{ "type": "module" }']]));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  // Jest resolves packages as for browsers, Vitest as for Node.
  for (const [library, runner, env] of [
    ['jsdom', 'Jest', { NODE_OPTIONS: '--conditions=browser' }],
    ['happy-dom', 'Vitest', {}],
  ] as const) {
    it(`has an inert element in ${library}, as with ${runner}, and raises its events`, async () => {
      const { exitCode, stdout, stderr } = await runCommand(PAGE, [library, folder], {
        env: { ...env, NODE_ENV: 'test' },
      });
      assert.equal(stderr, '');
      assert.deepEqual(JSON.parse(stdout), SEEN);
      assert.equal(exitCode, 0);
    });
  }

  it('says that the element was imported too early', async () => {
    const { exitCode, stderr } = await runCommand(PAGE, ['jsdom', folder, 'index']);
    assert.match(stderr, /Error: Import set-card-pin\/testing before set-card-pin/);
    assert.equal(exitCode, 1);
  });
});
