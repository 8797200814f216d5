/** `npm start`: runs the playground, a portal's backend, the frame page and the sandbox. */
import { callCommand, portReader, readOptions, serve, style } from '../../src/node/command.js';
import { startPlayground, type Playground } from './playground-server.js';

const HELP = `Usage: npm start [-- --port N]

Starts the playground, where you set a PIN with <set-card-pin>, and the sandbox, a copy
of the card-issuing API on your own machine. Don't use real data.

  --port N  port of the playground; the next four are those of isolated mode's frame page
            and of the sandbox, which has three; 0 takes any free ports
            (default: 5173, then 5174 for the frame page and 4400 to 4402 for the sandbox)
  --help    show this help
`;

function describe({ url, frame, sandbox }: Playground): string {
  return [
    '',
    `  ${style('bold', 'Playground')}   ${style('cyan', url)}`,
    `  frame page   ${frame}`,
    '',
    '  The sandbox, a copy of the card-issuing API:',
    '',
    `  test         ${sandbox.test.url}`,
    `  live         ${sandbox.live.url}`,
    `  control      ${sandbox.control.url}`,
    '',
    '  Everything runs on this machine only. Don’t use real data.',
    `  ${style('dim', 'Press Ctrl+C to stop.')}`,
    '',
    '',
  ].join('\n');
}

await callCommand(
  HELP,
  (args) => readOptions(args, { port: portReader('port', 65_531) }),
  ({ port }) => serve(() => startPlayground(port), describe),
);
