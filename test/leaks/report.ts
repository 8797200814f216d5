/** `npm run attacks`: writes docs/evidence/leaks.md, and tries the attacks of its table. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { callCommand, readOptions } from '../../src/node/command.js';
import { PROJECT } from '../../tools/project.js';
import { LEAKS_PAGE, leaksPage } from './page.js';

const HELP = `Usage: npm run attacks [-- PART]

Writes docs/evidence/leaks.md from the table of attacks. Then it tries them, and prints whether each
one got the PIN as its cell says. With PART it tries only attacks with these words in their titles:
npm run attacks -- keyup
`;

async function main({ part }: { readonly part: string }): Promise<void> {
  await writeFile(LEAKS_PAGE, leaksPage());
  const pattern = part.replaceAll(/[^\w\s]/g, '\\$&');
  const files = ['attacks.test.ts', 'attacks.all.test.ts'].map((file) => `test/leaks/${file}`);
  const tests = spawn(
    process.execPath,
    ['--import', 'tsx', '--test', `--test-name-pattern=${pattern}`, ...files],
    { cwd: PROJECT, stdio: 'inherit' },
  );
  await once(tests, 'close');
  process.exitCode = tests.exitCode ?? 1;
}

function readArguments(args: string[]) {
  const parts: string[] = [];
  const options = readOptions(args, {}, { onPositional: (text) => parts.push(text) });
  return options === 'help' ? 'help' : { part: parts.join(' ') };
}

await callCommand(HELP, readArguments, main);
