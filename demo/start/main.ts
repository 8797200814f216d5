/** `npm start`: runs the playground, a portal's server half, the frame page and the sandbox. */
import { callCommand, serve, style } from '../../src/node/command.js';
import { HELP, readArguments } from './arguments.js';
import { startPlayground, type Playground } from './playground-server.js';

function describe({ url, frame, sandbox }: Playground): string {
  return [
    '',
    `  ${style('bold', 'Playground')}   ${style('cyan', url)}`,
    `  frame page   ${frame}`,
    '',
    '  The sandbox, a copy of the card service:',
    '',
    `  test         ${sandbox.test.url}`,
    `  live         ${sandbox.live.url}`,
    `  control      ${sandbox.control.url}`,
    '',
    '  Everything runs on this machine only. Use no real data.',
    `  ${style('dim', 'Press Ctrl+C to stop.')}`,
    '',
    '',
  ].join('\n');
}

await callCommand(HELP, readArguments, (options) =>
  serve(() => startPlayground(options), describe),
);
