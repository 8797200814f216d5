import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { diagnose } from '../../../src/node/doctor/main.js';
import { assertNoStack, runCommand, type Run } from '../run-command.js';
import { KEY, TOKEN } from './faulty-service.js';

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

export interface DiagnoseOptions {
  readonly key?: string;
  readonly card?: string;
  readonly origin?: string;
  readonly json?: boolean;
  /** In seconds. */
  readonly timeLimit?: number;
}

/** Runs the same checks in this process, which takes a hundredth of the time. */
export async function diagnoseEndpoint(
  endpoint: string,
  { key = KEY, card, origin, json = false, timeLimit = 10 }: DiagnoseOptions = {},
): Promise<Run> {
  let stdout = '';
  const problems = await diagnose({ endpoint, card, origin, timeLimit, json }, key, {
    write: (text) => (stdout += text),
  });
  assertNoSecret(stdout);
  return { exitCode: problems > 0 ? 1 : 0, stdout, stderr: '' };
}

/** Asserts that a text contains no key, no token and no stack trace. */
export function assertNoSecret(output: string): void {
  for (const secret of SECRETS) assert.ok(!output.includes(secret), `a secret is in: ${output}`);
  assert.doesNotMatch(output, CREDENTIAL);
  assertNoStack(output);
}

/** Returns the findings on a subject: each level and text, with the advice if there is one. */
export function findingsOn(subject: string, { stdout }: Run): string[] {
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
