/** `npm run check`: the scripts that take most of the time side by side, as each of them keeps one processor busy and no more. */
import { callCommand } from '../../src/node/command.js';
import { noOptions } from '../../src/node/options.js';
import { startNpm } from '../npm.js';

const HELP = `Usage: npm run check

Checks types, lint, format, the builds and the limits of their size.

It exits with 0 when nothing is wrong, with 1 when something is, with 2 when it was called wrongly.
`;

const LANES: readonly (readonly string[])[] = [
  ['lint'],
  ['types'],
  // Not beside each other: a build writes hashes into pages whose format is looked at. And the size is that of the build.
  ['format', 'build', 'size'],
];

/** Runs npm scripts until one fails. Each says that it has begun, and prints all that it has to say together. */
async function passes(scripts: readonly string[]): Promise<boolean> {
  for (const script of scripts) if (!(await succeeds(script))) return false;
  return true;
}

function succeeds(script: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    console.log(`${script}…`);
    const child = startNpm(['run', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => said.push(chunk));
    child.once('error', reject);
    child.once('close', (exitCode) => {
      process.stdout.write(Buffer.concat(said));
      resolve(exitCode === 0);
    });
  });
}

await callCommand(HELP, noOptions, async () => {
  const results = await Promise.all(LANES.map(passes));
  if (results.includes(false)) process.exitCode = 1;
});
