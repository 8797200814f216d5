/** Starts npm from a program. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** npm ended with an error; the message has all that it said. */
export class NpmError extends Error {}

/**
 * Starts npm. Below `npm run` it is the one that runs us: a script of Node's, which needs no shell on any system, while on Windows the
 * name alone leads to no program.
 */
export function startNpm(args: readonly string[], options: SpawnOptions): ChildProcess {
  const script = process.env['npm_execpath'];
  return script === undefined
    ? spawn('npm', args, options)
    : spawn(process.execPath, [script, ...args], options);
}

/**
 * Runs npm, and says nothing.
 *
 * @returns What it printed.
 * @throws {NpmError}
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
    let complaints = '';
    child.stdout?.on('data', (data: Buffer) => (printed += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (complaints += data.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(printed);
      else
        reject(new NpmError(`npm ${args.join(' ')} ended with ${code}:\n${printed}${complaints}`));
    });
  });
}
