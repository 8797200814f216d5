/** Runs npm from our tools. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** A run of npm that failed. The message has everything that npm printed. */
export class NpmError extends Error {}

/**
 * Starts npm. Below `npm run` this is the npm that runs us: a script for Node, which needs no
 * shell. On Windows `npm` is not a program that can be started without a shell.
 */
export function startNpm(args: readonly string[], options: SpawnOptions): ChildProcess {
  const script = process.env['npm_execpath'];
  return script === undefined
    ? spawn('npm', args, options)
    : spawn(process.execPath, [script, ...args], options);
}

/**
 * Runs npm without printing anything.
 *
 * @returns The standard output of npm.
 * @throws {NpmError} if npm fails
 */
export function npm(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = startNpm(args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    let errors = '';
    child.stdout?.on('data', (data: Buffer) => (printed += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (errors += data.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(printed);
      else reject(new NpmError(`npm ${args.join(' ')} ended with ${code}:\n${printed}${errors}`));
    });
  });
}
