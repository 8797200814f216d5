/** `set-card-pin`, the package's command. */
import { readFile } from 'node:fs/promises';
import { HELP, readArguments, type CliTask, type CommandName } from './arguments.js';
import { callCommand } from './command.js';

/** Each command loads only its own modules. */
const COMMANDS: Readonly<
  Record<CommandName, () => Promise<{ readonly main: (args: string[]) => Promise<void> }>>
> = {
  sandbox: () => import('./sandbox/main.js'),
  doctor: () => import('./doctor/main.js'),
  frame: () => import('./frame/main.js'),
};

await callCommand(HELP, readArguments, run);

async function run(task: CliTask): Promise<void> {
  if (task === 'version') return printVersion();
  const { main } = await COMMANDS[task.name]();
  return main(task.args);
}

async function printVersion(): Promise<void> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  process.stdout.write(`${(JSON.parse(manifest) as { version: string }).version}\n`);
}
