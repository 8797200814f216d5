import { readOptions, UsageError } from '../command.js';

/** The options of `set-card-pin doctor`. */
export interface DoctorOptions {
  /** Not parsed yet, because the first check is whether a PIN may be sent there. */
  readonly endpoint: string;
  /** The payment card to make a client token for. */
  readonly card: string | undefined;
  /** The origin of the page that will contain the element. */
  readonly origin: string | undefined;
  /** The time limit of each request, in seconds. */
  readonly timeLimit: number;
  /** Prints JSON instead of lines for a person. */
  readonly json: boolean;
}

const DEFAULT_TIME_LIMIT = 10;
const MAX_TIME_LIMIT = 120;

export const HELP = `Usage: npx set-card-pin doctor --endpoint URL [--card ID] [--origin URL] [--timeout SECONDS]
                               [--json]

Checks that the card-issuing service provides what <set-card-pin> needs, and prints each
problem with its fix. It sets no PIN, and prints neither the API key nor a token.

Put the API key into the environment variable SET_CARD_PIN_API_KEY, or pass it on standard
input. Never pass it as an argument:

  npx set-card-pin doctor --endpoint https://api.example.com/graphql < file-with-the-key

  --endpoint URL     the service's GraphQL endpoint
  --card ID          a payment card: checks that it exists, that it gets a client token, and
                     that the service accepts the element's operation with this token
  --origin URL       your page's origin: checks that browsers let it call the service
  --timeout SECONDS  time limit of each request: ${DEFAULT_TIME_LIMIT} by default, at most ${MAX_TIME_LIMIT}
  --json             prints the findings as JSON, for programs: see docs/doctor.md of the package
  --help             prints this help

Exit codes: 0 if there is no problem, 1 if there is one, 2 after a usage error. Notes and
skipped checks are not problems.
`;

/** Doesn't quote the argument, which could be a key. */
const KEY_IN_ARGUMENTS =
  'Never pass an API key as an argument: other users of this machine can see it, and the shell’s history keeps it. ' +
  'Set the environment variable SET_CARD_PIN_API_KEY, or pass the key on standard input.';

/**
 * Reads the command's arguments.
 *
 * @throws {UsageError} if one is unknown, missing or malformed
 */
export function readArguments(args: string[]): DoctorOptions | 'help' {
  const options = readOptions(
    args,
    { endpoint: String, card: String, origin: readOrigin, timeout: readTimeLimit },
    { flags: ['json'], describeUnknown },
  );
  if (options === 'help') return 'help';
  const { endpoint, card, origin, timeout: timeLimit = DEFAULT_TIME_LIMIT, json = false } = options;
  if (endpoint === undefined) throw new UsageError('--endpoint is missing.');
  return { endpoint, card, origin, timeLimit, json };
}

function describeUnknown(message: string): string {
  // Only a plain word is quoted: anything else could be a key.
  const isPlain = /^Unknown option: --?[a-z-]{1,20}\.$/.test(message);
  if (isPlain && !/key|token|secret|password|auth/.test(message)) return message;
  return `${message.split(':', 1)[0]}. ${KEY_IN_ARGUMENTS}`;
}

function readOrigin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError('--origin must be your page’s origin, such as https://cards.example.com.');
}

function readTimeLimit(value: string): number {
  const seconds = /^\d{1,3}$/.test(value) ? Number(value) : NaN;
  if (seconds >= 1 && seconds <= MAX_TIME_LIMIT) return seconds;
  throw new UsageError(`--timeout must be a whole number from 1 to ${MAX_TIME_LIMIT}.`);
}
