/**
 * Uses the package's command and its sandbox as a project's scripts do. `npm run release:check`
 * runs it in an empty project. Prints a line for each fault.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { startSandbox } from 'set-card-pin/sandbox';
import { mintClientToken, MintingError } from 'set-card-pin/server';

/** Runs a package command through the link that npm made, and prints the output if it is wrong. */
function expect(args, text, env = {}) {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, timeout: 30_000 };
    execFile('node_modules/.bin/set-card-pin', args, options, (error, stdout, stderr) => {
      if (error !== null || !stdout.includes(text))
        console.log(`set-card-pin ${args[0]}: exit code ${error?.code ?? 0}\n${stdout}${stderr}`);
      resolve();
    });
  });
}

const origin = 'https://cards.example.com';
const sandbox = await startSandbox({ port: 0 });
try {
  const { url, apiKey } = sandbox.test;
  const card = await sandbox.control.createCard('accepted');
  await mintClientToken(card.id, { endpoint: url, apiKey });
  const doctor = ['doctor', '--endpoint', url, '--card', card.id, '--origin', origin, '--json'];
  await expect(doctor, '"problems": 0', { SET_CARD_PIN_API_KEY: apiKey });
} finally {
  await sandbox.close();
}

if (MintingError.name !== 'MintingError')
  console.log('Node prints MintingError under a different name.');

const node = [process.execPath, '--print', 'process.env.SET_CARD_PIN_ENDPOINT'];
await expect(['sandbox', '--port', '0', '--', ...node], 'http://127.0.0.1:');

await writeFile('config.json', JSON.stringify({ parents: [origin], endpoints: [origin] }));
await expect(['frame', '--out', 'frame', 'config.json'], 'is ready to be served');
