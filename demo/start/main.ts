/** `npm start`: the playground, with a portal's server half and the sandbox beside it. */
import { runCommand, style } from '../../src/node/command.js';
import { HELP, readArguments } from './arguments.js';
import { startPlayground, type Playground } from './playground-server.js';

function describe({ url, frame, sandbox }: Playground): string {
  return [
    '',
    `  ${style('bold', 'Playground')}   ${style('cyan', url)}`,
    `  frame page   ${frame}`,
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

await runCommand({ help: HELP, readArguments, start: startPlayground, describe });
