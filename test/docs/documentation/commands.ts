/** Checks shell samples: the commands of the package read their options, and scripts exist. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../tools/project.js';
import { runCommand } from '../../node/run-command.js';

const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Commands that need a network or the clone's address, and one that runs with its sample. */
const OTHER_COMMANDS =
  /^(?:npm ci|npm init -y|npm install\b.*|git clone .*|cd .*|node server\.mjs)$/;

export async function checkCommands(code: string, program: string): Promise<void> {
  const commands = code
    .split('\n')
    .map((line) => line.replace(/(^| +)#.*$/, ''))
    .flatMap((line) => line.split(' && '))
    .filter((command) => command !== '' && !OTHER_COMMANDS.test(command));
  for (const command of commands) {
    const [, script] = /^npm (?:run )?([\w:]+)(?: -- .+)?$/.exec(command) ?? [];
    if (script !== undefined) {
      assert.ok(script in scripts, `package.json has no script ${script}.`);
      continue;
    }
    const [, words] = /^npx set-card-pin (.+?)(?: -- .+)?$/.exec(command) ?? [];
    assert.ok(words !== undefined, `Unknown command: ${command}. Add it to commands.ts.`);
    // With --help, a command reads all other arguments, and then ends.
    const { exitCode, stderr } = await runCommand(program, [...words.split(' '), '--help']);
    assert.equal(exitCode, 0, stderr);
  }
}
