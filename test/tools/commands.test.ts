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
  it('tries the next browser if an installed one does not start', async () => {
    const working = process.env.CHROME_PATH ?? (await findBrowser());
    const found = await findBrowser('', [
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
    await assert.rejects(findBrowser('', [source('broken', [NOT_A_BROWSER]), failing]), (error) => {
      assert.ok(error instanceof NoBrowserError);
      assert.ok(error.message.includes(`${NOT_A_BROWSER} does not start: it ended at once`));
      assert.ok(error.message.includes('a full disk: no space left'));
      assert.match(error.message, /apt-get install chromium/);
      return true;
    });
  });

  it('reports without a stack trace that the program of CHROME_PATH does not exist', async () => {
    const { exitCode, stderr } = await run('tools/browsers/find-browser.ts', [], {
      CHROME_PATH: '/nowhere',
    });
    assert.equal(exitCode, 1);
    assert.match(
      stderr,
      /^CHROME_PATH is set to \/nowhere, but there is no program there\.\nInstall /m,
    );
    assert.doesNotMatch(stderr, /^\s+at /m);
  });

  it('tries no other browser if the program of CHROME_PATH does not start', async () => {
    await assert.rejects(
      findBrowser(NOT_A_BROWSER, [source('working', [process.env.CHROME_PATH ?? ''])]),
      /CHROME_PATH is set to .* which does not start/,
    );
  });
});

describe('npm test', () => {
  const lastLine = ({ stdout }: Run): string | undefined => stdout.trimEnd().split('\n').at(-1);

  it('ends with its counts and fails if no file matches', async () => {
    const result = await run('tools/test/main.ts', ['no-file-of-this-name']);
    assert.match(result.stderr, /No test file matches no-file-of-this-name/);
    assert.equal(lastLine(result), '0 passed, 1 failed');
    assert.equal(result.exitCode, 1);
  });

  it('ends with its counts and fails if there is no browser', async () => {
    const result = await run('tools/test/main.ts', ['walls'], { CHROME_PATH: '/nowhere' });
    assert.match(result.stderr, /there is no program there/);
    assert.equal(lastLine(result), '0 passed, 1 failed');
    assert.equal(result.exitCode, 1);
  });

  it('runs only the named files', async () => {
    const result = await run('tools/test/main.ts', ['test/service/endpoint.test.ts']);
    assert.match(result.stdout, /▶ an endpoint/);
    assert.doesNotMatch(result.stdout, /finding a browser|test files/);
    assert.match(lastLine(result) ?? '', /^[1-9]\d* passed, 0 failed$/);
    assert.equal(result.exitCode, 0);
  });

  it('reports that an engine is not installed, and fails for that reason only if CI is set', async () => {
    const options = ['--engine', 'firefox', 'test/element/set-pin.browser.test.ts'];
    const env = { PATH: '/nowhere', FIREFOX_PATH: undefined };
    const result = await run('tools/test/main.ts', options, { ...env, CI: 'true' });
    assert.match(result.stdout, /^firefox: not installed, its tests are not run$/m);
    assert.doesNotMatch(result.stderr, /There was no test/);
    assert.equal(lastLine(result), '0 passed, 1 failed');
    assert.equal(result.exitCode, 1);
    const elsewhere = await run('tools/test/main.ts', options, { ...env, CI: undefined });
    assert.match(elsewhere.stderr, /There was no test/);
  });

  it('lists the engines if an unknown one is requested', async () => {
    const result = await run('tools/test/main.ts', ['--engine', 'trident']);
    assert.match(
      result.stderr,
      /engine trident .*: chromium inline, .*firefox inline, webkit inline/,
    );
    assert.equal(result.exitCode, 2);
  });
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
