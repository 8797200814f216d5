import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CREDENTIAL_PATTERN } from '../../../src/node/sandbox/credentials.js';
import { visit } from '../../../src/node/doctor/visit.js';
import { KEY, TOKEN } from './faulty-service.js';

const MAIN = fileURLToPath(new URL('../../../src/node/doctor/main.ts', import.meta.url));

/** No output of any run may have one of these. */
const SECRETS = [
  KEY,
  Buffer.from(KEY).toString('base64'),
  TOKEN,
  Buffer.from(TOKEN).toString('base64'),
];

export interface Visit {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs the command to its end; whatever it says, no key and no token is in it. */
export async function runDoctor(
  args: readonly string[],
  { key = KEY, input = '' }: { key?: string; input?: string } = {},
): Promise<Visit> {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      NODE_EXTRA_CA_CERTS: undefined,
      SET_CARD_PIN_API_KEY: key,
    },
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (error += String(chunk)));
  // A command that ends before it has read everything is not at fault.
  child.stdin.on('error', () => undefined).end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));

  assertNoSecret(out + error);
  return { code, out, error };
}

/** The same without a process of its own, where the command as such is not in question: that takes a hundredth of the time. */
export async function visitHere(
  endpoint: string,
  { card, origin }: { card?: string; origin?: string } = {},
): Promise<Visit> {
  let out = '';
  const wrong = await visit({ endpoint, card, origin, timeLimit: 10 }, KEY, {
    write: (text) => (out += text),
  });
  assertNoSecret(out);
  return { code: wrong > 0 ? 1 : 0, out, error: '' };
}

function assertNoSecret(said: string): void {
  for (const secret of SECRETS) assert.ok(!said.includes(secret), `a secret is in: ${said}`);
  assert.deepEqual(said.match(CREDENTIAL_PATTERN), null);
  assert.doesNotMatch(said, /^\s+at /m);
}

/** The findings about a subject: each level and text, and the advice where there is one. */
export function about(subject: string, { out }: Visit): string[] {
  return out
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
