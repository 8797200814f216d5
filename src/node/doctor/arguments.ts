import { UsageError } from '../command.js';
import { readOptions, type OptionReader } from '../options.js';

/** What to look at. */
export interface DoctorOptions {
  /** As it was given: whether a PIN may be sent there is the first thing to look at. */
  readonly endpoint: string;
  /** The payment card to make a client token for. */
  readonly card: string | undefined;
  /** The origin of the page that will hold the element. */
  readonly origin: string | undefined;
  /** How long each request may take, in seconds. */
  readonly timeLimit: number;
}

const DEFAULT_TIME_LIMIT = 10;
const LONGEST_TIME_LIMIT = 120;

export const HELP = `Usage: npm run doctor -- --endpoint URL [--card ID] [--origin URL] [--timeout SECONDS]

Checks what <set-card-pin> will need of the card-issuing service, and says in plain words
what is wrong and what to do. It sets no PIN, and prints neither the API key nor a token.

The API key comes from the environment variable SET_CARD_PIN_API_KEY, or from standard
input, never from the arguments:

  npm run doctor -- --endpoint https://api.example.com/graphql < file-with-the-key

  --endpoint URL     the service's GraphQL endpoint
  --card ID          a payment card: checks that it exists, and has a client token made for it
  --origin URL       your page's origin: checks that browsers let it call the service
  --timeout SECONDS  how long each request may take, ${DEFAULT_TIME_LIMIT} by default, at most ${LONGEST_TIME_LIMIT}
  --help             shows this and ends

It exits with 0 when nothing is wrong, with 1 when something is, with 2 when it was called wrongly.
`;

/** Nothing of it is said again: it could be a key. */
const KEY_IN_ARGUMENTS =
  'An API key is never an argument: other users of this machine and the shell’s history would have it. ' +
  'Put it into the environment variable SET_CARD_PIN_API_KEY, or on standard input.';

/**
 * Reads the command's arguments.
 *
 * @throws {UsageError} when there is one that it doesn't know, or one that is missing or malformed
 */
export function readArguments(args: string[]): DoctorOptions | 'help' {
  const options = readOptions(
    args,
    {
      endpoint: textReader('endpoint'),
      card: textReader('card'),
      origin: readOrigin,
      timeout: readTimeLimit,
    },
    { onPositional: refusePositional, onUnknown: refuseUnknown },
  );
  if (options === 'help') return 'help';
  const { endpoint, card, origin, timeout: timeLimit = DEFAULT_TIME_LIMIT } = options;
  if (endpoint === undefined) throw new UsageError('--endpoint is missing.');
  return { endpoint, card, origin, timeLimit };
}

function refusePositional(): never {
  throw new UsageError(`There is an argument that belongs to no option. ${KEY_IN_ARGUMENTS}`);
}

function refuseUnknown(option: string): never {
  if (/key|token|secret|password|auth/.test(option)) throw new UsageError(KEY_IN_ARGUMENTS);
  // A word can be said again, anything else could be a key.
  throw new UsageError(
    /^--?[a-z-]{1,20}$/.test(option)
      ? `There is no option ${option}.`
      : `There is an option that doctor does not know. ${KEY_IN_ARGUMENTS}`,
  );
}

function textReader(option: string): OptionReader<string> {
  return (text) => {
    if (text) return text;
    throw new UsageError(`--${option} needs a value.`);
  };
}

function readOrigin(value: string | undefined): string {
  const url = URL.canParse(value ?? '') ? new URL(value ?? '') : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError('--origin must be your page’s origin, such as https://cards.example.com.');
}

function readTimeLimit(value: string | undefined): number {
  const seconds = /^\d{1,3}$/.test(value ?? '') ? Number(value) : NaN;
  if (seconds >= 1 && seconds <= LONGEST_TIME_LIMIT) return seconds;
  throw new UsageError(`--timeout must be a whole number from 1 to ${LONGEST_TIME_LIMIT}.`);
}
