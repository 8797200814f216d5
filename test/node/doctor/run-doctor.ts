import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { diagnose } from '../../../src/node/doctor/main.js';
import { assertNoStack, runCommand, type Run } from '../run-command.js';
import { KEY, TOKEN, useFaultyServices, type Replies } from './faulty-service.js';

const PROGRAM = fileURLToPath(new URL('../../../src/node/cli.ts', import.meta.url));

/** The sandbox's API keys, plain or in base64, and its client tokens. */
const CREDENTIAL = /sandbox-(?:test|live)-api-key|(?:c2FuZGJv|Y2xpZW50LXRva2Vu)[\w+/-]+/;

/** Texts that no output may contain. */
const SECRETS = [
  KEY,
  Buffer.from(KEY).toString('base64'),
  TOKEN,
  Buffer.from(TOKEN).toString('base64'),
];

/**
 * Runs the command to its end, in a process of its own. Asserts that its output contains no key and
 * no token.
 */
export async function runDoctor(
  args: readonly string[],
  { key = KEY, input = '' }: { key?: string; input?: string } = {},
): Promise<Run> {
  const env = { NODE_EXTRA_CA_CERTS: undefined, SET_CARD_PIN_API_KEY: key };
  const run = await runCommand(PROGRAM, ['doctor', ...args], { env, input });
  assertNoSecret(run.stdout + run.stderr);
  return run;
}

interface DiagnoseOptions {
  readonly key?: string;
  readonly card?: string;
  readonly origin?: string;
  readonly json?: boolean;
  /** In seconds. */
  readonly timeLimit?: number;
}

/**
 * Runs the same checks in this process, which takes a hundredth of the time. Asserts that the
 * output quotes no secret and no text of the service.
 */
export async function diagnoseAt(
  endpoint: string,
  { key = KEY, card, origin, json = false, timeLimit = 10 }: DiagnoseOptions = {},
) {
  let stdout = '';
  const problems = await diagnose({ endpoint, card, origin, timeLimit, json }, key, {
    write: (text) => (stdout += text),
  });
  assertNoSecret(stdout);
  assert.doesNotMatch(stdout, /Text of the service/);
  if (!json) assert.equal(stdout.match(/^ {2}wrong /gm)?.length ?? 0, problems);
  return { problems, stdout, on: (subject: string) => findingsOn(subject, stdout).join() };
}

/** Asserts that a text contains no key, no token and no stack trace. */
export function assertNoSecret(output: string): void {
  for (const secret of SECRETS) assert.ok(!output.includes(secret), `a secret is in: ${output}`);
  assert.doesNotMatch(output, CREDENTIAL);
  assertNoStack(output);
}

/** Returns the findings on a subject: each level and text, with the advice if there is one. */
function findingsOn(subject: string, stdout: string): string[] {
  return stdout
    .replaceAll(/\n +→/g, ' →')
    .split('\n')
    .map((line) => /^ {2}(\w+) +(\S.*)$/.exec(line))
    .flatMap((match) => {
      const [, level = '', rest = ''] = match ?? [];
      return rest.startsWith(`${subject} `)
        ? [`${level}: ${rest.slice(subject.length).trim()}`]
        : [];
    });
}

/** Returns a function that starts a service with these replies, and runs the checks. */
export function useDoctor() {
  const serve = useFaultyServices();
  return async (replies: Replies, options?: DiagnoseOptions) => {
    const { endpoint, received } = await serve(replies);
    return { endpoint, received, ...(await diagnoseAt(endpoint, options)) };
  };
}
