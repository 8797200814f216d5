/** `npm start`: the playground, with a portal's server half and the sandbox beside it. */
import { styleText } from 'node:util';
import { HELP, readArguments, UsageError, type StartOptions } from './start/arguments.js';
import { PortError, startPlayground, type Playground } from './start/playground-server.js';

/** How often to look whether the shell that npm started is still there, in milliseconds. */
const PARENT_CHECK = 500;

function describe({ url, sandbox }: Playground): string {
  const colourful = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    colourful ? styleText(format, text) : text;
  return [
    '',
    `  ${style('bold', 'Playground')}   ${style('cyan', url)}`,
    '',
    '  Beside it runs the sandbox, a copy of the card service:',
    '',
    `  test         ${sandbox.test.url}`,
    `  live         ${sandbox.live.url}`,
    `  control      ${sandbox.control.url}`,
    '',
    '  All of it is for this machine only, and takes no real data.',
    `  ${style('dim', 'Ctrl+C ends it.')}`,
    '',
    '',
  ].join('\n');
}

async function main(): Promise<void> {
  let options: StartOptions | 'help';
  try {
    options = readArguments(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  if (options === 'help') {
    process.stdout.write(HELP);
    return;
  }

  let playground: Playground;
  try {
    playground = await startPlayground(options);
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return;
  }
  let ending = false;
  const end = (): void => {
    // One Ctrl+C arrives several times: from the terminal, and from npm, which passes it on.
    if (ending) return;
    ending = true;
    void playground.close().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  // A signal to npm alone ends npm and its shell, which pass nothing on: the parent is then another one.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, PARENT_CHECK).unref();
  // Last: who reads the address may at once tell it to end.
  process.stdout.write(describe(playground));
}

await main();
