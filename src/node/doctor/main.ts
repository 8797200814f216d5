/** `set-card-pin doctor`: checks that the service provides what `<set-card-pin>` needs. */
import { callCommand } from '../command.js';
import { withWaitNotice } from '../wait-notice.js';
import { readApiKey } from './api-key.js';
import { HELP, readArguments } from './arguments.js';
import { diagnose } from './diagnose.js';

/** Runs `set-card-pin doctor`. */
export function main(args: string[]): Promise<void> {
  return callCommand(
    HELP,
    readArguments,
    async (options) => {
      const apiKey = await withWaitNotice(
        readApiKey(args, process.env, process.stdin),
        'Waiting for the API key on standard input …',
      );
      if ((await diagnose(options, apiKey, process.stdout)) > 0) process.exitCode = 1;
    },
    args,
  );
}
