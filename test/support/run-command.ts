/** Runs a command in its own process, as a person would. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Milliseconds after which a command is killed, so that a test doesn't hang. */
const TIMEOUT = 60_000;

/** Starts a program, which is a JavaScript file. */
export function startCommand(
  program: string,
  args: readonly string[],
  { cwd, env, input = '' }: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string } = {},
) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    timeout: TIMEOUT,
    // Node's test runner treats a child with this variable as one of its own test files.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  // A command may end before it has read all its input.
  child.stdin.on('error', () => undefined).end(input);
  const ended = once(child, 'close').then(([exitCode]) => ({
    exitCode: exitCode as number | null,
    stdout,
    stderr,
  }));
  /** Waits until standard output contains the text. Returns the output so far. */
  const printed = async (text: string): Promise<string> => {
    while (!stdout.includes(text)) {
      const next = await Promise.race([once(child.stdout, 'data'), ended.then(() => 'ended')]);
      assert.notEqual(next, 'ended', `The command ended without ${text}\n${stdout}${stderr}`);
    }
    return stdout;
  };
  return { process: child, ended, printed };
}

export async function runCommand(...command: Parameters<typeof startCommand>) {
  return startCommand(...command).ended;
}
