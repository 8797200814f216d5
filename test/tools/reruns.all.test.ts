import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PROJECT } from '../../tools/project.js';

const COUNT_TESTS = fileURLToPath(new URL('reruns/count-tests.ts', import.meta.url));

type Runner = 'node' | 'page';

/** First lines of the planted test files. */
const BEGINNINGS: Readonly<Record<Runner, string>> = {
  node: "import { before, describe, it } from 'node:test';\n",
  page: 'const { before, describe, it } = globalThis;\n',
};

let folder: string;
let server: Server;
/** Number of requests for each path. */
const calls = new Map<string, number>();

before(async () => {
  // The runner serves only files of the project.
  await mkdir(join(PROJECT, 'reports'), { recursive: true });
  folder = await mkdtemp(join(PROJECT, 'reports', 'planted-tests-'));
  server = createServer(({ url = '' }, response) => {
    const count = (calls.get(url) ?? 0) + 1;
    calls.set(url, count);
    response.setHeader('Access-Control-Allow-Origin', '*').end(String(count));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

after(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** Runs planted tests as `npm test` would, and returns what it prints. */
async function runPlanted(runner: Runner, name: string, ...bodies: string[]): Promise<string> {
  const { port } = server.address() as AddressInfo;
  // `once` throws at its first call with each name. A server counts the calls, because each rerun
  // is a new process.
  const once = `const once = async (name) => {
  const response = await fetch('http://127.0.0.1:${port}/${name}/' + name);
  if (await response.text() === '1') throw new Error('the first time');
};
`;
  const files = bodies.map((body, index) => ({
    path: join(folder, `${name}-${index}.test.js`),
    text: BEGINNINGS[runner] + once + body,
  }));
  await Promise.all(files.map(({ path, text }) => writeFile(path, text)));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', COUNT_TESTS, runner, ...files.map(({ path }) => path)],
    {
      cwd: PROJECT,
      // With this variable, Node's runner would treat the child as one of its own test files.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let printed = '';
  for await (const text of child.stdout) printed += String(text);
  return printed;
}

function lastLineOf(printed: string): string | undefined {
  return printed.trimEnd().split('\n').at(-1);
}

/** Returns the names that a run reports as flaky, without the folder of the planted files. */
function flakyNamesIn(printed: string): readonly string[] {
  return [...printed.matchAll(/^flaky: .*\/(.*)$/gm)].map(([, name = '']) => name);
}

const FLAKY = `describe('outer', () => {
  it('flakes (1 + 1 times?)', () => once('test'));
  it('is another', () => {});
  describe('inner', () => it('flakes (1 + 1 times?)', () => {}));
});
it('fails each time', () => { throw new Error('each time'); });
it('has a new title each time: ' + Math.random(), () => { throw new Error('not found again'); });
`;

const FLAKY_HOOK = `describe('suite', () => {
  before(() => once('hook'));
  it('passes', () => {});
  it('passes too', () => {});
});
it('is beside the suite', () => {});
`;

const NOT_LOADED = "throw new Error('each time');\n";

for (const runner of ['node', 'page'] as const) {
  it(`reruns a failed test or file in ${runner === 'node' ? 'Node' : 'a page'} once, by itself`, async () => {
    const printed = await runPlanted(runner, runner, FLAKY, FLAKY_HOOK, NOT_LOADED);
    assert.deepEqual([...flakyNamesIn(printed)].sort(), [
      `${runner}-0.test.js › outer › flakes (1 + 1 times?)`,
      `${runner}-1.test.js`,
    ]);
    assert.equal(lastLineOf(printed), '6 passed, 3 failed');
  });
}

const flakyTests = (count: number): string =>
  Array.from({ length: count }, (_, i) => `it('flakes ${i}', () => once('test${i}'));\n`).join('');

it('fails a run with more than two flaky tests', async () => {
  const printed = await runPlanted('node', 'three', flakyTests(3));
  assert.match(printed, /^3 flaky tests; at most 2 are allowed$/m);
  assert.equal(lastLineOf(printed), '3 passed, 1 failed');
});

it('reruns nothing if more than ten tests fail', async () => {
  const printed = await runPlanted('node', 'eleven', flakyTests(11));
  assert.equal(lastLineOf(printed), '0 passed, 11 failed');
  assert.deepEqual(
    [...calls].filter(([name, count]) => name.startsWith('/eleven/') && count > 1),
    [],
  );
});
