/** `set-card-pin doctor`: checks that the service provides what `<set-card-pin>` needs. */
import { callCommand, readOptions, UsageError, withWaitNotice } from '../command.js';
import { isParent } from '../../isolated/config.js';
import { runChecks, type CheckInput } from './checks.js';
import { jsonReport, Secrets, textReport, type Output } from './report.js';

/** The options of `set-card-pin doctor`. */
export interface DoctorOptions extends Omit<CheckInput, 'apiKey' | 'secrets'> {
  /** Prints JSON instead of lines for a person. */
  readonly json: boolean;
}

/** Seconds for each request. The element waits as long. */
const TIME_LIMIT = 15;

export const HELP = `Usage: npx set-card-pin doctor --endpoint URL [--card ID] [--origin URL] [--json]

Checks that the card-issuing service provides what <set-card-pin> needs, and prints each
problem with its fix. It sets no PIN, and prints neither the API key nor a token.

Put the API key into the environment variable SET_CARD_PIN_API_KEY, or pass it on standard
input. Never pass it as an argument:

  npx set-card-pin doctor --endpoint https://api.example.com/graphql < file-with-the-key

  --endpoint URL  the service's GraphQL endpoint
  --card ID       a payment card: checks that it exists, that it gets a client token, and
                  that the service accepts the element's operation with this token
  --origin URL    your page's origin, or in isolated mode that of the frame page: checks that
                  browsers let it call the service
  --json          prints the findings as JSON, for programs: see docs/doctor.md of the package
  --help          prints this help

Each request has ${TIME_LIMIT} seconds.

Exit codes: 0 if there is no problem, 1 if there is one, 2 after a usage error. Notes and
skipped checks are not problems.
`;

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

/** Runs all checks and prints their findings. Returns the number of problems. */
export async function diagnose(
  { json, ...options }: DoctorOptions,
  apiKey: string,
  output: Output,
): Promise<number> {
  const secrets = new Secrets();
  secrets.add(apiKey);
  const report = (json ? jsonReport : textReport)(output);
  const findings = runChecks({ ...options, apiKey, secrets });
  for (let problems = 0; ;) {
    const next = await withWaitNotice(findings.next(), 'Waiting for the service …');
    if (next.done === true) {
      report.end(problems);
      return problems;
    }
    const [subject, { level, text, advice }] = next.value;
    if (level === 'wrong') problems += 1;
    report.print(subject, {
      level,
      text: secrets.mask(text),
      advice: advice && secrets.mask(advice),
    });
  }
}

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
    { endpoint: String, card: String, origin: readOrigin },
    { flags: ['json'], describeUnknown },
  );
  if (options === 'help') return 'help';
  const { endpoint, card, origin, json = false } = options;
  if (endpoint === undefined) throw new UsageError('--endpoint is missing.');
  return { endpoint, card, origin, timeLimit: TIME_LIMIT, json };
}

function describeUnknown(message: string): string {
  // Only a plain word is quoted: anything else could be a key.
  const isPlain = /^Unknown option: --?[a-z-]{1,20}\.$/.test(message);
  if (isPlain && !/key|token|secret|password|auth/.test(message)) return message;
  return `${message.split(':', 1)[0]}. ${KEY_IN_ARGUMENTS}`;
}

function readOrigin(value: string): string {
  // An app's page has an origin such as capacitor://localhost, but `URL` gives it none.
  if (isParent(value)) return value;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError('--origin must be your page’s origin, such as https://cards.example.com.');
}

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
