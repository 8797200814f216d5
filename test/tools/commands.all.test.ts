import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  findBrowser,
  NoBrowserError,
  type BrowserSource,
} from '../../tools/browsers/find-browser.js';
import { PROJECT } from '../../tools/project.js';

interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of our commands as `npm run` does. */
function run(tool: string, options: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', tool, ...options], {
      cwd: PROJECT,
      // With this variable, Node's runner would treat the child as one of its own test files.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}

const source = (name: string, paths: readonly string[]): BrowserSource => ({
  name,
  find: () => Promise.resolve(paths),
});

/** A program that is on every machine and is not a browser. */
const NOT_A_BROWSER = process.execPath;

describe('finding a browser', () => {
  it('tries the next browser if one does not start', async () => {
    const working = process.env.TEST_CHROMIUM ?? (await findBrowser());
    const found = await findBrowser([
      source('nothing', []),
      source('broken', [NOT_A_BROWSER]),
      source('working', [working]),
    ]);
    assert.equal(found, working);
  });

  it('reports what it tried and what to do if no browser starts', async () => {
    const failing: BrowserSource = {
      name: 'a full disk',
      find: () => Promise.reject(new Error('no space left')),
    };
    await assert.rejects(findBrowser([source('broken', [NOT_A_BROWSER]), failing]), (error) => {
      assert.ok(error instanceof NoBrowserError);
      assert.ok(error.message.includes(`${NOT_A_BROWSER} does not start: it ended at once`));
      assert.ok(error.message.includes('a full disk: no space left'));
      assert.match(error.message, /apt-get install chromium/);
      return true;
    });
  });
});

describe('npm test', () => {
  const lastLine = ({ stdout }: Run): string | undefined => stdout.trimEnd().split('\n').at(-1);

  it('runs only the named files', async () => {
    const result = await run('tools/test/main.ts', ['test/service/endpoint.test.ts']);
    assert.match(result.stdout, /▶ an endpoint/);
    assert.doesNotMatch(result.stdout, /finding a browser|test files/);
    assert.match(lastLine(result) ?? '', /^[1-9]\d* passed, 0 failed$/);
    assert.equal(result.exitCode, 0);
  });

  it('ends with its counts and fails if no file matches', async () => {
    const result = await run('tools/test/main.ts', ['no-file-of-this-name']);
    assert.match(result.stderr, /No test file matches no-file-of-this-name/);
    assert.equal(lastLine(result), '0 passed, 1 failed');
    assert.equal(result.exitCode, 1);
  });

  it('reports that a browser is not installed, and fails for that reason only if CI is set', async () => {
    const options = ['--browser', 'installed-chromium', 'test/element/set-pin.browser.test.ts'];
    const env = { CHROME_PATH: '/nowhere' };
    const result = await run('tools/test/main.ts', options, { ...env, CI: 'true' });
    assert.match(
      result.stderr,
      /CHROME_PATH is set to \/nowhere, but there is no program there\nInstall /,
    );
    assert.doesNotMatch(result.stderr, /^\s+at /m);
    assert.match(result.stdout, /^installed-chromium: not installed, its tests are not run$/m);
    assert.equal(lastLine(result), '0 passed, 1 failed');
    assert.equal(result.exitCode, 1);
    const elsewhere = await run('tools/test/main.ts', options, { ...env, CI: undefined });
    assert.match(elsewhere.stderr, /There was no test/);
  });

  for (const [option, name, known] of [
    [
      '--browser',
      'trident',
      /browser trident .*: chromium inline, .*firefox inline, webkit inline/,
    ],
    ['--suite', 'brisk', /suite brisk, but: quick, rest, slow\./],
  ] as const) {
    it(`lists the known names if that of ${option} is unknown`, async () => {
      const result = await run('tools/test/main.ts', [option, name]);
      assert.match(result.stderr, known);
      assert.equal(result.exitCode, 2);
    });
  }
});

describe('a command', () => {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const commands = Object.entries<string>(scripts).flatMap(([name, script]) => {
    const [, program] = /^(?:tsx|node --import tsx) (\S+\.ts)$/.exec(script) ?? [];
    return program === undefined ? [] : [[`npm ${isBuiltIn(name) ? '' : 'run '}${name}`, program]];
  });

  it('is found among the scripts of package.json', () => {
    assert.ok(commands.length >= 8, commands.join('\n'));
  });

  for (const [name = '', program = ''] of commands) {
    it(`prints its help after a usage error: ${name}`, async () => {
      const { stdout, stderr, exitCode } = await run(program, ['--no-such-option']);
      assert.ok(stderr.startsWith(`Unknown option: --no-such-option.\n\nUsage: ${name}`), stderr);
      assert.deepEqual([exitCode, stdout], [2, '']);
    });
  }
});

/** Returns whether npm runs the script without `run`. */
function isBuiltIn(script: string): boolean {
  return ['start', 'test'].includes(script);
}
