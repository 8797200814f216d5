/** `npm run doctor`: whether everything that `<set-card-pin>` needs of the service is in order. */
import { callCommand, UsageError } from '../command.js';
import { readApiKey } from './api-key.js';
import { HELP, readArguments } from './arguments.js';
import { patiently } from './patience.js';
import { visit } from './visit.js';

await callCommand(HELP, readArguments, async (options) => {
  const apiKey = await patiently(
    readApiKey(process.env, process.stdin),
    'Waiting for the API key on standard input …',
  );
  if (process.argv.slice(2).some((argument) => argument.includes(apiKey))) {
    throw new UsageError('The API key is in the arguments too. Take it out of them.');
  }
  if ((await visit(options, apiKey, process.stdout)) > 0) process.exitCode = 1;
});
