import { UsageError } from '../command.js';

/** Input to read the key from if the environment has none. */
type Input = AsyncIterable<unknown> & { readonly isTTY?: boolean };

/** Longer than any key. Longer input is probably a file passed by mistake. */
const MAX_LENGTH = 4096;

/**
 * Reads the API key from the environment, or else from standard input.
 *
 * @throws {UsageError} if it is missing, malformed or among the arguments. The message doesn't
 * quote it.
 */
export async function readApiKey(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: Input,
): Promise<string> {
  const key = (env['SET_CARD_PIN_API_KEY'] || (await readAll(input))).trim();
  if (key === '') {
    throw new UsageError(
      'The API key is missing: set the environment variable SET_CARD_PIN_API_KEY, or pass the key on standard input.',
    );
  }
  if (key.length > MAX_LENGTH || !/^[\x20-\x7e]+$/.test(key)) {
    throw new UsageError(
      'The API key must be one line of ASCII text: check what you passed as the key.',
    );
  }
  if (args.some((argument) => argument.includes(key)))
    throw new UsageError('The API key is also in the arguments: remove it from them.');
  return key;
}

/** Reads standard input, but not from a terminal, which would show the key while it is typed. */
async function readAll(input: Input): Promise<string> {
  if (input.isTTY) return '';
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.length > MAX_LENGTH) break;
  }
  return text;
}
