import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs npm without printing anything.
 *
 * @returns npm's standard output.
 * @throws {Error} if npm fails, with everything that npm printed
 */
export async function npm(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: Infinity };
  const running = promisify(execFile)('npm', args, options);
  running.child.stdin?.end();
  try {
    return (await running).stdout;
  } catch (error) {
    const { code, stdout, stderr } = error as Record<'code' | 'stdout' | 'stderr', string>;
    throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  }
}

/** Installs packages into a folder, or those that its package.json lists. */
export function install(folder: string, ...args: readonly string[]): Promise<string> {
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'];
  return npm(folder, ['install', ...options, ...args]);
}
