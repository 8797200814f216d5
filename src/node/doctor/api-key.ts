import { UsageError } from '../command.js';

/** Where a key can come from when the environment has none. */
type Input = AsyncIterable<unknown> & { readonly isTTY?: boolean };

/** No key is as long; a file given by mistake may be. */
const LONGEST = 4096;

/**
 * Reads the API key from the environment or else from standard input.
 *
 * @throws {UsageError} when there is none, or what there is can't be one; the message has nothing of it
 */
export async function readApiKey(env: NodeJS.ProcessEnv, input: Input): Promise<string> {
  const key = (env['SET_CARD_PIN_API_KEY'] || (await readAll(input))).trim();
  if (key === '') {
    throw new UsageError(
      'There is no API key: put it into the environment variable SET_CARD_PIN_API_KEY, or on standard input.',
    );
  }
  if (key.length > LONGEST || !/^[\x20-\x7e]+$/.test(key)) {
    throw new UsageError('What was given as the API key is not one line of ASCII text.');
  }
  return key;
}

/** Everything on standard input; nothing of a terminal, which would show the key as it is typed. */
async function readAll(input: Input): Promise<string> {
  if (input.isTTY) return '';
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.length > LONGEST) break;
  }
  return text;
}
