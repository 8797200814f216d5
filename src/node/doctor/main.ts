/** `set-card-pin doctor`: checks that the API provides what `<set-card-pin>` needs. */
import { text } from 'node:stream/consumers';
import { callCommand, readOptions, UsageError, withWaitNotice } from '../command.js';
import { isParent } from '../../isolated/config.js';
import type { Api } from './api.js';
import { runChecks } from './checks.js';
import type { Finding } from './finding.js';
import { jsonOf, summaryOf, textOf } from './report.js';

/** The options of `set-card-pin doctor`. */
export interface DoctorOptions extends Omit<Api, 'apiKey' | 'token'> {
  /** Prints JSON instead of human-readable text. */
  readonly json: boolean;
}

/** The destination of a report: standard output, or a buffer in tests. */
export interface Output {
  write(text: string): unknown;
}

/** The time limit for each request, in seconds: the same as the element's. */
const TIME_LIMIT = 15;

const HELP = `Usage: npx set-card-pin doctor --endpoint URL --card ID --origin URL [--json]

Checks that the card-issuing API provides what <set-card-pin> needs, and prints each problem
with its fix. It doesn't set a PIN, and never prints the API key or a token.

Put the API key in the SET_CARD_PIN_API_KEY environment variable, or pass it on standard
input. Never pass it as an argument:

  npx set-card-pin doctor --endpoint https://api.example.com/graphql --card card_123 \\
    --origin https://cards.example.com < file-with-the-key

  --endpoint URL  the address of the GraphQL endpoint
  --card ID       a payment card, to issue a client token for
  --origin URL    your page's origin, or the frame page's origin in isolated mode
  --json          prints the findings as JSON, for programs (see docs/doctor.md in the package)
  --help          prints this help

Each request times out after ${TIME_LIMIT} seconds.

Exit codes: 0 if there is no problem, 1 if there is one, 2 after a usage error.
`;

export function main(args: string[]): Promise<void> {
  const act = async (options: DoctorOptions): Promise<void> => {
    const apiKey = await withWaitNotice(
      readApiKey(process.env, process.stdin),
      'Waiting for the API key on standard input …',
    );
    if ((await diagnose(options, apiKey, process.stdout)) > 0) process.exitCode = 1;
  };
  return callCommand(HELP, readArguments, act, args);
}

/** Runs all checks and prints their findings. Returns the number of problems. */
export async function diagnose(
  { json, ...options }: DoctorOptions,
  apiKey: string,
  output: Output,
): Promise<number> {
  const findings: Finding[] = [];
  const checks = runChecks({ ...options, apiKey });
  for (;;) {
    const { value } = await withWaitNotice(checks.next(), 'Waiting for the API …');
    if (value === undefined) break;
    findings.push(value);
    if (!json) output.write(textOf(value));
  }
  const problems = findings.filter(({ level }) => level === 'wrong').length;
  output.write(json ? jsonOf(findings, problems) : summaryOf(problems));
  return problems;
}

/** Doesn't quote the argument, which could be a key. */
const KEY_IN_ARGUMENTS =
  'Never pass an API key as an argument, because other users of this machine can see it and the shell’s history keeps it. ' +
  'Set the SET_CARD_PIN_API_KEY environment variable, or pass the key on standard input.';

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
  if (card === undefined) throw new UsageError('--card is missing.');
  if (origin === undefined) throw new UsageError('--origin is missing.');
  return { endpoint, card, origin, timeLimit: TIME_LIMIT, json };
}

function describeUnknown(message: string): string {
  // Only a plain word is quoted, because anything else could be a key.
  const isPlain = /^Unknown option: --?[a-z-]{1,20}\.$/i.test(message);
  if (isPlain && !/key|token|secret|password|auth/i.test(message)) return message;
  const [fault] = message.split(':', 1);
  const isAddress = /^Unexpected argument: "https?:/.test(message);
  return `${fault}. ${isAddress ? 'Pass the address with --endpoint.' : KEY_IN_ARGUMENTS}`;
}

function readOrigin(value: string): string {
  // An app's page has an origin such as capacitor://localhost, which `URL` reports as `null`.
  if (isParent(value)) return value;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError('--origin must be your page’s origin, such as https://cards.example.com.');
}

/**
 * Reads the API key from the environment, or else from standard input.
 *
 * @throws {UsageError} if it is missing or malformed; the error doesn't quote it
 */
export async function readApiKey(
  env: NodeJS.ProcessEnv,
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean },
): Promise<string> {
  // Not read from a terminal, which would show the key while it is typed.
  const readInput = async () => (input.isTTY ? '' : text(input));
  const key = (env['SET_CARD_PIN_API_KEY'] || (await readInput())).trim();
  if (key === '')
    throw new UsageError(
      'The API key is missing. Set the SET_CARD_PIN_API_KEY environment variable, or pass the key on standard input.',
    );
  if (!/^[\x20-\x7e]{1,4096}$/.test(key))
    throw new UsageError(
      'The API key must be one line of ASCII text. Check what you passed as the key.',
    );
  return key;
}
