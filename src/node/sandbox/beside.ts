/** Runs another command, such as a test run, while a sandbox runs. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Sandbox } from './sandbox.js';

/**
 * Runs a command with the sandbox's addresses in its environment, until it ends. Closes the sandbox
 * then.
 *
 * @returns the command's exit code, as a shell would report it
 */
export async function runBeside(sandbox: Sandbox, command: readonly string[]): Promise<number> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      SET_CARD_PIN_ENDPOINT: sandbox.test.url,
      SET_CARD_PIN_API_KEY: sandbox.test.apiKey,
      SET_CARD_PIN_CONTROL: sandbox.control.url,
    },
    // On Windows, npx and npm are scripts, which only a shell starts.
    shell: process.platform === 'win32',
  });
  // The sandbox stays until the command has ended. A terminal sends Ctrl+C to the command too.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  try {
    return await new Promise((resolve) => {
      child.once('error', ({ message }) => {
        process.stderr.write(`${program} can’t be started: ${message}\n`);
        resolve(127);
      });
      child.once('close', (code, signal) => {
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
      });
    });
  } finally {
    await sandbox.close();
  }
}
